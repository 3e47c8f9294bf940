"""Scenarios of one's own: checked strictly, told by line, played first."""

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import cases, catalogue, folder
from grader.error import DrillError
from grader.line import line_of
from grader.material import material
from grader.misfit import tables
from grader.template import template
from grader.trace.play import lesson
from tests.trace.test_trace import SAMPLE, TIGHT, put

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
Answer = Callable[[str], Path]

OWN = Path("scheduler/cases.toml")


@pytest.mark.parametrize("name", catalogue.names())
def test_the_example_in_a_new_file_is_the_worked_run(name: str) -> None:
    drill = catalogue.find(name)
    lines = template(drill).splitlines()
    first = lines.index("# [worked]")
    example = "\n".join(line[2:] for line in lines[first : lines.index("#", first)])

    (told,) = tomllib.loads(example).values()

    wanted = {key: value for key, value in lesson(drill).items() if value is not None}
    assert told == wanted


@pytest.mark.parametrize("name", catalogue.names())
def test_a_new_file_names_every_field_and_holds_comments_alone(name: str) -> None:
    text = template(catalogue.find(name))

    assert all(line.startswith("#") for line in text.splitlines())
    for table in tables(material(catalogue.find(name)).scenario):
        assert all(f"#   {field} " in text for field in table.__annotations__)


def test_one_that_breaks_a_rule_is_played_first_and_can_be_played_alone(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "scheduler", SAMPLE)
    OWN.write_text(TIGHT, encoding="utf-8")

    alone = drill("grade", "scheduler", "--case", "tight", "--json")

    report = json.loads(alone.stdout)
    assert alone.returncode == 1
    assert report["scope"] == "saved cases only"
    assert [rule["id"] for rule in report["rules"] if rule["status"] == "failed"] == ["R10"]


def test_they_are_played_on_every_file_of_the_folder_and_saved_for_its_own_alone(
    drill: Drill, answer: Answer
) -> None:
    put(drill, answer, "scheduler", SAMPLE)
    OWN.write_text(TIGHT, encoding="utf-8")
    other = Path("scheduler/second.py")
    other.write_text(Path("scheduler/scheduler.py").read_text(encoding="utf-8"), encoding="utf-8")

    alone = drill("grade", str(other), "--drill", "scheduler", "--case", "tight", "--json")
    whole = drill("grade", str(other), "--drill", "scheduler", "--json")

    assert alone.returncode == 1
    assert json.loads(whole.stdout)["status"] == "failed"
    assert not Path("scheduler/cases").exists()


def test_one_counts_among_the_scenarios_of_a_grade(drill: Drill, answer: Answer) -> None:
    put(drill, answer, "scheduler")
    before = drill("grade", "scheduler", "--seed", "1", "--scenarios", "1", "--json")
    OWN.write_text(TIGHT, encoding="utf-8")

    after = drill("grade", "scheduler", "--seed", "1", "--scenarios", "1", "--json")

    played = [json.loads(done.stdout)["scenarios"] for done in (before, after)]
    assert played[1]["played"] == played[0]["played"] + 1


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (("budget = 1", 'budget = "1"'), ':5  tight: budget is "1"; it must be a whole number'),
        (("budget = 1", "budget = true"), ":5  tight: budget is true; it must be a whole number"),
        (("budget = 1\n", ""), ":1  tight: lacks the field budget, a whole number"),
        (("budget", "budgt"), ":5  tight: budgt is no field here; the fields are caching, "),
        (
            ("max_tokens = 2", "max_tokens = 2.5"),
            ":11  tight: requests[1].max_tokens is 2.5; it must be a whole number",
        ),
        (("[0], max_tokens = 2", "[0, '1'], max_tokens = 2"), ":11  tight: requests[1].prompt[1]"),
        (("budget = 1", "budget = 0"), ":1  tight: has the right fields, but the task allows no"),
        (("budget = 1", "budget = = 1"), ":5  Invalid value"),
        (("probes = []", "probes = ["), ":14  Invalid value"),
        (("budget = 1", "budget = 1\nbudget = 2"), ":6  Cannot overwrite a value"),
        (("[tight]", "[lesson]"), ":1  no scenario can be called 'lesson'"),
        (("[tight]", "['a b']"), ":1  no scenario can be called 'a b'"),
        (("[tight]", "loose = 1\n[tight]"), ":1  loose belongs to no scenario"),
        (("budget = 1", "budget = 1979-05-27"), ":5  tight: budget is 1979-05-27; it must be"),
    ],
)
def test_a_mistake_is_told_with_its_line(edit: tuple[str, str], told: str) -> None:
    place = folder.Place(catalogue.find("scheduler"), Path("scheduler.py"))
    Path("task.md").write_text("")
    Path("cases.toml").write_text(TIGHT.replace(*edit, 1), encoding="utf-8")

    with pytest.raises(DrillError) as caught:
        cases.load(place)

    assert f"cases.toml{told}" in caught.value.problem
    assert caught.value.code == 2


def test_while_there_is_a_mistake_nothing_is_played(drill: Drill, answer: Answer) -> None:
    put(drill, answer, "scheduler")
    OWN.write_text("[tight]\n", encoding="utf-8")

    done = drill("grade", "scheduler")

    assert done.returncode == 2
    assert f"{OWN}:1  tight: lacks the field" in done.stderr
    assert "say what each field is" in done.stderr
    assert not done.stdout


def test_a_saved_case_that_is_none_any_more_is_named(drill: Drill, answer: Answer) -> None:
    put(drill, answer, "scheduler")
    Path("scheduler/cases").mkdir()
    saved = Path("scheduler/cases/r1-0000.json")
    saved.write_text('{"scenario": {"num_blocks": 3}}')

    shape = drill("grade", "scheduler")
    saved.write_text("{")
    broken = drill("grade", "scheduler")

    assert "r1-0000.json: lacks the field" in shape.stderr
    assert "r1-0000.json is not a saved case" in broken.stderr
    assert shape.returncode == broken.returncode == 2


TEXT = """\
# a comment = 1
[one]
n = 1
items = [  # "[" in a comment
  { do = "a, [" },
  { do = "b" }, { do = "c" },

  { do = "d" },
]
[[one.parts]]
k = 1
[[one.parts]]
k = 2
["two"]
n = 3
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("one",), 2),
        (("one", "n"), 3),
        (("one", "items"), 4),
        (("one", "items", 0), 5),
        (("one", "items", 1, "do"), 6),
        (("one", "items", 2), 6),
        (("one", "items", 3, "do"), 8),
        (("one", "parts", 0, "k"), 11),
        (("one", "parts", 1), 12),
        (("one", "parts", 1, "k"), 13),
        (("two", "n"), 15),
        (("two", "absent"), 14),
    ],
)
def test_the_line_of_a_value(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(TEXT, path) == line
