"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from scheduler import Scheduler

from given import BlockManager, Sequence, Status

Line = tuple[str, list[tuple[str, int]], int]  # "P" or "D", (name, tokens) in order, free blocks


def play(scheduler: Scheduler, most: int = 40) -> list[Line]:
    """Run until nothing is queued; the model here always samples token 7."""
    lines: list[Line] = []
    while not scheduler.is_finished() and len(lines) < most:
        batch, is_prefill = scheduler.schedule()
        counts = [(seq.name, seq.num_scheduled_tokens) for seq in batch]
        free = len(scheduler.block_manager.free_block_ids)
        lines.append(("P" if is_prefill else "D", counts, free))
        scheduler.postprocess(batch, [7] * len(batch), is_prefill)
    return lines


def test_a_long_prompt_is_cut_and_its_first_sample_dropped() -> None:
    """3 prompt tokens at 2 a step: a chunk of 2, a chunk of 1, one decode."""
    scheduler = Scheduler(BlockManager(num_blocks=1, block_size=4), max_num_batched_tokens=2)
    seq = Sequence("A", [1, 2, 3], max_tokens=2)
    scheduler.add(seq)
    assert play(scheduler) == [("P", [("A", 2)], 0), ("P", [("A", 1)], 0), ("D", [("A", 1)], 0)]
    assert seq.token_ids == [1, 2, 3, 7, 7]
    assert seq.status is Status.FINISHED


def test_the_table_of_the_statement() -> None:
    """5 blocks of 4, 8 tokens a step: C finds no block in step 4 and preempts itself."""
    scheduler = Scheduler(BlockManager(num_blocks=5, block_size=4), max_num_batched_tokens=8)
    for name, length in (("A", 6), ("B", 5), ("C", 3)):
        scheduler.add(Sequence(name, list(range(length)), max_tokens=4))
    assert play(scheduler) == [
        ("P", [("A", 6)], 3),
        ("P", [("B", 5), ("C", 3)], 0),
        ("D", [("A", 1), ("B", 1), ("C", 1)], 0),
        ("D", [("A", 1), ("B", 1)], 1),
        ("D", [("A", 1), ("B", 1)], 0),
        ("P", [("C", 5)], 3),
        ("D", [("C", 1)], 3),
    ]


def test_the_tail_of_running_gives_way() -> None:
    """Step 5: A needs a second block; C is the tail, though it is not in this step."""
    manager = BlockManager(num_blocks=3, block_size=2)
    scheduler = Scheduler(manager, max_num_batched_tokens=1, max_num_seqs=1)
    for name, most in (("A", 3), ("B", 2), ("C", 2)):
        scheduler.add(Sequence(name, [1], max_tokens=most))
    names = "".join(f"{kind}{counts[0][0]} " for kind, counts, _ in play(scheduler))
    assert names == "PA PB PC DA DA PC PC DB "


def test_eos_ends_a_sequence_and_is_kept() -> None:
    """Token 7 is eos: A stops with it after one completion, B ignores it."""
    scheduler = Scheduler(BlockManager(4, 4), max_num_batched_tokens=8, eos=7)
    stops = Sequence("A", [1], max_tokens=3, ignore_eos=False)
    goes_on = Sequence("B", [1], max_tokens=3)
    scheduler.add(stops)
    scheduler.add(goes_on)
    play(scheduler)
    assert (stops.token_ids, goes_on.token_ids) == ([1, 7], [1, 7, 7, 7])
    assert len(scheduler.block_manager.free_block_ids) == 4


def test_nothing_queued_is_an_empty_step() -> None:
    """An idle scheduler answers, too."""
    scheduler = Scheduler(BlockManager(1, 4), max_num_batched_tokens=2)
    assert scheduler.schedule() == ([], False)
    scheduler.postprocess([], [], False)


def test_lists_of_different_length_are_refused() -> None:
    """The message names both lengths, and nothing has changed."""
    scheduler = Scheduler(BlockManager(1, 4), max_num_batched_tokens=2)
    seq = Sequence("A", [1, 2], max_tokens=1)
    scheduler.add(seq)
    batch, is_prefill = scheduler.schedule()
    with pytest.raises(ValueError, match=r"1\D+3"):
        scheduler.postprocess(batch, [7, 7, 7], is_prefill)
    assert (seq.num_cached_tokens, seq.num_tokens) == (0, 2)
