"""Every bug hunt: untouched it fails as reported, mended it passes, painted over it does not."""

import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from grader import catalogue
from grader.judge import judge
from grader.mock import hunt
from grader.mock.hunt import Hunt
from grader.report import Report

NAMES = hunt.names()
SEED = 11


def played(one: Hunt, text: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Play the incident with `text` as the file to mend, as a learner would."""
    files = one.files() | {f"{one.drill}.py": text}
    folder.mkdir()
    for name, body in files.items():
        (folder / name).write_text(body, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "incident.py"], cwd=folder, capture_output=True, text=True, check=False
    )


def steps(log: str) -> dict[int, str]:
    """Return what a log says of each step."""
    found: dict[int, str] = {}
    number = 0
    for line in log.split("\nSEEN:")[0].splitlines():
        if line.startswith("step "):
            number = int(line.split()[1])
        found[number] = f"{found.get(number, '')}{line}\n"
    return found


@lru_cache(maxsize=64)
def graded(drill: str, text: str) -> Report:
    """Grade a text; the right one of a drill is that of several hunts."""
    return judge(catalogue.find(drill), text, seed=SEED)


def test_there_are_many() -> None:
    assert len(NAMES) >= 8


@pytest.mark.parametrize("name", NAMES)
def test_a_hunt_keeps_what_it_promises(name: str, tmp_path: Path) -> None:
    one = hunt.load(name)

    wrong, right, hidden = (
        played(one, text, tmp_path / folder)
        for text, folder in ((one.wrong, "wrong"), (one.right, "right"), (one.hidden, "hidden"))
    )

    # untouched it fails, by the symptom and by the rule
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert f"SEEN: {one.shows}" in wrong.stdout
    report = graded(one.drill, one.wrong)
    assert report.counterexample is not None
    assert report.counterexample.rule == one.rule
    # the known repair passes
    assert (right.returncode, right.stderr) == (0, "")
    assert graded(one.drill, one.right).status == "passed"
    # the step that is asked for is the first one that differs
    seen, must = steps(wrong.stdout), steps(right.stdout)
    differing = [n for n in sorted(seen.keys() | must.keys()) if seen.get(n) != must.get(n)]
    assert differing[0] == one.step
    # a repair of the symptom alone shows nothing strange and does not pass
    assert (hidden.returncode, hidden.stderr) == (0, "")
    assert graded(one.drill, one.hidden).status == "failed"


@pytest.mark.parametrize("name", NAMES)
def test_a_hunt_says_where_its_fault_was_public_and_hides_it_in_a_whole_engine(name: str) -> None:
    one = hunt.load(name)
    lines = sum(len(t.splitlines()) for f, t in one.files().items() if f.endswith(".py"))

    assert all(link.startswith("https://github.com/") for link in one.reports)
    assert one.reports
    assert lines > 400
    assert 0 < one.lines <= 6
    assert "Subtle" not in "".join(one.files().values())


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", 1),
        ("a\nb\n", "a\nb\n\n\n", 0),
        ("a\nb\n", "a\n", 1),
        ("a\n", "x\ny\nz\na\n", 3),
    ],
)
def test_the_size_of_a_change(before: str, after: str, lines: int) -> None:
    assert hunt.changed(before, after) == lines


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('rule = "r4"\nstep = 2\nwhy = "seat"', True),
        ('rule = "R4"\nstep = 3', False),
        ('rule = "R5"\nstep = 2', False),
        ('rule = "R4"\nstep = "2"', False),
        ('rule = "R4"\nstep = true', False),
        ("", False),
        ("rule = R4", False),
    ],
)
def test_only_rule_and_step_together_are_the_answer(text: str, right: bool) -> None:
    one = hunt.load("guest-without-a-seat")

    assert hunt.answered(one, text)["right"] is right
