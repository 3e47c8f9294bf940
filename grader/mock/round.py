"""Rounds: what is asked in a mock interview, read from TOML, so that a team can add its own."""

import tomllib
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from grader import catalogue
from grader.error import DrillError, reason
from grader.mock import hunt
from grader.mock.graft import functions
from grader.quiz.draw import draw

FOLDER = Path(__file__).parent / "rounds"
MOST_MINUTES = 600

Kind: TypeAlias = Literal["code", "hunt", "quiz", "say"]
LISTS = ("keeps", "write", "drop", "hunts", "checklist")  # of texts
ROUND_KEYS = ("name", "title", "about", "part")


@dataclass(frozen=True)
class Part:
    """One part of a round.

    code: `drill` is written, from its stub, from the answer with the functions in `write` emptied
    and those in `drop` left out, or (`follows`, a part counted from 1) from the learner's own file
    of an earlier part; the rules of the drills in `keeps` go on being checked. `request` is what
    the interviewer says. hunt: one of `hunts`, by the seed, all of them if none is named.
    quiz: `questions` of `topic` ("" is any). say: the talk of `drill`, or `request` with a
    `checklist`.
    """

    kind: Kind
    title: str
    minutes: float
    drill: str = ""
    grades: int = 3
    follows: int = 0
    keeps: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    request: str = ""
    hunts: tuple[str, ...] = ()
    questions: int = 0
    topic: str = ""
    checklist: tuple[str, ...] = ()


@dataclass(frozen=True)
class Round:
    """A whole round; `table` is the plain data it was read from."""

    name: str
    title: str
    about: str
    parts: tuple[Part, ...]
    table: dict[str, Any]

    @property
    def minutes(self) -> float:
        """Return how long it takes."""
        return sum(part.minutes for part in self.parts)

    @property
    def drills(self) -> tuple[str, ...]:
        """Return the drills that it is about, each once."""
        named = [d for part in self.parts for d in (part.drill, *part.keeps) if d]
        return tuple(dict.fromkeys(named))

    def lasting(self, minutes: float) -> "Round":
        """Return the same round in another time, every part stretched alike."""
        if not 0 < minutes <= MOST_MINUTES:
            raise DrillError(
                f"a round cannot take {minutes:g} minutes",
                hint=f"above 0, up to {MOST_MINUTES}: --minutes {self.minutes:g}",
            )
        factor = minutes / self.minutes
        parts = tuple(replace(part, minutes=part.minutes * factor) for part in self.parts)
        rows = [{**row, "minutes": row["minutes"] * factor} for row in self.table["part"]]
        return replace(self, parts=parts, table={**self.table, "part": rows})


def names() -> list[str]:
    """Return the names of the rounds that come with the drills, the shortest first."""
    rounds = [load(path.stem) for path in FOLDER.glob("*.toml")]
    return [one.name for one in sorted(rounds, key=lambda one: (one.minutes, one.name))]


def load(name: str) -> Round:
    """Return a round by its name, or from a TOML file of your own: load("ours.toml")."""
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not path.is_file():
        known = names() if path.parent == FOLDER else []
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "drill mock --list  shows all"
        raise DrillError(f"there is no round {name!r}", hint=hint)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DrillError(f"{path} cannot be read: {reason(error)}") from error
    return of_table({"name": path.stem, **table})


def of_table(table: dict[str, Any]) -> Round:
    """Return the round that plain data describes; a DrillError names what is wrong in it."""
    name = str(table.get("name", "?"))
    for key in table:
        if key not in ROUND_KEYS:
            raise _wrong(name, f"has a key {key!r}; known are {', '.join(ROUND_KEYS)}")
    rows = table.get("part")
    if not isinstance(rows, list) or not rows:
        raise _wrong(name, "has no part: write at least one [[part]]")
    parts = [_part(name, n, row) for n, row in enumerate(cast(list[object], rows), 1)]
    for number, part in enumerate(parts, 1):
        _check(name, number, part, parts)
    for key in ("title", "about"):
        if not isinstance(table.get(key, ""), str):
            raise _wrong(name, f"has a {key} that is no text")
    about = str(table.get("about", ""))
    return Round(name, str(table.get("title", name)), about, tuple(parts), table)


def _part(name: str, number: int, row: Any) -> Part:
    known = {field.name: field.type for field in fields(Part)}
    if not isinstance(row, dict):
        raise _wrong(name, f"part {number} is no table")
    entries = cast(dict[str, Any], row)
    for key, value in entries.items():
        if key not in known:
            raise _wrong(name, f"part {number} has a key {key!r}; known are {', '.join(known)}")
        if not _fits(key, value):
            raise _wrong(name, f"part {number} has {key} = {value!r}")
    for key in ("kind", "title", "minutes"):
        if key not in entries:
            raise _wrong(name, f"part {number} has no {key}")
    row_: dict[str, Any] = {k: tuple(v) if k in LISTS else v for k, v in entries.items()}
    return Part(**row_)


def _fits(key: str, value: Any) -> bool:
    if key in LISTS:
        return isinstance(value, list) and all(
            isinstance(v, str) for v in cast(list[object], value)
        )
    if key == "minutes":
        return type(value) in (int, float) and 0 < value <= MOST_MINUTES
    if key in ("grades", "follows", "questions"):
        return type(value) is int and 0 <= value <= 100
    if key == "kind":
        return value in get_args(Kind)
    return isinstance(value, str)


def _check(name: str, number: int, part: Part, parts: list[Part]) -> None:
    """Refuse a part that could not be held: drills that are not there, nothing to ask."""
    for drill in (part.drill, *part.keeps):
        if drill:
            catalogue.find(drill)
    for one in part.hunts:
        hunt.load(one)
    lacks = {
        "code": "" if part.drill else "does not say which drill is written",
        "hunt": "",
        "quiz": "" if part.questions else "asks no questions: questions = 10",
        "say": "" if part.drill or part.checklist else "needs a drill, or a checklist of its own",
    }
    if lacks[part.kind]:
        raise _wrong(name, f"part {number} {lacks[part.kind]}")
    if part.kind == "quiz":
        draw(0, part.questions, part.topic or None)  # raises if there are not so many
    _check_file(name, number, part, parts)


def _check_file(name: str, number: int, part: Part, parts: list[Part]) -> None:
    """Refuse a part whose file could not be made."""
    earlier = [p.kind for p in parts[: number - 1]]
    if part.keeps and not part.follows:
        raise _wrong(name, f"part {number} keeps rules of a file that it does not go on from")
    if part.follows and (part.follows >= number or earlier[part.follows - 1] != "code"):
        raise _wrong(name, f"part {number} follows part {part.follows}, no code part before it")
    if not part.write and not part.drop:
        return
    known = functions(catalogue.find(part.drill).reference.read_text(encoding="utf-8"))
    for one in (*part.write, *part.drop):
        if one not in known:
            raise _wrong(name, f"part {number} empties {one!r}, which {part.drill} has not")


def _wrong(name: str, what: str) -> DrillError:
    return DrillError(f"the round {name!r} {what}", hint="docs/mock.md says how one is written")
