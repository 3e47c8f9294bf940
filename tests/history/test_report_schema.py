"""docs/report.schema.json says what `drill grade --json` prints, no more and no less."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.history.conftest import Say

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "report.schema.json").read_text("utf-8"))
VALIDATOR: Any = jsonschema.Draft202012Validator(
    SCHEMA, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)

# what is done to the answer -> exit code; a report of every kind
PROGRAMS: dict[str, tuple[Callable[[str], str], int]] = {
    "passes": (lambda text: text, 0),
    "is wrong": (lambda text: text.replace("max(finish", "min(finish"), 1),
    "is wrong and prints": (lambda text: "print('hello')\n" + text.replace("max(f", "min(f"), 1),
    "does not import": (lambda text: "import nothing_there\n" + text, 3),
    "lacks a name": (lambda text: text.replace("def utilization", "def other"), 3),
    "is no text": (lambda text: text + "\0", 3),
    "is empty": (lambda text: "", 3),
    "floods": (lambda text: "while True: print('x' * 100000)\n" + text, 4),
}


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_report_of_every_kind_fits(say: Say, program: str) -> None:
    change, code = PROGRAMS[program]
    say("start", "batching")
    answer = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")
    Path("batching/batching.py").write_text(change(answer), encoding="utf-8")

    said = say("grade", "--json")

    assert said.code == code, said
    report = json.loads(said.out)
    VALIDATOR.validate(report)
    assert set(report) == set(SCHEMA["properties"])


def test_a_report_with_parts_fits(say: Say) -> None:
    text = (ROOT / "reference" / "eviction.py").read_text(encoding="utf-8")
    Path("eviction.py").write_text(text, encoding="utf-8")

    said = say("grade", "eviction.py", "--json", "--scenarios", "50")

    report = json.loads(said.out)
    VALIDATOR.validate(report)
    assert report["parts"]


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 2},
        {"status": "ok"},
        {"rules": []},
        {"seed": 42},
        {"more": 1},
        {"practice": {}},
        {"disclosure": "all"},
    ],
)
def test_what_is_no_report_does_not_fit(say: Say, change: dict[str, object]) -> None:
    Path("batching.py").write_text("", encoding="utf-8")
    report = json.loads(say("grade", "batching.py", "--json").out)

    VALIDATOR.validate(report)
    assert not VALIDATOR.is_valid({**report, **change})
