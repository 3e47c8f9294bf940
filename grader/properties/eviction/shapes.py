"""What a scenario and an observation look like."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

Number: TypeAlias = int | str  # text where the learner's code holds something else
Prefix: TypeAlias = tuple[int, ...]
Verb: TypeAlias = Literal[
    "insert",
    "match",
    "lock",
    "unlock",
    "evict",
    "split",
    "bad",
    "later",
    "cut",
    "refuse",
    "uneven",
    "miscut",
    "swap",
    "start",
    "step",
    "finish",
]


class Op(TypedDict):
    """One operation, as the driver describes them."""

    do: Verb
    tokens: list[int]
    n: int


class Scenario(TypedDict):
    """Operations on a tree; with `pool` on level 2, with `leaves` the cost of eviction instead.

    `alone`: each leaf has a parent of its own.
    """

    page: int
    pace: int
    pool: int
    chunk: int
    leaves: int
    ops: list[Op]
    alone: NotRequired[bool]


class Raised(TypedDict):
    """An exception in place of an answer."""

    raised: str
    says: str
    line: int


Answer: TypeAlias = int | str | list[Number] | Raised


class NodeSeen(TypedDict):
    """One node; the list of them is in preorder, children by key."""

    depth: int
    key: list[Number]
    slots: list[Number]
    lock: Number


class Step(TypedDict):
    """What one operation answered; then evictable, protected and total size, and the tree.

    `asked` counts how often the clock was asked so far, where the tree is played alone.
    """

    op: int
    answers: list[Answer]
    sizes: list[Number | Raised]
    tree: list[NodeSeen]
    asked: NotRequired[int]


class RequestSeen(TypedDict):
    """A running request; `node` is what its last_node spells."""

    tokens: list[Number]
    slots: list[Number]
    protected: Number
    node: list[Number] | str


class LifeStep(Step):
    """On level 2 also the pool, what the call gave back to it, what wrongly, and the requests."""

    free: list[Number]
    given: list[Number]
    wrong: list[Number]
    requests: list[RequestSeen]


class Cost(TypedDict):
    """What it took to evict from a large tree; `slow` is the size of one that was slow, or 0."""

    compared: int
    slow: int
    freed: list[Number]
    raised: str
    says: str


class Observation(TypedDict):
    """A whole run; the operations that made sense, of one kind."""

    steps: list[Step]
    life: list[LifeStep]
    cost: Cost | None


FIRST_SLOT = 10  # of the driver
OTHER = 1_000  # so much later begin the slots of the other tree
BIG_TREES = (4096, 8000)  # leaves of the cost scenarios
