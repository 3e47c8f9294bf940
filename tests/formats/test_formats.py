"""Every format takes every kind of verdict, keeps its rules, and makes hostile text harmless."""

import base64
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from grader.cli.grade import FORMATS as NAMES
from grader.formats import FORMATS
from grader.formats.entry import headline, points
from grader.formats.text import CHARS, LINES, harmless
from grader.report import Report
from tests.formats.verdicts import HOSTILE, VERDICTS, hostile, report

HERE = Path(__file__).parent
SHOWN = ("passed_with_an_open_part", "failed_by_chance", "failed_then_crashed", "syntax", "time")
ARGUMENT = 131_072  # bytes of one environment variable on Linux, by which GitHub hands results on


def decoded(name: str, text: str) -> Any:
    """Return the body of a JSON format, read by a strict reader."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    raw = base64.b64decode(text, validate=True).decode() if name == "classroom" else text
    return json.loads(raw, parse_constant=refuse)


def check(name: str, text: str) -> None:
    """Hold a file against the schema of its format."""
    text.encode("utf-8")  # no lone surrogate
    if name == "junit":
        xmlschema.XMLSchema(str(HERE / "schema" / "junit.xsd")).validate(text)
        return
    schema = json.loads((HERE / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    validator: Any = jsonschema.Draft202012Validator
    validator.check_schema(schema)
    validator(schema).validate(decoded(name, text))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_verdict_keeps_to_the_schema(name: str, verdict: str) -> None:
    check(name, FORMATS[name](VERDICTS[verdict]))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("verdict", SHOWN)
def test_a_verdict_looks_as_it_did(name: str, verdict: str) -> None:
    text = FORMATS[name](VERDICTS[verdict])

    shown = json.dumps(decoded(name, text), indent=1) + "\n" if name == "classroom" else text
    path = HERE / "golden" / f"{verdict}.{'xml' if name == 'junit' else name + '.json'}"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_made_harmless(name: str, kind: str) -> None:
    for one in hostile(HOSTILE[kind]):
        text = FORMATS[name](one)

        check(name, text)
        body = str(decoded(name, text)) if name != "junit" else text
        assert not re.search(r"<(script|img|!--|\?php|!\[)", body)
        assert "\x1b" not in body
        assert "\u202e" not in body
        assert len(text.encode()) < ARGUMENT


def test_no_line_of_a_learner_is_a_command_of_the_log() -> None:
    for one in hostile(HOSTILE["commands of a log"]):
        for test in decoded("classroom", FORMATS["classroom"](one))["tests"]:
            for line in (test["message"] or "").split("\n"):
                assert not line.lstrip().startswith("::")
                assert "##[" not in line


def test_a_pass_has_all_points_and_what_is_not_known_has_none() -> None:
    assert points(VERDICTS["passed"]) == (3, 3)
    assert points(VERDICTS["failed"]) == (1, 3)
    assert points(VERDICTS["passed_with_an_open_part"]) == (2, 3)
    assert points(VERDICTS["failed_then_crashed"]) == (0, 3)
    assert points(VERDICTS["syntax"]) == (0, 3)
    assert points(VERDICTS["time"]) == (0, 3)


def reads_as_a_pass(name: str, body: Any) -> bool:
    """Return what a reader of the format makes of it."""
    if name in ("exercism", "classroom"):
        return bool(body["status"] == "pass")
    if name == "prairielearn":
        return bool(body["gradable"] and body["score"] == 1)
    return all(test["status"] == "passed" for test in body["tests"])


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"junit"}))
def test_only_a_pass_reads_as_one(name: str) -> None:
    read_as = {
        verdict: reads_as_a_pass(name, decoded(name, FORMATS[name](one)))
        for verdict, one in VERDICTS.items()
    }

    assert read_as["passed"]
    assert not any(said for v, said in read_as.items() if VERDICTS[v].status != "passed")


@pytest.mark.parametrize("verdict", VERDICTS)
def test_junit_counts_what_it_holds(verdict: str) -> None:
    suite = ElementTree.fromstring(FORMATS["junit"](VERDICTS[verdict]))[0]

    for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert len(suite.findall(f"testcase/{tag}")) == int(suite.attrib[attribute])
    bad = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    whole = VERDICTS[verdict].scope == "all"
    assert (bad == 0) == (VERDICTS[verdict].status == "passed") or not whole


def test_text_in_the_xml_is_the_text_that_was_meant() -> None:
    text = 'a < b & "c" ]]> d'

    said = ElementTree.fromstring(FORMATS["junit"](hostile(text)[0]))[0].findtext("system-out")

    assert said == text


def test_text_is_cut_and_says_so() -> None:
    assert harmless("one\ntwo") == "one\ntwo"
    assert len(harmless("x" * 10_000_000)) <= CHARS
    assert harmless("x\n" * 1000).count("\n") <= LINES
    assert harmless("x\n" * 1000).endswith("(more was cut)")
    assert len(harmless("\U0001f40d" * 501, 500)) <= 500


def test_a_grade_that_was_cut_down_says_so() -> None:
    assert "only 5 scenarios" in headline(VERDICTS["passed_few_scenarios"])
    assert "only" not in headline(report("passed", "ok", "ok", "ok"))


@pytest.mark.parametrize("name", FORMATS)
def test_a_grade_that_must_not_show_the_scenario_does_not(name: str) -> None:
    hidden = replace(VERDICTS["failed"], disclosure="mock")

    shown, kept = FORMATS[name](VERDICTS["failed"]), FORMATS[name](hidden)

    check(name, kept)
    told = [text if name == "junit" else str(decoded(name, text)) for text in (shown, kept)]
    assert ["waits since" in text for text in told] == [True, False]


def test_the_command_knows_the_formats_that_there_are() -> None:
    assert list(NAMES) == list(FORMATS)


def test_a_format_is_a_pure_function_of_the_report() -> None:
    one: Report = VERDICTS["failed"]

    for write in FORMATS.values():
        assert write(one) == write(one)
