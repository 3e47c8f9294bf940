"""A round for somebody else: one file out, one file back, and a second look at what came back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.cli.app import run
from grader.mock import host
from tests.mock.desk import Hands, part, quick, reference, wrong_batching

Out = pytest.CaptureFixture[str]
SENT = Path("quick.mock.json")
OTHERS: dict[str, Callable[[dict[str, Any]], None]] = {
    "a verdict": lambda t: t["verdicts"]["0"]["marks"][0]["rules"].update(R3="ok"),
    "a status": lambda t: t["verdicts"]["0"]["marks"][0].update(status="passed"),
    "a snapshot": lambda t: t["snapshots"][1].update(text=reference("batching")),
    "the time of a snapshot": lambda t: t["snapshots"][1].update(at=601.0),
    "an answer": lambda t: t["verdicts"]["1"]["questions"][0].update(status="right"),
    "the time of a submit": lambda t: t["moments"].append(
        {"part": 0, "at": 5.0, "kind": "submit", "detail": ""}
    ),
    "the seed": lambda t: t["host"].update(seed=6),
}


@pytest.fixture
def back(clock: Hands, capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a result: the interviewer's home wrote the round, the candidate's held it."""
    assert run(["mock", "host", quick(), "--seed", "5"]) == 0
    interviewer = str(tmp_path / "home")
    monkeypatch.setenv("DRILL_HOME", str(tmp_path / "candidate"))
    assert run(["mock", "start", str(SENT)]) == 0
    clock.put(300)
    (part(1) / "batching.py").write_text(wrong_batching(), encoding="utf-8")
    run(["grade"])
    clock.put(700)
    run(["mock", "status"])
    clock.put(1201)
    assert run(["report"]) == 0
    monkeypatch.setenv("DRILL_HOME", interviewer)
    capsys.readouterr()
    return part(1).parent / host.BACK


def test_an_untouched_result_agrees(back: Path, capsys: Out) -> None:
    assert run(["regrade", str(back)]) == 0

    told = capsys.readouterr().out
    assert "AGREES" in told
    assert "4 of 7 rules hold" in told
    assert "The clock was injected" in told  # as it was, here


@pytest.mark.parametrize("is_sealed_again", [False, True])
@pytest.mark.parametrize("what", OTHERS)
def test_an_edit_by_hand_is_told(back: Path, capsys: Out, what: str, is_sealed_again: bool) -> None:
    table = json.loads(back.read_text(encoding="utf-8"))
    OTHERS[what](table)
    if is_sealed_again:
        del table["seal"]
        table = host.seal(table)
    edited = Path("edited.json")
    edited.write_text(json.dumps(table), encoding="utf-8")

    code = run(["regrade", str(edited)])

    told = capsys.readouterr().out
    assert code == 1
    assert "DOES NOT AGREE" in told
    assert ("its seal does not fit" in told) is (not is_sealed_again or what == "the seed")


def test_a_round_of_somebody_else_is_told(
    back: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DRILL_HOME", str(tmp_path / "third"))

    assert run(["regrade", str(back)]) == 1
    assert "not written on this machine" in capsys.readouterr().out


def test_json_for_a_program(back: Path, capsys: Out) -> None:
    assert run(["regrade", str(back), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["agrees"] is True
    assert found["parts"][0]["marks"][0]["status"] == "failed"


def test_a_round_that_expired_or_was_edited_does_not_start(clock: Hands, capsys: Out) -> None:
    run(["mock", "host", quick(), "--days", "2"])
    table = json.loads(SENT.read_text(encoding="utf-8"))
    table["seed"] = 1
    Path("edited.json").write_text(json.dumps(table), encoding="utf-8")

    assert run(["mock", "start", "edited.json"]) == 2
    assert "was edited" in capsys.readouterr().err
    clock.put(2 * 86_400 + 1)
    assert run(["mock", "start", str(SENT)]) == 2
    assert "could be started until" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"kind": "infra-drill mock result", "schema": 1}', "\x00"]
)
def test_a_file_that_is_no_result_is_named(clock: Hands, capsys: Out, text: str) -> None:
    Path("odd.json").write_text(text, encoding="utf-8")

    assert run(["regrade", "odd.json"]) == 2
    assert "odd.json" in capsys.readouterr().err


@pytest.mark.parametrize("days", ["0", "-1", "400"])
def test_a_time_to_start_that_cannot_be_is_refused(clock: Hands, capsys: Out, days: str) -> None:
    assert run(["mock", "host", quick(), "--days", days]) == 2
    assert not SENT.exists()
