"""Write the skeleton of a new drill: every file that `drill dev check` will ask for."""

from pathlib import Path

from grader.catalogue import ROOT
from grader.error import DrillError

TEXTS = {
    "drills/{name}/drill.toml": """title = "{name}"
minutes = 20
level = 2
rounds = []

[[rule]]
id = "R1"
says = "double(n) is twice n"
means = "Say here what breaking it means."
needs = []
""",
    "drills/{name}/task.md": """# {name}

Say what is asked for, then the rules.

- R1 `double(n)` is twice n.
""",
    "drills/{name}/stub.py": '''"""{name}: write double()."""


def double(n: int) -> int:
    """Return twice `n`; double(4) is 8."""
    raise NotImplementedError("write double()")
''',
    "drills/{name}/driver.py": '''"""Plays one scenario of {name}."""

from typing import Any

from grader.plain import Plain, attempt


def run(module: Any, scenario: dict[str, Any]) -> Plain:
    """Return what double() answers."""
    return {{"double": attempt(module.double, scenario["n"])}}
''',
    "drills/{name}/test_examples.py": '''"""A few examples to run yourself: pytest."""

from {name} import double


def test_four_doubled_is_eight() -> None:
    """The worked number of the statement."""
    assert double(4) == 8
''',
    "drills/{name}/hints.md": """# Hints

## R1

1. What is two of something?
2. Which operator repeats a sum?
3. Write n, a sign, n.
""",
    "drills/{name}/talk.md": """# Talk

## Say it

## Follow-ups

## Checklist

## Real engines
""",
    "reference/{name}.py": '''"""{name}: the answer."""


def double(n: int) -> int:
    """Return twice `n`; double(4) is 8."""
    return 2 * n
''',
    "grader/properties/{name}/__init__.py": '''"""Hidden checks of the drill `{name}`.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `scenarios.py`: which scenarios are allowed, and random ones; `telling.py`: fixed ones;
3. `words.py`: what a person reads;
4. `rules.py`: one check a rule.
"""

from grader.properties.{name}.rules import RULES
from grader.properties.{name}.scenarios import SCENARIOS, is_valid
from grader.properties.{name}.shapes import Observation, Scenario
from grader.properties.{name}.telling import TELLING
from grader.properties.{name}.words import show

__all__ = ["RULES", "SCENARIOS", "TELLING", "Observation", "Scenario", "is_valid", "show"]
''',
    "grader/properties/{name}/shapes.py": '''"""What a scenario and an observation look like."""

from typing import TypedDict

from grader.plain import Plain


class Scenario(TypedDict):
    """One call."""

    n: int


class Observation(TypedDict):
    """What the driver saw."""

    double: dict[str, Plain]
''',
    "grader/properties/{name}/scenarios.py": '''"""Which scenarios are allowed, and random ones."""

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.scenario import digits


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows this input."""
    return True


SCENARIOS: SearchStrategy[check.Scenario] = digits(100).map(lambda drawn: {{"n": drawn[0]}})
''',
    "grader/properties/{name}/telling.py": '''"""Fixed scenarios, each by what it tells."""

from grader import check

TELLING: dict[str, check.Scenario] = {{"nothing": {{"n": 0}}, "one": {{"n": 1}}}}
''',
    "grader/properties/{name}/words.py": '''"""What a person reads."""

from grader import check


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines."""
    return [f"n = {{scenario['n']}}"]
''',
    "grader/properties/{name}/rules.py": '''"""One check a rule."""

from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.properties.{name}.shapes import Observation, Scenario


def double_is_twice_n(run: Run) -> Difference | Told:
    """R1: double(n) is twice n."""
    n, got = cast(Scenario, run.scenario)["n"], cast(Observation, run.got)["double"]
    if got == {{"returned": 2 * n}}:
        return Told.HELD
    return Difference((Row(f"double({{n}})", str(2 * n), str(got)),), heading="call")


RULES: dict[str, Check] = {{"R1": double_is_twice_n}}
''',
    "grader/mutants/{name}/wrong.toml": """[[mutant]]
name = "squares"
why = "Takes twice for the square."
rule = "R1"
edits = [["return 2 * n", "return n * n"]]
""",
}


def new(name: str) -> list[Path]:
    """Write the files of a drill called `name`; return their paths. Nothing is overwritten."""
    if not name.isidentifier() or not name.islower() or "_" in name:
        raise DrillError(f"{name!r} is no name for a drill", hint="a single word in small letters")
    paths = {ROOT / path.format(name=name): text for path, text in TEXTS.items()}
    there = [path for path in paths if path.exists()]
    if there:
        raise DrillError(f"{there[0]} is there already; nothing was written")
    for path, text in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(name=name), encoding="utf-8")
    return list(paths)
