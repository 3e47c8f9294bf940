"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from overlap import run_overlap


def letters(rid: str, k: int) -> int:
    """Return 11, 12, ... for A and 21, 22, ... for B; never 0."""
    return 10 * (ord(rid) - ord("A") + 1) + k


def eos_first(rid: str, k: int) -> int:
    """Return 0 as the first token of every request."""
    return 0 if k == 1 else letters(rid, k)


def test_chunks_and_decodes_in_flight() -> None:
    """The table of task.md."""
    trace = run_overlap([("A", 3, 3), ("B", 5, 2)], token_budget=4, max_seqs=2, model=letters)

    assert [tuple(event) for event in trace.events] == [
        ("S", 1, {"A": 3, "B": 1}, {}),
        ("S", 2, {"A": 1, "B": 3}, {"A": 1}),
        ("U", 1, {"A": 11}, []),
        ("S", 3, {"A": 1, "B": 1}, {"A": 2}),
        ("U", 2, {"A": 12}, []),
        ("S", 4, {"B": 1}, {"B": 3}),
        ("U", 3, {"A": 13, "B": 21}, ["A"]),
        ("U", 4, {"B": 22}, ["B"]),
    ]
    assert trace.scheduled == {"A": 5, "B": 6}
    assert trace.wasted == 0


def test_a_late_eos_wastes_one_token() -> None:
    """The second step is on its way when the first token turns out to be eos."""
    trace = run_overlap([("A", 1, 3)], token_budget=1, max_seqs=1, eos=0, model=eos_first)

    assert [tuple(event) for event in trace.events] == [
        ("S", 1, {"A": 1}, {}),
        ("S", 2, {"A": 1}, {"A": 1}),
        ("U", 1, {"A": 0}, ["A"]),
        ("U", 2, {}, []),
    ]
    assert trace.outputs == {"A": [0]}
    assert trace.wasted == 1


def test_depth_one_is_the_synchronous_run() -> None:
    """No source is ever needed, and nothing is wasted."""
    trace = run_overlap([("A", 1, 3)], token_budget=1, max_seqs=1, depth=1, eos=0, model=eos_first)

    assert [event[0] for event in trace.events] == ["S", "U"]
    assert trace.wasted == 0


def test_a_slot_serves_the_next_plan() -> None:
    """B starts after A has been delivered, although A's end was known before."""
    trace = run_overlap([("A", 1, 1), ("B", 1, 1)], token_budget=4, max_seqs=1, model=letters)

    assert [event[:2] for event in map(tuple, trace.events)] == [
        ("S", 1),
        ("U", 1),
        ("S", 2),
        ("U", 2),
    ]


def test_a_bad_size_is_refused_by_its_value() -> None:
    """Also when an earlier request is good."""
    with pytest.raises(ValueError, match="-3"):
        run_overlap([("A", 1, 1), ("B", -3, 1)], token_budget=4, max_seqs=1, model=letters)
