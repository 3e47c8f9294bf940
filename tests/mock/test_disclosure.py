"""While the clock runs a grade tells counts, grades are few, and nothing else opens."""

import json
from pathlib import Path

import pytest

from grader import history
from grader.cli.app import run
from tests.mock.desk import Hands, reference, wrong_batching
from tests.mock.held import Out, begun, said, write


def test_a_grade_tells_counts_and_nothing_else(clock: Hands, capsys: Out) -> None:
    begun()
    write(wrong_batching())
    said(capsys)

    code = run(["grade"])

    told = said(capsys)
    assert code == 1
    assert "rules hold" in told
    assert "1 of 2 grades" in told
    assert not any(f"R{n}" in told for n in range(1, 8))
    assert "scenario" not in told
    assert "must hold" not in told


def test_the_json_of_a_grade_holds_counts_only(clock: Hands, capsys: Out) -> None:
    begun()
    write(wrong_batching())
    said(capsys)

    run(["grade", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert found["disclosure"] == "mock"
    assert set(found["drills"][0]) == {"drill", "status", "held", "rules"}
    assert found["drills"][0]["held"] < found["drills"][0]["rules"] == 7


def test_grades_are_few_and_one_that_cannot_run_costs_nothing(clock: Hands, capsys: Out) -> None:
    begun()
    assert run(["grade"]) == 3  # the stub
    assert "This one cost nothing" in said(capsys)
    write(reference("batching"))

    codes = [run(["grade"]) for _ in range(3)]

    assert codes == [0, 0, 1]
    assert "all 2 grades of part 1 are used" in said(capsys)


@pytest.mark.parametrize(
    "command",
    [
        ["hint", "R1", "--drill", "batching"],
        ["solution", "batching", "--give-up"],
        ["show", "batching", "--talk"],
        ["report"],
        ["grade", "copy.py", "--drill", "batching"],
        ["mock", "start", "--round", "scheduler-45"],
        ["watch", "copy.py", "--drill", "batching"],
        ["grade-all", "copy.py", "--drill", "batching", "--out", "all.jsonl"],
    ],
)
def test_nothing_opens_while_the_clock_runs(clock: Hands, capsys: Out, command: list[str]) -> None:
    run(["start", "batching"])
    history.note("batching", "solution", "gave up")  # open in practice
    begun()
    Path("copy.py").write_text(wrong_batching(), encoding="utf-8")
    said(capsys)

    code = run(command)

    told = said(capsys)
    assert code in (1, 2)
    assert "running" in told
    assert "R1" not in told


def test_another_drill_may_be_graded_meanwhile(clock: Hands, capsys: Out) -> None:
    begun()
    Path("sizing.py").write_text("x = 1\n", encoding="utf-8")
    said(capsys)

    assert run(["grade", "sizing.py"]) == 3
    assert "sizing" in said(capsys)


def test_everything_opens_after_the_buzzer(clock: Hands, capsys: Out) -> None:
    run(["start", "batching"])
    begun()
    write(wrong_batching())
    run(["grade"])
    assert history.of("batching") == []  # its verdict would tell the rule
    clock.put(1201)
    said(capsys)

    assert run(["report"]) == 0
    told = said(capsys)
    assert "R3" in told
    assert run(["hint", "R1", "--drill", "batching"]) == 0
    (attempt,) = history.of("batching")
    assert (attempt.disclosure, attempt.status) == ("mock", "failed")
