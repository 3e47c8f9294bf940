"""What a scenario and an observation look like."""

from typing import NotRequired, TypedDict

NAMES = "ABCDEFGHIJKLMNOP"
KINDS = ("missing", "unknown", "unsampled", "swapped")


class Workload(TypedDict):
    """One request: `eos_at` 2 makes its second output eos, `at` 1 adds it before step 2."""

    prompt: int
    max_tokens: int
    eos_at: int
    at: int


class WrongUpdate(TypedDict):
    """An update call that must be refused, made in this step before the right one."""

    step: int
    kind: str


class Scenario(TypedDict):
    """The parameters of the scheduler, the requests A, B, ... and the wrong update calls.

    `beside`: it is played once more, in turns with a second scheduler that has an A of its own.
    """

    blocks: int
    size: int
    budget: int
    seqs: int
    cap: int
    eos: int | None
    full_fit: bool
    watermark: int
    requests: list[Workload]
    wrong_updates: list[WrongUpdate]
    beside: NotRequired[bool]


class State(TypedDict):
    """The scheduler between calls; a request is "rid state computed held outputs preemptions"."""

    requests: list[str]
    waiting: list[str]
    running: list[str]
    free: int


class Refusal(TypedDict):
    """What became of an update call that must be refused."""

    sampled: list[str]
    culprits: list[str]
    raised: str
    named: bool
    changed: bool


class Planned(TypedDict):
    """The plan of a step: rids and counts in plan order, and its other four fields.

    `is_new`: its tokens are those of no other plan, and the plan before is still what it was.
    """

    rids: list[str]
    counts: list[int]
    sample: list[str]
    admitted: list[str]
    preempted: list[str]
    free: int
    is_new: bool


class Step(Planned):
    """One step: the plan, the state after it, what update did; less where the play ended."""

    planned: NotRequired[State]
    refused: NotRequired[list[Refusal]]
    finished: NotRequired[dict[str, str]]
    last: NotRequired[list[list[int]]]
    updated: NotRequired[State]


class Whole(Planned):
    """A step that was played to its end, as every step of a right program is."""

    planned: State
    refused: NotRequired[list[Refusal]]
    finished: dict[str, str]
    last: list[list[int]]
    updated: State


class Observation(TypedDict):
    """A whole play; `stop` says why it ended early, `where` in which call.

    `beside` says what was otherwise in turns with a second scheduler.
    """

    steps: list[Step]
    outputs: dict[str, list[int]]
    stop: str
    where: str
    beside: str
