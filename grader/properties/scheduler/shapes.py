"""What a scenario of the drill `scheduler` and an observation of it look like.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`) and how an observation is made
(`drills/scheduler/driver.py`).
"""

from typing import NotRequired, TypedDict


class Request(TypedDict):
    """`copies` equal sequences that arrive `after` more steps than the request before."""

    prompt: list[int]
    max_tokens: int
    ignore_eos: bool
    after: int
    copies: int


class Probe(TypedDict):
    """At this step postprocess() is first called with tokens too many, or too few if negative."""

    step: int
    extra: int


class Scenario(TypedDict):
    """A workload; `eos` 0 is none, 1 is token 0, any other n is token 100,000 + n.

    The model samples token 0 and the tokens from 100,002 to 99,999 + `vocabulary`, and 100,000.
    `beside`: a second scheduler, with an A of its own, is played in turns with this one.
    """

    caching: bool
    num_blocks: int
    block_size: int
    budget: int
    max_num_seqs: int
    eos: int
    vocabulary: int
    requests: list[Request]
    probes: list[Probe]
    beside: NotRequired[bool]


class State(TypedDict):
    """What the driver saw between two calls."""

    free: int
    waiting: list[str]
    running: list[str]
    status: str
    cached: list[int]
    tables: list[int]
    tokens: list[int]
    freed: list[str]
    known: int
    hashed: list[str]


class Step(TypedDict):
    """What the driver saw of one step."""

    arrived: list[str]
    kind: str
    batch: list[str]
    scheduled: list[int]
    is_new: bool
    planned: State | None
    sampled: list[int]
    refused: str
    left: list[int]
    last: list[int]
    done: State | None


class Trouble(TypedDict):
    """Why the play ended early."""

    where: str
    what: str
    line: int


class Observation(TypedDict):
    """What the driver saw."""

    steps: list[Step]
    token_ids: list[list[int]]
    prompts: list[int]
    beside: str
    trouble: Trouble | None
