"""The limit on a whole grade: what the learner's code takes, not what a busy machine takes."""

from itertools import count

import pytest

from grader.catalogue import find
from grader.judge import judge
from grader.limits import Limits

BATCHING = find("batching")
SLEEPS = """
import time

_at_once = simulate_static


def simulate_static(out_lens, batch_size):
    time.sleep(0.02)
    return _at_once(out_lens, batch_size)
"""


def _dawdling() -> str:
    """Return a right program of which each call sleeps; 600 scenarios take a dozen seconds."""
    return BATCHING.reference.read_text(encoding="utf-8") + SLEEPS


def test_a_grade_that_takes_too_long_is_a_limit_that_is_named() -> None:
    report = judge(BATCHING, _dawdling(), seed=1, limits=Limits(grade_seconds=0.5))

    assert report.status == "limit"
    assert report.problem is not None
    assert report.problem.says == "the whole grade took over 0.5 s"


def test_time_without_a_core_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = count(0, 100.0)  # each look finds that another 100 s went by without a core

    def waited_seconds(_: int) -> float:
        return next(waited)

    monkeypatch.setattr("grader.judge.waited_seconds", waited_seconds)

    report = judge(BATCHING, _dawdling(), seed=1, scenarios=60, limits=Limits(grade_seconds=0.1))

    assert report.status == "passed"
    assert report.seconds > 0.1
