"""A round by commands: counts only, few grades, fixed deadlines, snapshots, nothing too early."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from grader import history
from grader.cli.app import run
from grader.mock import debrief, room
from grader.mock.clock import INJECTED
from grader.mock.record import Snapshot
from grader.mock.session import last
from grader.mock.store import opened
from grader.state.database import writing
from tests.mock.desk import NOON, Hands, part, quick, reference, wrong_batching

Out = pytest.CaptureFixture[str]


def begun() -> None:
    """Start the quick round."""
    assert run(["mock", "start", "--round", quick(), "--seed", "5"]) == 0


def write(text: str) -> None:
    """Write the file of part 1."""
    (part(1) / "batching.py").write_text(text, encoding="utf-8")


def shots() -> list[Snapshot]:
    """Return all snapshots of the only session."""
    with opened() as store:
        session = last(store)
        assert session is not None
        return store.snapshots(session.id)


def said(capsys: Out) -> str:
    """Return what was printed since the last call."""
    captured = capsys.readouterr()
    return captured.out + captured.err


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


def test_what_is_graded_is_the_last_snapshot_before_the_buzzer(clock: Hands) -> None:
    begun()
    clock.put(500)
    write(reference("batching"))
    run(["mock", "status"])
    clock.put(620)
    write("# too late\n")
    run(["mock", "status"])
    clock.put(1201)

    first = debrief.of().table["parts"][0]

    assert first["marks"][0]["status"] == "passed"
    assert (first["edits"], first["late_edits"]) == ([500], [620])
    assert (part(1) / "batching.py").read_text(encoding="utf-8") == "# too late\n"
    assert [(shot.at, shot.why) for shot in shots() if shot.part == 0] == [
        (0, "start"),
        (500, "command"),
        (620, "later"),
    ]


def test_a_save_that_no_command_saw_counts_by_the_time_of_the_file(clock: Hands) -> None:
    begun()
    clock.put(1201)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + 550, NOON + 550))

    first = debrief_of_part_1()

    assert first["marks"][0]["status"] == "passed"
    assert first["edits"] == [550]


@pytest.mark.parametrize("written", [601, -10])
def test_a_file_written_after_the_buzzer_or_before_the_start_does_not(
    clock: Hands, written: float
) -> None:
    begun()
    clock.put(1201)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + written, NOON + written))

    first = debrief_of_part_1()

    assert first["marks"][0]["status"] == "ungradable"
    assert first["late_edits"] == [1201]


def test_the_time_of_a_file_says_nothing_when_the_clock_was_moved(clock: Hands) -> None:
    begun()
    clock.put(1201)
    clock.move_wall(-3600)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + 550 - 3600, NOON + 550 - 3600))

    assert debrief_of_part_1()["edits"] == []


def debrief_of_part_1() -> dict[str, Any]:
    """Return part 1 of the debrief, whose making is the last look at the files."""
    found: dict[str, Any] = debrief.of().table["parts"][0]
    return found


@pytest.mark.parametrize(("moved", "way"), [(3600.0, "forward"), (-3600.0, "back")])
def test_a_moved_clock_is_told_once_and_gains_nothing(
    clock: Hands, capsys: Out, moved: float, way: str
) -> None:
    begun()
    clock.put(60)
    said(capsys)

    clock.move_wall(moved)
    run(["mock", "status"])
    first = said(capsys)
    run(["mock", "status"])
    second = said(capsys)

    assert f"moved {way} by 60:00" in first
    assert "9:00 left" in first
    assert "was moved" not in second
    assert "9:00 left" in second


def test_a_restart_is_told_and_the_deadline_stands(clock: Hands, capsys: Out) -> None:
    begun()
    clock.put(60)
    run(["mock", "status"])
    said(capsys)

    clock.put(240)
    clock.restart()
    run(["mock", "status"])

    told = said(capsys)
    assert "restarted" in told
    assert "6:00 left" in told


def test_time_saved_by_handing_in_goes_to_the_next_part(clock: Hands, capsys: Out) -> None:
    begun()
    clock.put(240)
    said(capsys)

    run(["mock", "submit"])
    run(["mock", "status"])

    told = said(capsys)
    assert "part 2 of 3" in told
    assert "11:00 left" in told  # 15 minutes after the start, as always
    assert (part(2) / "answers.txt").read_text(encoding="utf-8") == "1: \n2: \n"


def test_a_stopped_round_tells_nothing_of_what_was_never_begun(clock: Hands, capsys: Out) -> None:
    begun()
    clock.put(100)

    assert run(["mock", "stop"]) == 0

    found = debrief.of().table
    assert found["stopped"] == 100
    assert [row["kind"] for row in found["parts"]] == ["code", "skipped", "skipped"]
    assert not part(2).exists()
    assert run(["mock", "status"]) == 2
    assert "no mock interview is running" in said(capsys)


def test_commands_without_a_round_say_what_to_do(clock: Hands, capsys: Out) -> None:
    for command in (["mock", "status"], ["mock", "submit"], ["mock", "stop"]):
        assert run(command) == 2
        assert "drill mock start" in said(capsys)
    assert run(["report"]) == 2
    assert "no mock interview was held yet" in said(capsys)
    assert run(["mock"]) == 0
    assert "scheduler-45" in said(capsys)


def test_a_quiz_is_not_graded_by_rules(clock: Hands, capsys: Out) -> None:
    begun()
    run(["mock", "submit"])
    said(capsys)

    assert run(["grade"]) == 2
    assert "not graded by rules" in said(capsys)


def test_a_change_goes_on_from_the_learners_file_and_old_rules_are_checked(
    clock: Hands, capsys: Out
) -> None:
    run(["mock", "start", "--round", "scheduler-45", "--seed", "5"])
    (part(1) / "scheduler.py").write_text(f"{reference('scheduler')}# my own\n", encoding="utf-8")
    assert run(["grade"]) == 0
    clock.put(1501)
    run(["mock", "status"])
    file = part(2) / "budget.py"
    begun_with = file.read_text(encoding="utf-8")
    assert "# my own" in begun_with
    answer = reference("budget").split("class BudgetScheduler")[1]
    whole = begun_with.split("class BudgetScheduler")[0] + "class BudgetScheduler" + answer
    file.write_text(whole, encoding="utf-8")
    said(capsys)

    assert run(["grade"]) == 0
    told = said(capsys)
    assert "budget: 9 of 9 rules hold" in told
    assert "scheduler: 16 of 16 rules hold" in told

    lost = whole.replace("self.waiting.appendleft(seq)", "self.waiting.append(seq)")
    assert lost != whole
    file.write_text(lost, encoding="utf-8")
    assert run(["grade"]) == 1
    assert "that held before do not" in said(capsys)

    clock.put(2800)
    second = debrief_part(2)
    assert second["marks"][0]["status"] == "passed"
    assert "R9" in second["lost"]


def debrief_part(number: int) -> dict[str, Any]:
    """Return one part of the debrief after a look at the session."""
    run(["mock", "status"])
    found: dict[str, Any] = debrief.of().table["parts"][number - 1]
    return found


def test_after_the_round_its_folder_is_for_practice(clock: Hands, capsys: Out) -> None:
    run(["mock", "start", "--round", "scheduler-45"])
    (part(1) / "scheduler.py").write_text(reference("scheduler"), encoding="utf-8")
    run(["mock", "submit"])
    run(["mock", "stop"])
    said(capsys)

    code = run(["grade", str(part(2) / "budget.py"), "--drill", "budget"])

    told = said(capsys)
    assert code == 3
    assert "step() is not written yet" in told  # and not: cannot import BlockManager


def test_a_clock_that_is_injected_later_is_noted_too(
    capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun()
    path = tmp_path / "clock.json"
    path.write_text(json.dumps({"wall": time.time() + 5, "boot": 1.0, "boot_id": "another"}))
    monkeypatch.setenv(INJECTED, str(path))
    run(["mock", "status"])
    monkeypatch.delenv(INJECTED)
    run(["mock", "stop"])

    assert debrief.of().table["injected_clock"] is True


def test_what_was_written_before_a_look_was_cut_short_stays(clock: Hands) -> None:
    begun()
    folder = part(1).parent / "part-2"
    folder.mkdir()
    (folder / "answers.txt").write_text("1: mine\n", encoding="utf-8")
    clock.put(700)

    run(["mock", "status"])

    assert (folder / "answers.txt").read_text(encoding="utf-8") == "1: mine\n"
    assert (folder / "task.md").is_file()
    run(["mock", "status"])
    assert [shot.text for shot in shots() if shot.part == 1][-1] == "1: mine\n"


def test_a_round_that_ended_unseen_is_graded_when_its_person_comes_back(
    clock: Hands, capsys: Out
) -> None:
    begun()
    clock.put(5000)
    said(capsys)

    assert run(["mock"]) == 0

    told = said(capsys)
    assert "part 2  the numbers: never begun" in told
    assert "drill report" in told


def test_two_reports_at_once_record_one_attempt(clock: Hands) -> None:
    begun()
    write(reference("batching"))
    clock.put(1300)
    with opened() as store:
        session = last(store)
    assert session is not None
    room.look(session.id, "command")
    room.settle(session.id)
    with writing() as db:  # as if the verdict had not been there when the other one looked
        db.execute("UPDATE mock_verdicts SET part = part + 10 WHERE part > 0")
    room.settle(session.id)

    assert len(history.of("batching")) == 1


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_lost(
    clock: Hands, capsys: Out
) -> None:
    begun()
    way = part(1).parent / "part-2"
    way.write_text("in the way", encoding="utf-8")
    clock.put(700)
    said(capsys)

    assert run(["mock", "status"]) == 70
    assert "part-2 cannot be written" in said(capsys)
    way.unlink()
    assert run(["mock", "status"]) == 0
    assert (way / "task.md").is_file()
