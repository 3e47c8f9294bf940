"""What a person does with the command, step by step, in a real process."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
Answer = Callable[[str], Path]


def test_start_makes_a_folder_and_names_the_next_command(drill: Drill) -> None:
    done = drill("start", "scheduler")

    assert done.returncode == 0
    assert sorted(path.name for path in Path("scheduler").iterdir()) == [
        "cases.toml",
        "given.py",
        "scheduler.py",
        "task.md",
        "test_examples.py",
    ]
    assert "schedule(), preempt(), postprocess()" in done.stdout
    assert "drill grade" in done.stdout


def test_start_never_overwrites(drill: Drill) -> None:
    drill("start", "batching")
    Path("batching/batching.py").write_text("mine")

    again = drill("start", "batching")

    assert again.returncode == 2
    assert "drill grade batching" in again.stderr
    assert Path("batching/batching.py").read_text() == "mine"


def test_an_untouched_stub_cannot_be_graded(drill: Drill) -> None:
    drill("start", "scheduler")

    done = drill("grade")

    assert done.returncode == 3
    assert "is not written yet" in done.stdout
    assert "nothing passed" in done.stdout


def test_the_stub_runs_and_its_examples_are_collected(drill: Drill) -> None:
    drill("start", "scheduler")

    script = subprocess.run([sys.executable, "scheduler/scheduler.py"], check=False)
    examples = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "scheduler"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert script.returncode == 0
    assert examples.returncode == 1
    assert "NotImplementedError" in examples.stdout
    assert "error" not in examples.stdout.lower().replace("notimplementederror", "")


@pytest.mark.parametrize("name", ["batching", "scheduler"])
def test_the_answer_passes_the_examples_in_the_learners_folder(
    drill: Drill, answer: Answer, name: str
) -> None:
    drill("start", name)
    answer(name).replace(f"{name}/{name}.py")

    examples = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", name], capture_output=True, text=True, check=False
    )

    assert examples.returncode == 0, examples.stdout


def test_grade_finds_the_drill_from_inside_its_folder(
    drill: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill("start", "batching")
    monkeypatch.chdir("batching")

    assert "simulate_static() is not written yet" in drill("grade").stdout


def test_a_pass_is_zero_and_opens_the_solution(drill: Drill, answer: Answer) -> None:
    answer("batching")
    closed = drill("solution", "batching")

    graded = drill("grade", "batching.py")
    opened = drill("solution", "batching")

    assert closed.returncode == 1
    assert "--give-up" in closed.stderr
    assert graded.returncode == 0, graded.stdout
    assert "PASSED" in graded.stdout
    assert opened.returncode == 0
    assert "def simulate_continuous" in opened.stdout


def test_giving_up_opens_the_solution_and_is_recorded(drill: Drill) -> None:
    assert drill("solution", "batching", "--give-up").returncode == 0
    assert drill("solution", "batching").returncode == 0


def test_a_partial_grade_does_not_open_the_solution(drill: Drill, answer: Answer) -> None:
    answer("batching")

    partial = drill("grade", "batching.py", "--rule", "R1")

    assert partial.returncode == 0
    assert "PASSED" not in partial.stdout
    assert drill("solution", "batching").returncode == 1


def test_a_broken_rule_is_one_and_its_case_can_be_played_again(
    drill: Drill, answer: Answer
) -> None:
    drill("start", "batching")
    text = answer("batching").read_text()
    wrong = text.replace("max(finish", "min(finish")
    assert wrong != text
    Path("batching/batching.py").write_text(wrong)

    first = drill("grade")
    case = first.stdout.split("--case ")[1].split()[0]
    again = drill("grade", "--case", case)

    assert first.returncode == 1
    assert "FAIL  R3" in first.stdout
    assert Path(f"batching/cases/{case}.json").is_file()
    assert again.returncode == 1


def test_json_is_one_object_and_nothing_else(drill: Drill, answer: Answer) -> None:
    answer("batching")

    report = json.loads(drill("grade", "batching.py", "--json", "--seed", "2a").stdout)

    assert report["status"] == "passed"
    assert report["seed"] == "0000002a"
    assert {rule["status"] for rule in report["rules"]} == {"ok"}
    assert all(rule["scenarios"] > 0 for rule in report["rules"])


def test_hints_come_one_after_the_other(drill: Drill) -> None:
    drill("start", "batching")

    hints = [drill("hint", "R1").stdout for _ in range(4)]

    assert [hint.count(". ") > 0 for hint in hints] == [True] * 4
    assert [f"{n} of 3" in hint for n, hint in zip((1, 2, 3, 3), hints, strict=True)] == [True] * 4


def test_reset_keeps_what_was_there(drill: Drill) -> None:
    drill("start", "batching")
    Path("batching/batching.py").write_text("# mine\n")

    done = drill("reset", "batching")

    assert done.returncode == 0
    assert Path("batching/batching.before-reset-1.py").read_text() == "# mine\n"
    assert "NotImplementedError" in Path("batching/batching.py").read_text()


def test_where_prints_one_path(drill: Drill) -> None:
    drill("start", "batching")

    assert drill("where", "batching").stdout.strip() == str(Path("batching/batching.py").resolve())


def test_list_show_and_bare_drill_say_where_to_go(drill: Drill) -> None:
    drills = json.loads(drill("list", "--json").stdout)["drills"]

    assert {"batching", "scheduler"} <= {entry["name"] for entry in drills}
    assert "R1" in drill("show", "batching").stdout
    assert "drill start batching" in drill().stdout


def test_python_m_grader_does_the_same(drill: Drill) -> None:
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "grader", "--help"],
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
    )

    assert done.stdout == drill("--help").stdout
