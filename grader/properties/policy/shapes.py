"""What a scenario of the drill `policy` and an observation of it look like, by kind.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`).
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Prompt: TypeAlias = list[list[int]]  # [[7, 3], [8, 1]]: tokens 7 7 7 8
Shape: TypeAlias = Literal["end", "start", "swap", "twins"]
Way: TypeAlias = Literal["up", "down", "mixed"]  # names in list order: A B C, C B A, B A C

Tokens: TypeAlias = tuple[int, ...]


class Entry(TypedDict):
    """A waiting request, or `copies` of one in a row: A, A.2, A.3, …

    A prompt, cached or waiting, is written in pieces of [token, count], and drawn the other way
    round: [[7, 3], [8, 1]] is drawn 3x7 1x8 and stands for the tokens 7 7 7 8.
    """

    rid: str
    arrival: int
    prompt: Prompt
    copies: NotRequired[int]


class OrderScenario(TypedDict):
    """One call of order(); a number that is absent keeps its default."""

    kind: Literal["order"]
    policy: str
    limit: NotRequired[int]
    check: NotRequired[int]
    defer: NotRequired[int]
    cache: list[Prompt]
    waiting: list[Entry]


class CostScenario(TypedDict):
    """Cold prompts, at first `prompts` of them and then more; `tail` tokens follow after a head.

    Any two heads of `defer` tokens agree in all but the last ("end", as without `shape`) or the
    first ("start"), or hold the same tokens with a few swapped between first and last ("swap"), or
    agree as in "end", and all but the last prompt have a twin ("twins").
    """

    kind: Literal["cost"]
    prompts: int
    defer: int
    shape: NotRequired[Shape]
    tail: NotRequired[int]


class Edge(TypedDict):
    """A node but the root: its parent (0 is the root, 1 the first in the list) and its tokens.

    Without a name it is n1, n2, … in the order of the list; a piece is [token, count], and more of
    them may follow.
    """

    parent: int
    piece: list[int]
    more: NotRequired[Prompt]
    name: NotRequired[str]


class TreeScenario(TypedDict):
    """A tree and a queue, for weights() and order_by_weight().

    `again`: before, both are called for the first request alone, afterwards weights() for nobody.
    """

    kind: Literal["tree"]
    nodes: list[Edge]
    waiting: list[Entry]
    root: NotRequired[str]  # its name
    again: NotRequired[bool]


class AgeScenario(TypedDict):
    """Requests by their match: those that are there at first, and those that join later."""

    kind: Literal["age"]
    age_weight: int
    slots: int
    start: list[int]
    later: list[list[int]]
    names: NotRequired[Way]


class ScoreScenario(TypedDict):
    """One call of order_with_age(): [match, passes waited] of each request, in list order.

    A third number says how many requests of this prompt stand there in a row. `stem`: all prompts
    but the last begin with the same 40 tokens, and either all of these are matched or none.
    """

    kind: Literal["scores"]
    age_weight: int
    waiting: list[list[int]]
    names: NotRequired[Way]
    stem: NotRequired[bool]


class BoundScenario(TypedDict):
    """Calls of bound(): backlog, arrivals, slots, max_match, age_weight."""

    kind: Literal["bound"]
    calls: list[list[int]]


class RefusedScenario(TypedDict):
    """One call of the third level with one number that is refused."""

    kind: Literal["refused"]
    call: Literal["bound", "order_with_age", "order_with_age of nobody"]
    named: dict[str, int]


Scenario: TypeAlias = (
    OrderScenario
    | CostScenario
    | TreeScenario
    | AgeScenario
    | ScoreScenario
    | BoundScenario
    | RefusedScenario
)


class Returned(TypedDict):
    """A call that returned."""

    returned: Any


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int


Answer: TypeAlias = Returned | Raised


class OrderObservation(TypedDict):
    """What order() did."""

    order: Answer
    match_calls: int
    changed: bool


class Nothing(TypedDict):
    """Stands for an order that is as it should be."""


class Load(TypedDict):
    """One load of the cost: how many tokens it has, and how many looks were taken."""

    order: Answer | Nothing
    in_order: bool
    all_there: bool  # everybody once, in whatever order
    tokens: int
    looks: int


class CostObservation(TypedDict):
    """The loads that were played."""

    loads: list[Load]


class TreeObservation(TypedDict):
    """What weights() and order_by_weight() did."""

    weights: Answer
    order: Answer
    changed: bool


class Pass(TypedDict):
    """What order_with_age() did in one pass, or in the only call."""

    order: Answer
    changed: bool


class AgeObservation(TypedDict):
    """All passes, and the bound stated for each backlog."""

    passes: list[Pass]
    bounds: dict[str, Answer]


class BoundObservation(TypedDict):
    """The bounds stated, call by call."""

    stated: list[Answer]


Observation: TypeAlias = (
    OrderObservation
    | CostObservation
    | TreeObservation
    | AgeObservation
    | BoundObservation
    | Pass
    | Returned
    | Raised
)
