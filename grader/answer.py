"""What a worker may answer: a closed set, each kind with a name."""

from dataclasses import dataclass
from typing import TypeAlias

from grader.clean import short
from grader.plain import Plain

LIMITS = (
    "memory",
    "processes",
    "reply",
)  # that a worker itself notices; the others the judge keeps
UNFIT = ("syntax", "import", "missing", "signature")
LINES = 1 << 20  # no file that is graded has more


@dataclass(frozen=True)
class Seen:
    """The worker played the scenario: plain data, not yet believed."""

    observation: Plain


@dataclass(frozen=True)
class Unwritten:
    """The learner's code raised NotImplementedError at this line: "write schedule()"."""

    says: str
    line: int


@dataclass(frozen=True)
class Unfit:
    """The file cannot be graded: `kind` is syntax, import, missing or signature.

    `name` and `expected` say which name the contract asks for and how, for the last two kinds.
    """

    kind: str
    says: str
    line: int
    name: str = ""
    expected: str = ""


@dataclass(frozen=True)
class Hit:
    """A limit was hit: time, memory, output, reply or grade."""

    limit: str
    says: str


@dataclass(frozen=True)
class Crashed:
    """The process ended, or the driver could not go on, or a frame was forged."""

    says: str
    line: int = 0


Answer: TypeAlias = Seen | Unwritten | Unfit | Hit | Crashed


def of_scenario(frame: dict[str, Plain]) -> Answer:
    """Return what a worker's reply to one scenario says."""
    if "seen" in frame:
        return Seen(frame["seen"])
    if frame.get("limit") in LIMITS:
        return Hit(_text(frame, "limit"), _text(frame, "says"))
    if type(problem := frame.get("unwritten")) is dict:
        return Unwritten(_text(problem, "says"), _line(problem))
    if type(problem := frame.get("crashed")) is dict and (raised := _text(problem, "raised")):
        says = f"{raised}: {_text(problem, 'says')}".removesuffix(": ")
        return Crashed(says, _line(problem))
    return Crashed("the worker sent a reply of an unknown kind")


def of_import(frame: dict[str, Plain]) -> Answer | None:
    """Return what was wrong when the candidate was loaded, None for nothing."""
    if frame == {"loaded": True}:
        return None
    if frame.get("limit") in LIMITS:
        return Hit(_text(frame, "limit"), _text(frame, "says"))
    if frame.get("problem") not in UNFIT:
        return Crashed("the worker sent a reply of an unknown kind")
    says = _text(frame, "says")
    if "raised" in frame:
        says = f"{_text(frame, 'raised')}: {says}".removesuffix(": ")
    return Unfit(
        kind=_text(frame, "problem"),
        says=says,
        line=_line(frame),
        name=_text(frame, "name"),
        expected=_text(frame, "expected"),
    )


def _text(frame: dict[str, Plain], key: str) -> str:
    value = frame.get(key)
    return short(value) if type(value) is str else ""


def _line(frame: dict[str, Plain]) -> int:
    value = frame.get("line")
    return value if type(value) is int and 0 < value < LINES else 0
