"""The tables fit the terminal, lose no word of what they say, and read in ASCII."""

import re

import pytest

from grader import history
from tests.history.conftest import MINUTE, Clock, Grade, Say


@pytest.fixture(autouse=True)
def recorded(grade: Grade, clock: Clock) -> None:
    history.note("preemption", "start")
    grade("preemption", "x = 1", "R1", "R4")
    for _ in range(12):
        history.note("preemption", "hint", "R1")
    grade("preemption", "x = 2", scope="rule R1 only", disclosure="mock")
    clock.wait(59 * MINUTE)
    grade("preemption", "x = 3")
    history.keep("preemption", "preemption.py", "restore", b"x = 3")


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("history", ["preemption", "1", "failed R1", "r1-0000", "0000002a", "12", "(restore)"]),
        ("history", ["passed (rule R1 only, mock)", "59 min 0 s"]),
        ("status", ["preemption", "passed", "59 min 0 s", "tomorrow", "1 of 6", "queues"]),
        ("due", ["preemption", "tomorrow", "today, attempt 3", "59 min 0 s", "12", "hard"]),
    ],
)
def test_a_table_fits_and_says_everything(
    say: Say, monkeypatch: pytest.MonkeyPatch, command: str, words: list[str], columns: int
) -> None:
    tables: list[str] = []
    for width in (100, columns):
        monkeypatch.setenv("COLUMNS", str(width))
        tables.append(say(command).out.split("\n\n  drill ")[0])

    wide, narrow = tables
    assert [word for word in words if word not in wide] == []
    assert max(map(len, narrow.splitlines())) <= columns
    assert narrow.isascii()
    assert sorted(re.sub(r"\s", "", narrow)) == sorted(re.sub(r"\s", "", wide))
