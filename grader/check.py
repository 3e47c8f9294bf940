"""What a hidden check sees and what it answers.

A check is a function of one `Run`. It answers `Told.HELD`, `Told.IDLE` when this run could not have
broken its rule (nothing was preempted, say, so the rule on victims was not at stake), or the first
`Difference`. Left out: how scenarios are made (`scenario.py`) and which rule is told first
(`judge.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from grader.plain import Plain

Scenario: TypeAlias = dict[str, Plain]  # one input of a run, whole: a workload or a list of calls


@dataclass(frozen=True, eq=False)
class Run:
    """One scenario, played on the reference (`must`) and on the learner's file (`got`).

    Hashed by identity, so that several checks can share one analysis through `lru_cache`.
    """

    scenario: Scenario
    must: Plain
    got: Plain


class Told(Enum):
    """What a check says when the rule is not broken."""

    HELD = "held"
    IDLE = "idle"


@dataclass(frozen=True)
class Row:
    """One line of the table that a person sees; a cell may hold several lines of text."""

    label: str  # "3" for step 3, or the call: "evict(2)"
    must: str  # what the rule demands here, in words
    got: str  # what the learner's code did, in the same words


@dataclass(frozen=True)
class Difference:
    """Where a run breaks a rule: rows up to and including the first that differs.

    `heading` names the first column ("step", "call"); `before` is a picture of the state before the
    last row, in plain characters, or None.
    """

    rows: tuple[Row, ...]
    heading: str = "step"
    before: str | None = None


Check: TypeAlias = Callable[[Run], Difference | Told]
