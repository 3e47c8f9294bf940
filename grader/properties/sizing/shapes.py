"""What a scenario of the drill `sizing` and an observation of it look like.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`).
"""

from typing import Any, NotRequired, TypedDict


class Call(TypedDict):
    """One call: whole numbers in order; `util`, where there is one, as the text of a float."""

    call: str
    args: list[int]
    util: NotRequired[str]


class Scenario(TypedDict):
    """A few calls that have nothing to do with each other."""

    calls: list[Call]


class Returned(TypedDict):
    """A call that returned."""

    returned: Any


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int


class Observation(TypedDict):
    """One answer a call."""

    answers: list[Returned | Raised]
