"""`drill quiz` in a real process: printed, piped, as JSON, and asked for what there is not."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.quiz.draw import TEMPLATES, TOPICS, Asked, draw
from tests.conftest import COMMAND

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
SEED = 0x5F3A91C2


def _piped(answers: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a round whose answers are the lines of the input."""
    command = [str(COMMAND), "quiz", *arguments]
    return subprocess.run(
        command, input=answers, capture_output=True, text=True, timeout=60, check=False
    )


def _round(count: int = 4) -> tuple[tuple[Asked, ...], list[str]]:
    """Return a round, and the arguments that ask for it."""
    return draw(SEED, count), ["--seed", f"{SEED:x}", "--questions", str(count)]


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_no_input_prints_the_questions_and_tells_no_answer(drill: Drill) -> None:
    asked, arguments = _round()

    done = drill("--no-input", "quiz", *arguments)

    assert done.returncode == 0
    assert done.stderr == ""
    for one in asked:
        assert _flat(one.question.text) in _flat(done.stdout)
        assert _flat(one.question.working[-1]) not in _flat(done.stdout)


def test_workings_adds_every_solution_and_working(drill: Drill) -> None:
    asked, arguments = _round()

    done = drill("--no-input", "quiz", "--workings", *arguments)

    assert done.returncode == 0
    for one in asked:
        assert one.question.solution in done.stdout
        for line in one.question.working:
            assert _flat(line) in _flat(done.stdout)


def test_workings_are_not_told_in_a_round_that_asks(drill: Drill) -> None:
    done = drill("quiz", "--workings")

    assert done.returncode == 2
    assert "drill --no-input quiz --workings" in done.stderr


def test_json_holds_the_round_exactly(drill: Drill) -> None:
    asked, arguments = _round(len(TEMPLATES))

    done = drill("quiz", "--json", "--minutes", "0.5", *arguments)
    found: dict[str, Any] = json.loads(done.stdout)

    assert done.returncode == 0
    assert (found["schema"], found["seed"], found["seconds"]) == (1, f"{SEED:08x}", 30)
    assert [q["template"] for q in found["questions"]] == [one.template.name for one in asked]
    for entry, one in zip(found["questions"], asked, strict=True):
        assert Fraction(entry["answer_exact"]) == one.question.answer
        assert entry["numbers"] == one.question.numbers
        assert entry["unit"] == one.question.unit


def test_right_answers_in_a_pipe_are_all_right() -> None:
    asked, arguments = _round(10)

    done = _piped("".join(f"{one.question.solution}\n" for one in asked), *arguments)

    assert done.returncode == 0
    assert done.stdout.count("     right\n") == 10
    assert "wrong:" not in done.stdout
    assert "Weakest topic" not in done.stdout


def test_right_wrong_unclear_and_empty_answers_are_told_apart(home: Path) -> None:
    asked, arguments = _round(4)
    wrong = f"{asked[1].question.answer + 10**6}"

    done = _piped(f"{asked[0].question.solution}\n{wrong}\nmany\n\n", *arguments)

    said = _flat(done.stdout)
    assert done.returncode == 1
    assert f"wrong: {wrong}; it is {asked[1].question.solution}" in said
    assert "wrong: 'many' does not begin with a number" in said
    assert f"not answered: it is {asked[3].question.solution}" in said
    assert _together(done.stdout) == ["1", "2", "1"]
    noted = _noted(home)
    assert noted["right"] == 1
    assert [q["status"] for q in noted["questions"]] == ["right", "wrong", "wrong", "not answered"]


def test_a_file_of_right_answers_ends_with_0(drill: Drill, tmp_path: Path) -> None:
    asked, arguments = _round(10)
    file = tmp_path / "answers.txt"
    file.write_text("".join(f"{one.question.solution}\n" for one in asked), encoding="utf-8")

    done = drill("quiz", "--answers", str(file), *arguments)

    assert done.returncode == 0
    assert _together(done.stdout) == ["10", "0", "0"]


def test_a_file_with_one_wrong_or_missing_answer_ends_with_1_and_is_remembered(
    drill: Drill, tmp_path: Path, home: Path
) -> None:
    asked, arguments = _round(4)
    right = [one.question.solution for one in asked]
    file = tmp_path / "answers.txt"
    file.write_text("\n".join([right[0], "", f"{asked[2].question.answer + 10**6}"]), "utf-8")

    done = drill("--no-input", "quiz", "--answers", str(file), *arguments)

    assert done.returncode == 1
    assert _together(done.stdout) == ["1", "1", "2"]
    assert [q["status"] for q in _noted(home)["questions"]] == [
        "right",
        "not answered",
        "wrong",
        "not answered",
    ]


