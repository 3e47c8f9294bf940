"""An answer of the wrong shape is found before any check reads it."""

from typing import Literal, NotRequired, TypedDict

import pytest

from grader.plain import Plain
from grader.shape import fits


class Step(TypedDict):
    """A shape as drills use them."""

    kind: Literal["prefill", "decode"]
    tokens: list[int]
    note: NotRequired[str | None]
    more: NotRequired[dict[str, Plain]]


GOOD: list[Plain] = [
    {"kind": "prefill", "tokens": []},
    {"kind": "decode", "tokens": [1, 2], "note": None},
    {"kind": "decode", "tokens": [1], "note": "x", "more": {"a": [[{}], None, 1.5]}},
]


@pytest.mark.parametrize("value", GOOD)
def test_what_fits_is_accepted(value: Plain) -> None:
    assert fits(value, Step)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"kind": "prefill"},
        {"kind": "other", "tokens": []},
        {"kind": "prefill", "tokens": [True]},
        {"kind": "prefill", "tokens": [1.0]},
        {"kind": "prefill", "tokens": None},
        {"kind": "prefill", "tokens": [], "extra": 1},
        {"kind": "prefill", "tokens": [], "note": 3},
        {"kind": "prefill", "tokens": [], "more": []},
    ],
)
def test_what_does_not_fit_is_refused(value: Plain) -> None:
    assert not fits(value, Step)
