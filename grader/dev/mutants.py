"""The programs under grader/mutants/NAME: wrong ones that must fail, right ones that must pass."""

import tomllib
from dataclasses import dataclass
from typing import Any

from grader.catalogue import Drill
from grader.error import DrillError


@dataclass(frozen=True)
class Wrong:
    """A wrong program: what its author believes, and the rule that it breaks."""

    name: str
    why: str
    rule: str
    text: str
    kind: str  # "engine" for a fault that a real engine had, "attempt" for a whole file, "mistake"
    source: str  # where that engine had it, "" for none


@dataclass(frozen=True)
class Right:
    """A right program of another make than the reference."""

    name: str
    text: str


def wrong(drill: Drill) -> list[Wrong]:
    """Return the wrong programs of a drill, their texts made."""
    path = drill.mutants / "wrong.toml"
    if not path.is_file():
        return []
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Wrong(
            name=entry["name"],
            why=entry["why"],
            rule=entry["rule"],
            text=_text(drill, entry),
            kind="engine" if entry.get("source") else "attempt" if "file" in entry else "mistake",
            source=entry.get("source", ""),
        )
        for entry in table["mutant"]
    ]


def right(drill: Drill) -> list[Right]:
    """Return the right programs of a drill, the reference first."""
    texts = [Right("reference", drill.reference.read_text(encoding="utf-8"))]
    paths = sorted((drill.mutants / "right").glob("*.py"))
    return texts + [Right(path.stem, path.read_text(encoding="utf-8")) for path in paths]


def _text(drill: Drill, entry: dict[str, Any]) -> str:
    if "file" in entry:
        file: str = entry["file"]
        return (drill.mutants / "wrong" / file).read_text(encoding="utf-8")
    text = drill.reference.read_text(encoding="utf-8")
    edits: list[list[str]] = entry["edits"]
    for find, replace in edits:
        if text.count(find) != 1:
            times = text.count(find)
            raise DrillError(
                f"{drill.name}/{entry['name']}: {find!r} stands {times} times in the reference",
                hint="an edit must find exactly one place",
            )
        text = text.replace(find, replace)
    return text
