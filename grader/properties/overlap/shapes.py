"""What a scenario and an observation look like."""

from typing import NotRequired, TypedDict

# As in the driver
NAMES = [*"ABDCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy"]
ALIKE = ["AB", "A", "a", "A1", "B", "ab", "b", "BA"]


class Workload(TypedDict):
    """One request; `eos_at` 2 makes its second output eos, 0 none.

    Where `eos` is left out, that output is token 0, which ends nothing then. `tokens` are what the
    first outputs are otherwise; without them, and behind them, all are numbers above 9.
    """

    prompt: int
    max_tokens: int
    eos_at: int
    tokens: NotRequired[list[int]]


class Scenario(TypedDict):
    """The arguments of run_overlap; the requests are A, B, D, C, ..., or are named alike: AB, A."""

    budget: int
    seqs: int
    depth: int
    eos: int | None
    requests: list[Workload]
    alike: NotRequired[bool]


def names_of(s: Scenario) -> list[str]:
    """Return the rids of the requests, in order."""
    return (ALIKE if s.get("alike") else NAMES)[: len(s["requests"])]


class Observation(TypedDict):
    """A trace as text, see the driver; `stop` says why there is none.

    `asked`: the model was asked although a size is bad; `changed`: `requests` is not what it was.
    """

    events: list[str]
    outputs: dict[str, list[int]]
    scheduled: dict[str, int]
    wasted: int
    stop: str
    named: bool
    asked: bool
    changed: bool
