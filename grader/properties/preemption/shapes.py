"""What a scenario of the drill `preemption` and an observation of it look like.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`).
"""

from typing import Any, NotRequired, TypedDict


class Card(TypedDict):
    """A GPU in whole numbers: mfu in percent, the latency of a copy in nanoseconds."""

    flops: int
    mfu_percent: int
    pcie: int
    copy_ns: int


class Sizes(TypedDict):
    """A model."""

    params: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    kv_bytes: int


class Call(TypedDict):
    """One call: `tokens` and `named` for the three on time, the others for victims()."""

    call: str
    tokens: NotRequired[int]
    named: NotRequired[dict[str, int]]
    but: NotRequired[dict[str, int]]  # numbers of the machine that are others in this call
    running: NotRequired[list[list[str | int]]]  # [rid, private_blocks, priority, arrival]
    need_blocks: NotRequired[int]
    policy: NotRequired[str]


class Scenario(TypedDict):
    """A machine, and calls whose answers have nothing to do with each other."""

    gpu: Card
    model: Sizes
    calls: list[Call]


class Returned(TypedDict):
    """A call that returned."""

    returned: Any
    changed: NotRequired[bool]


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int
    changed: NotRequired[bool]


class Observation(TypedDict):
    """One answer a call."""

    answers: list[Returned | Raised]
