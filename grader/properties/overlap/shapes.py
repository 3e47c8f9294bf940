"""What a scenario and an observation look like."""

from typing import TypedDict

NAMES = "ABDCFEHG"  # as in the driver


class Workload(TypedDict):
    """One request; `eos_at` 2 makes its second output eos, 0 none.

    Where `eos` is left out, that output is token 0, which ends nothing then.
    """

    prompt: int
    max_tokens: int
    eos_at: int


class Scenario(TypedDict):
    """The arguments of run_overlap; the requests are A, B, D, C, ..."""

    budget: int
    seqs: int
    depth: int
    eos: int | None
    requests: list[Workload]


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
