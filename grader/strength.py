"""What a drill's rules were measured to reject: `drill dev check --record` and `grader.dev.mutate`.

A record holds a digest of everything that its figures depend on; once a file changes, they are not
shown until they were measured again. Left out: the measuring (`grader/dev/`).
"""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grader.catalogue import ROOT, Drill

KINDS = {  # kind of a wrong program -> how people call several of them
    "engine": "faults of real engines",
    "attempt": "whole attempts",
    "mistake": "single mistakes",
}


@dataclass(frozen=True)
class Rejection:
    """One wrong program, and how it was rejected; `rule` is a rule's id or "limit"."""

    name: str
    kind: str  # of KINDS
    rule: str
    size: int  # of the counterexample that a person is shown, in `unit`
    unit: str  # "requests" or "operations"; "" where a limit or a large scenario told
    median: int  # scenarios played until one broke a rule, over all seeds
    worst: int
    seconds: float  # of the slowest grade, shrinking included


@dataclass(frozen=True)
class Strength:
    """The kill sheet of a drill; all zero when it was not measured since something changed."""

    known: int = 0  # wrong programs
    rejected: int = 0
    kinds: dict[str, int] = field(default_factory=dict[str, int])  # of the rejected
    rules: dict[str, int] = field(default_factory=dict[str, int])  # of the rejected, by what told
    seeds: int = 0
    right: int = 0  # right programs, every one of them accepted
    mutants: int = 0  # changed in one place of the answer by a machine
    killed: int = 0
    given: int = 0  # lives, in a line that the stub hands over
    equivalent: int = 0  # lives, and does what the answer does


NOT_MEASURED = Strength()


def strength(drill: Drill) -> Strength:
    """Return what was measured of the drill's files as they are now."""
    programs = _load(drill, "strength.json", digest(drill))
    mutants = _load(drill, "mutants.json", judging(drill))
    rejections = rejected(drill)
    return Strength(
        known=programs.get("known", 0),
        rejected=len(rejections),
        kinds=dict(Counter(rejection.kind for rejection in rejections)),
        rules=dict(Counter(rejection.rule for rejection in rejections)),
        seeds=programs.get("seeds", 0),
        right=programs.get("right", 0),
        mutants=mutants.get("mutants", 0),
        killed=mutants.get("killed", 0),
        given=mutants.get("given", 0),
        equivalent=mutants.get("equivalent", 0),
    )


def rejected(drill: Drill) -> list[Rejection]:
    """Return how each wrong program was rejected, as far as that was measured and still holds."""
    rows = _load(drill, "strength.json", digest(drill)).get("wrong", [])
    return [Rejection(**row) for row in rows]


def record(drill: Drill, rejections: list[Rejection], known: int, right: int, seeds: int) -> None:
    """Write down what was measured just now, each wrong program with so many seeds."""
    head = {"digest": digest(drill), "known": known, "right": right, "seeds": seeds}
    rows = ",\n  ".join(json.dumps(asdict(rejection)) for rejection in rejections)
    text = f'{json.dumps(head)[:-1]}, "wrong": [\n  {rows}\n]}}\n'
    (drill.mutants / "strength.json").write_text(text, encoding="utf-8")


def record_mutants(drill: Drill, killed: int, given: int, equivalent: int) -> None:
    """Write down what became of the mutants of the answer."""
    total = killed + given + equivalent
    table = {"digest": judging(drill), "mutants": total, "killed": killed}
    table |= {"given": given, "equivalent": equivalent}
    path = drill.mutants / "mutants.json"
    path.write_text(json.dumps(table) + "\n", encoding="utf-8")


def digest(drill: Drill) -> str:
    """Return a digest of what judges the drill, and of its right and wrong programs."""
    programs = [drill.mutants / "wrong.toml", *sorted(drill.mutants.glob("*/*.py"))]
    return _digest([*_judging(drill), *programs])


def judging(drill: Drill) -> str:
    """Return a digest of what judges the drill: reference, driver, checks."""
    return _digest(_judging(drill))


def _load(drill: Drill, name: str, wanted: str) -> dict[str, Any]:
    path = drill.mutants / name
    if not path.is_file():
        return {}
    table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table if table["digest"] == wanted else {}


def _judging(drill: Drill) -> list[Path]:
    return [
        drill.reference,
        *(drill.folder / name for name in ("drill.toml", "driver.py", "given.py", "stub.py")),
        *sorted((ROOT / "grader" / "properties" / drill.name).glob("*.py")),
    ]


def _digest(files: list[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        if file.is_file():
            whole.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:16]
