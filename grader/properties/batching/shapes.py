"""What a scenario of the drill `batching` and an observation of it look like.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`) and how an observation is made
(`drills/batching/driver.py`).
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# A number, or what is put in its place; "float nan" is the float
Value: TypeAlias = int | bool | float | str | None


Simulator: TypeAlias = Literal["static", "continuous"]


SIMULATORS: tuple[Simulator, Simulator] = ("static", "continuous")
MADE = ("rising", "falling", "scrambled")


class Scenario(TypedDict):
    """One input of all three functions; many lengths are made by the form from three numbers."""

    form: Literal["list", "tuple", "range", "rising", "falling", "scrambled"]
    lengths: list[Value]  # made forms: [n, base, step]
    batch_size: Value
    total_steps: Value
    held: NotRequired[Literal["list", "tuple", "range"]]  # what a made form comes in


class Dear(TypedDict):
    """A load that a function took too much for, and the smallest one, with which it is compared.

    A load is the number of requests of a made form, or what the numbers of another are cut to.
    """

    unit: Literal["ns", "bytes", "levels"]  # of CPU time, of memory held at once, of calls
    least: int  # the smallest load
    load: int
    most: int  # what it may take
    spent: int  # what it took


class Call(TypedDict):
    """What one function did.

    A simulator's answer is {"returned": {"tuple": [total, finish]}}; in a made form `finish` is
    [entries, sum of (i + 1) * finish[i], some entries].
    """

    answer: dict[str, Any]
    again: dict[str, Any] | None  # a second call with the same input, None when it did the same
    list: Literal["new", "input", "reused"]
    changed: bool  # the input
    dear: Dear | None  # then there is no answer


class Observation(TypedDict):
    """What the driver saw."""

    static: Call
    continuous: Call
    utilization: Call
