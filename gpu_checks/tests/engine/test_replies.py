"""What a worker sends is looked at before anything reads it."""

from typing import Any, cast

import pytest

from gpu_checks.adapter.reply import is_ending, is_turn
from gpu_checks.adapter.turn import Turn, blank_turn
from grader.plain import Plain
from grader.shape import fits


def turn(**changes: Any) -> Any:
    return {**blank_turn(), **changes}


@pytest.mark.parametrize(
    "odd",
    [
        None,
        [],
        {},
        turn(rows=[True]),
        turn(rows=[1.0]),
        turn(rows=(1,)),
        turn(starts="12"),
        turn(tables=[[1, 0], "x"]),
        turn(tables=[[1, 0, None]]),
        turn(free=True),
        turn(kind=3),
        turn(trouble="no"),
        turn(trouble={"where": "here", "what": "this", "line": "3"}),
        turn(more=1),
    ],
)
def test_an_odd_turn_is_refused_as_the_full_check_would(odd: Any) -> None:
    assert not is_turn(odd)
    assert not fits(cast(Plain, odd), Turn)


def test_a_table_that_names_no_request_is_refused() -> None:
    assert not is_turn(turn(tables=[[1]]))


@pytest.mark.parametrize(
    "right",
    [
        turn(),
        turn(rows=[0, 3], starts=[0, 5], counts=[1, 2], tables=[[0, 0, 4], [3, 2]], free=7),
        turn(trouble={"where": "here", "what": "this", "line": 3}),
    ],
)
def test_a_right_turn_is_taken(right: Any) -> None:
    assert is_turn(right)
    assert fits(cast(Plain, right), Turn)


def test_an_odd_ending_is_refused() -> None:
    whole = {"outputs": [[1]], "free": [0], "held": [], "queued": [], "trouble": None}

    assert is_ending(whole)  # type: ignore[arg-type]
    assert not is_ending({**whole, "free": [None]})  # type: ignore[dict-item]
