"""One check a rule of the drill `scheduler`, in the order of its rules.

All of them share one analysis of a run: the first difference, and the one rule that claims it.
Left out: that analysis (`parting.py`, `claims.py`, `rows.py`).
"""

from functools import lru_cache

from grader.check import Check, Difference, Run, Told
from grader.properties.scheduler.claims import broken_rule
from grader.properties.scheduler.parting import parting
from grader.properties.scheduler.rows import difference
from grader.properties.scheduler.stakes import at_stake


def a_step_is_prefill_only_if_any_prefill_can_be_scheduled(run: Run) -> Difference | Told:
    """While anything in `waiting` can be prefilled, nothing decodes."""
    return _told("R1", run)


def the_waiting_queue_is_served_strictly_from_the_front(run: Run) -> Difference | Told:
    """A head that does not fit stops the pass."""
    return _told("R2", run)


def a_prefill_step_keeps_to_its_budget_and_its_size(run: Run) -> Difference | Told:
    """At most `max_num_batched_tokens` tokens and `max_num_seqs` sequences, and no fewer."""
    return _told("R3", run)


def only_the_first_of_a_prefill_step_is_cut(run: Run) -> Difference | Told:
    """A later one that does not fit whole waits and takes no blocks."""
    return _told("R4", run)


def blocks_are_taken_once_and_a_chunk_computes_what_is_left(run: Run) -> Difference | Told:
    """The first chunk takes blocks for the whole sequence."""
    return _told("R5", run)


def a_sequence_runs_from_the_step_that_schedules_its_last_prefill_token(
    run: Run,
) -> Difference | Told:
    """It goes to the back of `running`; until then it stays at the front of `waiting`."""
    return _told("R6", run)


def decode_takes_one_token_each_from_the_front_of_running(run: Run) -> Difference | Told:
    """They go back to the front in the same order."""
    return _told("R7", run)


def a_decode_without_a_free_block_preempts_the_tail_of_running(run: Run) -> Difference | Told:
    """Never one that is placed already; itself if nobody else is left."""
    return _told("R8", run)


def a_preempted_sequence_gives_back_its_blocks_and_keeps_its_tokens(run: Run) -> Difference | Told:
    """It waits at the front and is prefilled over all its tokens."""
    return _told("R9", run)


def postprocess_advances_what_was_computed(run: Run) -> Difference | Told:
    """And drops the sample of a prefill that is not complete."""
    return _told("R10", run)


def a_sequence_ends_at_eos_or_max_tokens(run: Run) -> Difference | Told:
    """It keeps the last token, gives its blocks back and leaves `running`."""
    return _told("R11", run)


def outputs_are_those_of_each_request_alone(run: Run) -> Difference | Told:
    """The model samples from the KV that the block tables lead to."""
    return _told("R12", run)


def every_unfinished_sequence_is_queued_exactly_once(run: Run) -> Difference | Told:
    """And no block is lost or owned twice."""
    return _told("R13", run)


def the_scheduler_works_on_a_caching_manager(run: Run) -> Difference | Told:
    """Cached tokens are not computed again."""
    return _told("R14", run)


def empty_and_uneven_input_changes_nothing(run: Run) -> Difference | Told:
    """([], False) when nothing is queued; ValueError for lists of different length."""
    return _told("R15", run)


def running_and_then_waiting_is_in_order_of_arrival(run: Run) -> Difference | Told:
    """Nobody overtakes in any queue."""
    return _told("R16", run)


RULES: dict[str, Check] = {
    "R1": a_step_is_prefill_only_if_any_prefill_can_be_scheduled,
    "R2": the_waiting_queue_is_served_strictly_from_the_front,
    "R3": a_prefill_step_keeps_to_its_budget_and_its_size,
    "R4": only_the_first_of_a_prefill_step_is_cut,
    "R5": blocks_are_taken_once_and_a_chunk_computes_what_is_left,
    "R6": a_sequence_runs_from_the_step_that_schedules_its_last_prefill_token,
    "R7": decode_takes_one_token_each_from_the_front_of_running,
    "R8": a_decode_without_a_free_block_preempts_the_tail_of_running,
    "R9": a_preempted_sequence_gives_back_its_blocks_and_keeps_its_tokens,
    "R10": postprocess_advances_what_was_computed,
    "R11": a_sequence_ends_at_eos_or_max_tokens,
    "R12": outputs_are_those_of_each_request_alone,
    "R13": every_unfinished_sequence_is_queued_exactly_once,
    "R15": empty_and_uneven_input_changes_nothing,
    "R16": running_and_then_waiting_is_in_order_of_arrival,
    "R14": the_scheduler_works_on_a_caching_manager,  # last: other faults show on it, too
}


def _told(rule: str, run: Run) -> Difference | Told:
    claimed = _claimed(run)
    if claimed is not None and claimed[0] == rule:
        return claimed[1]
    return Told.HELD if rule in at_stake(run) else Told.IDLE


@lru_cache(maxsize=8)
def _claimed(run: Run) -> tuple[str, Difference] | None:
    at = parting(run)
    return None if at is None else (broken_rule(at), difference(at))
