"""A wrong scheduler or block manager whose tokens are wrong is always flagged."""

import pytest

from gpu_checks.fingerprint import VOCAB, ListRunner
from gpu_checks.verify.small import small
from gpu_checks.verify.study import Program, study, wrong_programs

WORKLOADS = [small(seed, VOCAB) for seed in range(12)]
PLANTED = (
    "mixes_prefill_and_decode",
    "forgets_what_is_cached",
    "goes_on_after_preempting_itself",
    "block_when_the_last_is_full",
    "block_rule_breaks_at_size_one",
    "never_takes_a_block_to_decode",
    "preempted_keeps_its_blocks",
    "preempted_takes_completions_for_prompt",
    "preempted_prefills_its_prompt_only",
    "advances_at_planning",
    "decodes_do_not_advance",
    "mid_chunk_sample_appended",
    "sample_of_a_reprefill_dropped",
    "one_completion_too_many",
    "eos_not_kept",
    "finished_stays_in_running",
    "tokens_in_reverse",
    "block_table_sorted",
    "takes_blocks_for_tokens",
    "frees_only_the_last_block",
    "hash_without_its_parent",
    "chain_restarts_at_each_chunk",
    "ref_of_a_hit_in_use_not_raised",
    "free_hit_stays_in_the_free_list",
    "new_blocks_taken_before_the_hits",
    "cached_tokens_not_set",
    "hits_in_reverse",
    "freed_at_any_count",
    "append_asked_when_len_fills_the_block",
    "decode_block_keeps_its_old_entry",
)


def program(name: str) -> Program:
    return next(one for one in wrong_programs() if one.name == name and one.drill == "scheduler")


@pytest.mark.parametrize("name", PLANTED)
def test_every_run_with_wrong_tokens_is_flagged(name: str) -> None:
    tally = study([program(name)], WORKLOADS, ListRunner)

    assert tally.runs == len(WORKLOADS)
    assert tally.wrong > 0
    assert tally.holes == []
