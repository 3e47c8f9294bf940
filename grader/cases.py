"""Scenarios that are kept beside the learner's file: failing ones, and those of cases.toml.

Failing ones are small JSON files that a grade saves; cases.toml is the learner's own. Both are
checked before they are played. Left out: what a new cases.toml says (`template.py`).
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

from grader import file
from grader.catalogue import Drill
from grader.check import Scenario
from grader.error import DrillError, reason
from grader.folder import Place
from grader.line import line_of
from grader.misfit import may_be_absent, misfit
from grader.plain import Plain
from grader.report import Counterexample

SAVED = "cases"  # subfolder with the failing scenarios
OWN = "cases.toml"
LESSON = "lesson"  # the name under which `drill trace` knows the worked run
NAME = re.compile(r"[A-Za-z0-9_-]+")


def save(place: Place, found: Counterexample) -> None:
    """Keep a failing scenario beside the learner's file, to be played first next time."""
    folder = place.file.parent / SAVED
    body = {"drill": place.drill.name, "rule": found.rule, "scenario": found.scenario}
    try:
        folder.mkdir(exist_ok=True)
        text = json.dumps(body, indent=1)
        file.write(folder / f"{found.case}.json", text + "\n")
    except OSError as error:
        raise DrillError(f"{folder} cannot be written: {reason(error)}", code=70) from error


def load(place: Place) -> dict[str, Scenario]:
    """Return all scenarios kept beside a file by name, failing ones first; {} elsewhere."""
    if not place.has_cases:
        return {}
    saved = {path.stem: _saved(place.drill, path) for path in saved_files(place)}
    own = _own(place.drill, place.file.parent / OWN)
    for name in own:
        if name in saved:
            raise DrillError(f"{OWN}: {name} is the name of a saved case", hint="rename yours")
    return {**saved, **own}


def names(place: Place) -> list[str]:
    """Return the names of all that is kept, without looking whether it can be played."""
    if not place.has_cases:
        return []
    try:
        own = tomllib.loads((place.file.parent / OWN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        own = {}
    return [*(path.stem for path in saved_files(place)), *own]


def find(place: Place, name: str) -> Scenario:
    """Return one of the kept scenarios; an unknown name is an error that lists them."""
    kept = load(place)
    if name not in kept:
        known = f"kept here: {', '.join(kept)}" if kept else "no case is saved here"
        raise DrillError(f"no case is saved as {name!r}", hint=known)
    return kept[name]


def saved_files(place: Place) -> list[Path]:
    """Return the files of the saved cases, by name."""
    return sorted((place.file.parent / SAVED).glob("*.json"))


def _saved(drill: Drill, path: Path) -> Scenario:
    try:
        scenario = json.loads(path.read_text(encoding="utf-8"))["scenario"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        problem = f"{path} is not a saved case ({type(error).__name__})"
        raise DrillError(problem, hint="delete it or mend it") from error
    problem = _problem(drill, scenario)[1]
    if problem:
        raise DrillError(f"{path}: {problem}", hint="delete it or mend it")
    return dict(scenario)


def _own(drill: Drill, path: Path) -> dict[str, Scenario]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise DrillError(f"{path} cannot be read: {reason(error)}") from error
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, *_told(str(error), text)) from error
    return {name: _one(drill, path, text, name, value) for name, value in tables.items()}


def _one(drill: Drill, path: Path, text: str, name: str, table: Plain) -> Scenario:
    """Return one scenario of cases.toml, or say in which line it is not one."""
    if not isinstance(table, dict):
        raise _refused(path, line_of(text, (name,)), f"{name} belongs to no scenario")
    if name == LESSON or not NAME.fullmatch(name):
        says = f"no scenario can be called {name!r}; use letters, digits, _ and -"
        raise _refused(path, line_of(text, (name,)), says)
    from grader.material import material

    scenario = _completed(table, material(drill).scenario)
    where, problem = _problem(drill, scenario)
    if problem:
        raise _refused(path, line_of(text, (name, *where)), f"{name}: {problem}")
    return scenario


def _problem(drill: Drill, scenario: Any) -> tuple[tuple[str | int, ...], str]:
    """Return where a scenario is wrong and what is wrong there, "" for nothing."""
    from grader.material import material

    held = material(drill)
    wrong = misfit(scenario, held.scenario)
    if wrong:
        return wrong.path, f"{_dotted(wrong.path)} {wrong.says}".strip()
    if not held.is_valid(scenario):
        return (), "has the right fields, but the task allows no such scenario (see task.md)"
    return (), ""


def _completed(table: Scenario, kind: object) -> Scenario:
    """Return a table with None for each field that may be None and is not there."""
    hints = get_type_hints(kind) if is_typeddict(kind) else {}
    absent: Scenario = {name: None for name, hint in hints.items() if may_be_absent(hint)}
    return {**absent, **table}


def _dotted(path: tuple[str | int, ...]) -> str:
    """Return a path as a person reads it: ("requests", 1, "prompt") is "requests[1].prompt"."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _told(says: str, text: str) -> tuple[int, str]:
    """Return the line that a TOML error names, and the error without it."""
    found = re.search(r" \(at line (\d+), column \d+\)", says)
    if found:
        return int(found[1]), says.replace(found[0], "")
    return text.count("\n") + 1, says.replace(" (at end of document)", "")


def _refused(path: Path, line: int, says: str) -> DrillError:
    return DrillError(
        f"{path}:{line}  {says}", hint="the comments at its top say what each field is"
    )
