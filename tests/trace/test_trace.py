"""`drill trace`: the learner's own run, drawn; the picture says what happened in words too."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import catalogue
from grader.cli.app import run
from grader.error import DrillError
from grader.material import material
from grader.mock import guard
from grader.trace.picture import Picture, words
from grader.trace.play import draw, lesson
from grader.trace.table import table
from tests.screens.test_golden import same_as_golden

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
Answer = Callable[[str], Path]

DRAWN = ("scheduler", "batching", "radix", "eviction")
SAMPLE = ("seq.num_cached_tokens < seq.num_tokens", "False")


def put(drill: Drill, answer: Answer, name: str, edit: tuple[str, str] = ("", "")) -> Path:
    """Start a drill and put its answer, with one edit, into the learner's file."""
    drill("start", name)
    text = answer(name).read_text(encoding="utf-8")
    Path(f"{name}.py").unlink()
    file = Path(name) / f"{name}.py"
    file.write_text(text.replace(*edit, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", DRAWN)
def test_the_lesson_looks_as_it_did(drill: Drill, answer: Answer, name: str) -> None:
    put(drill, answer, name)

    done = drill("--color", "never", "trace", "lesson", "--drill", name)

    assert done.returncode == 0, done.stderr
    same_as_golden(f"lesson.{name}.txt", done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout.isascii()


@pytest.mark.parametrize("name", catalogue.names())
def test_the_lesson_of_every_drill_is_a_scenario_that_its_task_allows(name: str) -> None:
    drill = catalogue.find(name)

    assert material(drill).is_valid(lesson(drill))


@pytest.mark.parametrize("name", catalogue.names())
def test_every_telling_scenario_can_be_drawn(name: str) -> None:
    drill = catalogue.find(name)
    held = material(drill)
    telling = [one for one in held.telling.values() if held.seconds(one) <= 1]

    assert telling
    for scenario in telling:
        picture = draw(drill, scenario, held.must(scenario))
        assert isinstance(picture, Picture)
        assert all(len(row) == len(picture.heads) for row in picture.rows)


def test_a_drill_without_a_picture_of_its_own_is_drawn_as_a_table(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "sizing")

    done = drill("trace", "lesson", "--drill", "sizing")

    assert "call kv_bytes_per_token" in done.stdout
    assert "returned" in done.stdout


def test_an_empty_answer_is_an_answer_too() -> None:
    shown = table({"calls": [{"call": "victims"}]}, {"answers": [{"returned": []}]})

    assert shown.rows[0][-1] == words("returned []")


def test_the_case_that_was_saved_last_is_drawn_with_the_rule_that_it_breaks(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "scheduler", SAMPLE)
    graded = drill("grade", "scheduler")

    done = drill("trace", "--drill", "scheduler")

    assert graded.returncode == 1
    assert done.returncode == 0
    assert "This run breaks R10" in done.stdout
    assert "postprocess: ValueError" in done.stdout


def test_a_preempted_sequence_is_named_and_its_block_changes_hands(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "scheduler")
    Path("scheduler/cases.toml").write_text(TIGHT, encoding="utf-8")

    done = drill("trace", "tight", "--drill", "scheduler")

    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["4", "decode", "A", "1", "of", "1", "seqs", *"ABC", *"ABC", "-"] in lines
    assert ["5", "decode", "A", "1", "of", "1", "seqs", *"ABA", *"AB", "C"] in lines
    assert ["C", "preempted,", "gives", "1", "back"] in lines


def test_what_cannot_be_played_is_told_as_a_grade_tells_it(drill: Drill) -> None:
    drill("start", "batching")

    stub = drill("trace", "lesson", "--drill", "batching")
    Path("batching/batching.py").write_text("while True: pass\n")
    endless = drill("trace", "lesson", "--drill", "batching")

    assert stub.returncode == 3
    assert "simulate_static() is not written yet" in stub.stdout
    assert endless.returncode == 4
    assert "Limit: time" in endless.stdout


def test_prints_of_the_learners_are_shown_and_cannot_steer_the_terminal(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "batching", ("    _check(", "    print('here', chr(27))\n    _check("))

    done = drill("--color", "never", "trace", "lesson", "--drill", "batching")

    assert "| here" in done.stdout
    assert "\x1b" not in done.stdout


def test_pictures_go_to_files(drill: Drill, answer: Answer) -> None:
    put(drill, answer, "eviction")

    done = drill("trace", "lesson", "--drill", "eviction", "--svg", "a.svg", "--html", "a.html")

    assert done.returncode == 0
    assert "wrote a.svg\nwrote a.html" in done.stderr
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "gone from 15" in Path("a.html").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_named(drill: Drill, answer: Answer) -> None:
    put(drill, answer, "batching")

    done = drill("trace", "lesson", "--drill", "batching", "--svg", "no/such/folder/a.svg")

    assert done.returncode == 70
    assert "no/such/folder/a.svg cannot be written" in done.stderr


def test_an_unknown_case_is_answered_with_those_that_there_are(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "scheduler")
    Path("scheduler/cases.toml").write_text(TIGHT, encoding="utf-8")

    done = drill("trace", "tihgt", "--drill", "scheduler")

    assert done.returncode == 2
    assert "kept here: tight" in done.stderr


def test_the_debugger_needs_a_terminal(drill: Drill) -> None:
    drill("start", "batching")

    done = drill("trace", "lesson", "--drill", "batching", "--pdb")

    assert done.returncode == 2
    assert "a debugger needs a terminal" in done.stderr


@pytest.mark.parametrize("command", ["trace", "watch"])
def test_neither_trace_nor_watch_helps_in_a_mock_interview(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(drill: str) -> None:
        raise DrillError(f"no help with {drill}", code=1)

    Path("batching.py").write_text("")
    monkeypatch.setattr(guard, "refuse_help", refuse)

    code = run([command, "--drill", "batching"])

    assert code == 1
    assert "no help with batching" in capsys.readouterr().err


TIGHT = """\
[tight]
caching = false
num_blocks = 3
block_size = 2
budget = 1
max_num_seqs = 1
eos = 0
vocabulary = 50
requests = [
  { prompt = [0], max_tokens = 3, ignore_eos = true, after = 0, copies = 1 },
  { prompt = [0], max_tokens = 2, ignore_eos = true, after = 0, copies = 2 },
]
probes = []
"""
