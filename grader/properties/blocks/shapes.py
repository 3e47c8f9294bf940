"""What a scenario of the drill `blocks` and an observation of it look like.

The core validates against `Scenario` and `Observation`, so the checks read both without asking.
Left out: which scenarios the contract allows (`scenarios.py`) and what the driver does in an
operation (`drills/blocks/driver.py`).
"""

from typing import Literal, TypeAlias, TypedDict

Number: TypeAlias = int | str  # text where the learner's code holds something else


HashName: TypeAlias = Literal["exact", "default", "sum", "same", "zero"]


Verb: TypeAlias = Literal["take", "force", "ask", "run", "grow", "free", "crowd"]


class Prompt(TypedDict):
    """One sequence; tokens are ids from 0 to 999,999."""

    name: str
    tokens: list[int]


class Op(TypedDict):
    """One operation, as the driver describes them."""

    do: Verb
    seq: str
    n: int


class Scenario(TypedDict):
    """A pool, sequences, and what is done with them in order."""

    blocks: int
    size: int
    hash: HashName
    prompts: list[Prompt]
    ops: list[Op]


class State(TypedDict):
    """What is public after a step; `map` holds [hash, block], sorted.

    `altered` says what nobody may touch and somebody did: "status of A", "hash_fn got ...".
    """

    free: list[Number]
    refs: list[Number]
    map: list[list[Number]]
    tables: dict[str, list[Number]]
    cached: dict[str, Number]
    altered: list[str]


class Raised(TypedDict):
    """An exception in place of an answer."""

    raised: str


Answer: TypeAlias = int | str | Raised


class Step(TypedDict):
    """What one operation answered, and the state after it (None: it could not be read)."""

    op: int
    answers: list[Answer]
    state: State | None
    said: str
    line: int


class Observation(TypedDict):
    """A whole run: the constructor, then every operation that made sense."""

    steps: list[Step]


VALUE_ERROR: Raised = {"raised": "ValueError"}