def test_a_file_that_does_not_fit_is_refused_and_nothing_is_judged(
    drill: Drill, tmp_path: Path
) -> None:
    _, arguments = _round(4)
    long, binary = tmp_path / "long.txt", tmp_path / "binary"
    long.write_text("1\n" * 5, encoding="utf-8")
    binary.write_bytes(b"\xff\xfe")

    for file, problem in (
        (long, "has 5 lines for 4 questions"),
        (binary, "cannot be read"),
        (tmp_path / "none", "cannot be read"),
    ):
        done = drill("quiz", "--answers", str(file), *arguments)

        assert done.returncode == 2
        assert problem in _flat(done.stderr)
        assert "right" not in done.stdout


def test_questions_that_the_input_does_not_reach_are_not_answered() -> None:
    asked, arguments = _round(4)

    done = _piped(asked[0].question.solution, *arguments)

    assert done.returncode == 1
    assert "No more answers." in done.stdout
    assert _together(done.stdout) == ["1", "0", "3"]
    assert "Weakest topic:" in done.stdout


def test_the_time_ends_a_round() -> None:
    reading, writing = os.pipe()
    try:
        command = [str(COMMAND), "quiz", "--minutes", "0.005", "--questions", "3"]
        done = subprocess.run(
            command, stdin=reading, capture_output=True, text=True, timeout=60, check=False
        )
    finally:
        os.close(reading)
        os.close(writing)

    assert done.returncode == 1
    assert "The time is over." in done.stdout
    assert _together(done.stdout) == ["0", "0", "3"]


def test_the_same_seed_asks_the_same_and_another_one_does_not(drill: Drill) -> None:
    one, same, other = (drill("--no-input", "quiz", "--seed", seed) for seed in ("a1", "a1", "a2"))

    assert one.stdout == same.stdout
    assert one.stdout != other.stdout


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_kept_to(drill: Drill, topic: str) -> None:
    done = drill("quiz", "--json", "--topic", topic, "--questions", "3")

    assert {q["topic"] for q in json.loads(done.stdout)["questions"]} == {topic}


@pytest.mark.parametrize(
    ("arguments", "problem", "hint"),
    [
        (["--topic", "cooking"], "no topic is called 'cooking'", "topics: batching, kv"),
        (["--topic", ""], "no topic is called ''", "topics: batching, kv"),
        (["--questions", "0"], "a round cannot have 0 questions", "all topics together: 1 to"),
        (["--questions", "9999"], "a round cannot have 9999 questions", "1 to"),
        (["--topic", "kv", "--questions", "7"], "cannot have 7 questions", "the topic kv: 1 to 6"),
        (["--questions", "-1"], "'-1' is no number of questions", "--questions 10"),
        (["--questions", "many"], "'many' is no number of questions", "--questions 10"),
        (["--questions", "2.5"], "'2.5' is no number of questions", "--questions 10"),
        (["--minutes", "0"], "'0' is no number of minutes", "--minutes 8"),
        (["--minutes", "241"], "'241' is no number of minutes", "up to 240"),
        (["--minutes", "nan"], "'nan' is no number of minutes", "--minutes 8"),
        (["--seed", "xyz"], "'xyz' is no seed", "hexadecimal"),
        (["--seed", "123456789"], "'123456789' is no seed", "hexadecimal"),
    ],
)
def test_what_there_is_not_is_named_and_nothing_is_asked(
    drill: Drill, arguments: list[str], problem: str, hint: str
) -> None:
    done = drill("quiz", *arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert problem in _flat(done.stderr)
    assert hint in _flat(done.stderr)


def _together(output: str) -> list[str]:
    """Return the counts of the last row of the table: right, wrong, not answered."""
    rows = [line.split() for line in output.splitlines()]
    return next(row[1:] for row in rows if row[:1] == ["together"] and len(row) == 4)


def _noted(home: Path) -> dict[str, Any]:
    """Return what was remembered of the only round."""
    files = [path for path in home.iterdir() if path.read_bytes()[:6] == b"SQLite"]
    found = sqlite3.connect(files[0])
    try:
        rows = found.execute("SELECT detail FROM events WHERE kind = 'quiz'").fetchall()
    finally:
        found.close()
    assert len(rows) == 1
    noted: dict[str, Any] = json.loads(rows[0][0])
    return noted
