"""A clock that the test sets, attempts without grading, and the command in this process."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import pytest

from grader import catalogue, history
from grader.check import Difference, Row
from grader.cli.app import run
from grader.report import ALL, Counterexample, Report, RuleReport, Status

MINUTE, DAY = 60.0, 86400.0
NOON = 1_764_417_600.0  # 29 November 2025, 12:00 in UTC


@dataclass
class Clock:
    """What `time.time` says: a millisecond more each time, and what a test adds."""

    now: float = NOON

    def tell(self) -> float:
        """Return the time; no two things happen at one moment."""
        self.now += 0.001
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


class Said(NamedTuple):
    """What a command ended in."""

    code: int
    out: str
    err: str


Say: TypeAlias = Callable[..., Said]
Grade: TypeAlias = Callable[..., Report]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "time", made.tell)
    return made


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Return a function that runs a command line in this process."""

    def command(*arguments: str) -> Said:
        capsys.readouterr()
        code = run(list(arguments))
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return command


def report(drill: str, status: Status = "passed", broken: tuple[str, ...] = ()) -> Report:
    """Return the report of a grade in which these rules were broken and all others held."""
    rules = tuple(
        RuleReport(rule.id, rule.says, "failed" if rule.id in broken else "ok", 5)
        for rule in catalogue.find(drill).rules
    )
    made = Report(drill, f"{drill}.py", ALL, status, rules, 0x2A, 5, "ab", 0.5)
    if broken:
        differs = Difference((Row("1", "2", "3"),))
        told = Counterexample(
            broken[0], "", "r1-0000", {"x": 1}, (), differs, True, len(broken) - 1
        )
        return replace(made, status="failed", counterexample=told)
    return made


@pytest.fixture
def grade(clock: Clock) -> Grade:
    """Return a function that records one attempt, as if the file had just been graded."""

    def record(drill: str, source: str, *broken: str, **fields: Any) -> Report:
        return history.record(replace(report(drill, broken=broken), **fields), source)

    return record
