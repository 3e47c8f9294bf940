"""What a scenario and an observation look like."""

from typing import Literal, TypeAlias, TypedDict

Number: TypeAlias = int | str  # text where the learner's code holds something else
Prefix: TypeAlias = tuple[Number, ...]
Shape: TypeAlias = Literal["edge", "chain", "wide", "fan", "comb", "brush", "bush"]
Form: TypeAlias = Literal["list", "tuple", "range", "mixed", "one list", "same slots", "two trees"]
RuleId: TypeAlias = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"]


class Insert(TypedDict):
    """Insert tokens, with `extra` slots more than tokens."""

    do: Literal["insert"]
    tokens: list[int]
    extra: int


class Match(TypedDict):
    """Match tokens."""

    do: Literal["match"]
    tokens: list[int]


class Split(TypedDict):
    """Split a node at k: node 0 is the one returned last, 1 the one before, and round again.

    -1 is the first node below the root, by key, -2 the next one: taken from `children`.
    """

    do: Literal["split"]
    node: int
    k: int


Op: TypeAlias = Insert | Match | Split


class Large(TypedDict):
    """A large tree, made from a few numbers."""

    shape: Shape
    n: int
    counted: bool


class Scenario(TypedDict):
    """Calls on one tree, or a large tree and its own calls.

    `clock` is a pair: how much less than 1 the first tick is (1, 0 or -2**40); and how many calls
    share a tick. [] leaves the tree its own clock. `form` says how tokens and slots come: as list,
    tuple and range in turn when "mixed", in "one list" for all calls, with the "same slots" in
    each, or with "two trees", of which the other one, whose page has a token more, gets each call
    first.
    """

    page_size: int
    clock: list[int]
    form: Form
    ops: list[Op]
    large: Large | None


class Tree(TypedDict):
    """All nodes, by columns: parents first, siblings by key; `start` is where an edge starts.

    `notes` are on what only the driver can see, by the number of the node.
    """

    start: list[int]
    tick: list[Number]
    key: list[list[Number] | str]
    value: list[list[Number] | str]
    notes: dict[str, str]


class Step(TypedDict):
    """What one call did, and the tree after it (None: it could not be read)."""

    op: int
    raised: str
    says: str
    answer: list[Number] | Number | None
    node: int | None
    asked: int
    asked_later: int
    changed: bool
    size: Number | None
    tree: Tree | None
    handles: list[int]


class Query(TypedDict):
    """One call on a large tree: `node` is how many tokens the node stands for, -1 for others.

    `late` counts nodes on the path that did not take the tick.
    """

    call: str
    what: str
    tokens: int
    raised: str
    says: str
    line: int
    count: Number
    digest: int
    node: int
    late: int
    compared: int
    hashed: int
    lines: int


class Observation(TypedDict):
    """A whole run."""

    steps: list[Step]
    large: list[Query]


GOT, HANDED, FAR = -777, -888, 2**40  # as in the driver
