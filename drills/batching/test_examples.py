"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from batching import simulate_continuous, simulate_static, utilization

MIXED = [20, 200, 50, 30]


def test_a_group_waits_for_its_longest_request() -> None:
    """Requests 0 and 1 take 200 steps together, then 2 and 3 start."""
    assert simulate_static(MIXED, 2) == (250, [20, 200, 250, 230])


def test_a_free_slot_takes_the_next_request() -> None:
    """Request 2 follows request 0, request 3 follows request 2."""
    assert simulate_continuous(MIXED, 2) == (200, [20, 200, 70, 100])


def test_one_long_request_holds_up_a_group_but_not_the_slots() -> None:
    """The short ones pass beside the long one."""
    assert simulate_static([5, 1, 1, 1], 2) == (6, [5, 1, 6, 6])
    assert simulate_continuous([5, 1, 1, 1], 2) == (5, [5, 1, 2, 3])


def test_no_requests_take_no_steps() -> None:
    """An empty batch is over at once."""
    assert simulate_static([], 4) == (0, [])
    assert simulate_continuous([], 4) == (0, [])
    assert utilization([], 4, 0) == 0.0


def test_utilization_counts_tokens_against_slots_and_steps() -> None:
    """300 tokens in 2 slots: 60 % of 250 steps, 75 % of 200."""
    assert abs(utilization(MIXED, 2, 250) - 0.6) < 1e-9
    assert abs(utilization(MIXED, 2, 200) - 0.75) < 1e-9


def test_bad_input_is_a_value_error_that_names_the_value() -> None:
    """Also when there are no requests."""
    with pytest.raises(ValueError, match="-3"):
        simulate_static([], -3)
    with pytest.raises(ValueError, match="True"):
        simulate_continuous([2, True], 2)
