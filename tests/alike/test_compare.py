"""Files that are nearly the same are found through renames and comments; others are not."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.alike.pairs import pairs
from grader.alike.prints import RUN, WINDOW, prints
from grader.alike.tokens import tokens
from grader.catalogue import find
from grader.dev.mutants import right

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

SCHEDULER = find("scheduler")
ANSWER = SCHEDULER.reference.read_text(encoding="utf-8")
APART = {
    "scheduler": ["reference", "by_arrival", "hierarchy", "one_method", "one_queue", "plain_lists"],
    "batching": ["reference", "events", "functional", "own_heap"],
}
STUB = SCHEDULER.text("stub.py")


def disguised(text: str) -> str:
    """Return the same program with other names, comments, texts and blank lines."""
    text = re.sub(r"\b(seq|token_budget|waiting|running)\b", r"my_\1", text)
    text = re.sub(r"(?m)^( +)(return|for|while|if) ", r"\1# I wrote this\n\n\1\2 ", text)
    return re.sub(r'"""[^"]*"""', '"""Something else."""', text)


def test_a_copy_is_found_through_renames_comments_and_layout() -> None:
    (pair,) = pairs({"ann": ANSWER, "ben": disguised(ANSWER)}, [STUB])

    assert disguised(ANSWER) != ANSWER
    assert (pair.one, pair.other) == ("ann", "ben")
    assert pair.share > 0.95


def test_a_copy_with_a_third_of_its_lines_new_is_still_found() -> None:
    own = right(SCHEDULER)[1].text
    mixed = disguised(ANSWER) + "\n\n" + "\n".join(own.split("\n")[: len(own.split("\n")) // 3])

    (pair,) = pairs({"ann": ANSWER, "ben": mixed}, [STUB])

    assert pair.share > 0.9


@pytest.mark.parametrize(("name", "apart"), APART.items())
def test_programs_that_were_written_apart_are_not_listed(name: str, apart: list[str]) -> None:
    drill = find(name)
    texts = {item.name: item.text for item in right(drill) if item.name in apart}

    assert len(texts) == len(apart)
    assert pairs(texts, [drill.text("stub.py"), drill.text("given.py")]) == []


def test_what_was_handed_out_counts_for_nothing() -> None:
    assert pairs({"ann": STUB, "ben": STUB}, [STUB]) == []
    assert len(pairs({"ann": STUB + ANSWER, "ben": STUB + ANSWER}, [STUB])) == 1


def test_what_half_of_a_class_has_written_counts_for_nothing() -> None:
    same = {str(number): ANSWER for number in range(12)}

    assert pairs(same) == []
    assert len(pairs(dict(list(same.items())[:3]))) == 3


def test_a_long_shared_run_always_shares_a_fingerprint() -> None:
    shared = "\n".join(f"total += {n} * {n + 1}" for n in range((RUN + WINDOW) // 4))

    for before in range(40):
        one, other = "x = 1\n" * before + shared, "if y:\n    pass\n" * (before // 3) + shared
        assert prints(one).keys() & prints(other).keys(), before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1", "wholly_other   =  1 # note"),
        ("def f():\n    return 'a'", "def g():\n    '''Doc.'''\n\n    return \"bc\""),
        ("f(a,\n  b)", "f(a, b)"),
    ],
)
def test_these_are_the_same_tokens(one: str, other: str) -> None:
    assert [t.text for t in tokens(one)] == [t.text for t in tokens(other)]


@pytest.mark.parametrize(
    ("one", "other"), [("x = 1", "x = 2"), ("a < b", "a > b"), ("if a: b", "while a: b")]
)
def test_these_are_not(one: str, other: str) -> None:
    assert [t.text for t in tokens(one)] != [t.text for t in tokens(other)]


@pytest.mark.parametrize(
    "source", ["", "(" * 500, "def f(:\n  '''", "\x0c\t x\n y", "0x", "é = \\"]
)
def test_no_text_is_too_broken_to_be_looked_at(source: str) -> None:
    assert isinstance(prints(source), dict)


def test_the_command_lists_pairs_and_says_what_a_row_means(drill: Drill) -> None:
    Path("class").mkdir()
    for name, text in {"ann": ANSWER, "ben": disguised(ANSWER), "cy": STUB}.items():
        Path(f"class/{name}.py").write_text(text)
    Path("class/dee.py").write_bytes(b"\xff\xfe")

    done = drill("compare", "class", "--drill", "scheduler")
    as_json = json.loads(drill("compare", "class", "--drill", "scheduler", "--json").stdout)
    alone = drill("compare", "class/ann.py", "--drill", "scheduler")

    assert done.returncode == 0
    assert "class/ann.py" in done.stdout
    assert "class/ben.py" in done.stdout
    assert "class/cy.py" not in done.stdout
    assert "a place to look, not a finding" in done.stdout
    assert "class/dee.py" in done.stderr
    assert [(row["one"], row["other"]) for row in as_json["pairs"]] == [
        ("class/ann.py", "class/ben.py")
    ]
    assert alone.returncode == 2
