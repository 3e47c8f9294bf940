"""What is said on the way, and what the table counts."""

import sys
from dataclasses import replace
from io import StringIO

import pytest

from grader.batch.summary import Summary, why
from grader.report import Problem
from grader.screen.progress import Progress, span
from tests.formats.verdicts import VERDICTS


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.4, "0 s"), (59.9, "59 s"), (75, "1 min 15 s"), (4000, "1 h 6 min"), (90_000, "25 h 0 min")],
)
def test_a_time_is_said_in_the_units_of_a_person(seconds: float, said: str) -> None:
    assert span(seconds) == said


def test_a_terminal_has_one_line_that_is_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = StringIO()
    screen.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", screen)
    clock = iter(float(second) for second in range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))

    progress = Progress(4, done=1)
    progress.step()
    shown = screen.getvalue()
    progress.end()

    assert shown.startswith("\r  2 of 4 ")
    assert "a second" in shown
    assert "left" in shown
    assert "\n" not in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K\x1b[K")


def test_a_log_has_a_line_now_and_then_and_no_control_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    clock = iter(4.0 * step for step in range(1000))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))

    progress = Progress(100)
    for _ in range(100):
        progress.step()

    lines = log.getvalue().splitlines()
    assert 10 < len(lines) < 100
    assert "\x1b" not in log.getvalue()
    assert lines[-1].startswith("  ")


def test_the_table_counts_each_verdict_once_and_by_its_reason() -> None:
    summary = Summary()
    for report in VERDICTS.values():
        summary.add({**report.to_json(), "drill": "batching"})

    counts = {(status, reason): n for (_, status, reason), n in summary.counts.items()}

    assert sum(counts.values()) == len(VERDICTS)
    assert counts["passed", ""] == 3
    assert counts["failed", "R1"] == 4
    assert counts["limit", "memory"] == 1
    assert summary.levels == {"strong": len(VERDICTS) - 1}  # one was never run
    shown = "\n".join(summary.screen())
    assert "passed                       3" in shown
    assert "R1                         4" in shown


@pytest.mark.parametrize("kind", ["", "\x1b[2J", "a word\nR1", "x" * 100, "=1+1"])
def test_a_forged_kind_of_problem_is_unknown(kind: str) -> None:
    forged = replace(VERDICTS["crash"], problem=Problem(kind, "forged"))

    assert why(forged.to_json()) == "unknown"
    assert why(VERDICTS["crash"].to_json()) == "crash"
    assert why(VERDICTS["passed"].to_json()) == ""
