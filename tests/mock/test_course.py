"""The course of a round: what is handed on from part to part, stopped, cut short, come back to."""

from grader import history
from grader.cli.app import run
from grader.mock import debrief, room
from grader.mock.session import last
from grader.mock.store import opened
from grader.state.database import writing
from tests.mock.desk import Hands, part, reference
from tests.mock.held import Out, begun, debrief_part, said, shots, write


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
