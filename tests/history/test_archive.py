"""The history goes into one file and comes back: merged, whole, as often as one likes."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from grader import history
from grader.state import archive
from grader.state.database import blank, file
from tests.history.conftest import Grade, Say

EXPORTED = Path("mine.json")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Return a function that goes on with the history of another machine."""
    return lambda name: monkeypatch.setenv("DRILL_HOME", str(tmp_path / name))


@pytest.fixture
def recorded(grade: Grade) -> None:
    history.note("batching", "start", "/home/ada/batching")
    grade("batching", "x = 1\n", "R3")
    history.note("batching", "hint", "R3")
    grade("batching", "x = 2\n")
    history.keep("batching", "/home/ada/batching/batching.py", "restore", b"\xff\0")


def everything() -> dict[str, Any]:
    """Return what an export holds."""
    found: dict[str, Any] = json.loads(archive.export())
    return found


@pytest.mark.usefixtures("recorded")
def test_an_export_holds_everything_and_an_empty_history_takes_it(
    say: Say, elsewhere: Callable[[str], None]
) -> None:
    before = everything()
    assert say("export", str(EXPORTED)).code == 0
    elsewhere("other")

    said = say("import", str(EXPORTED))

    assert said.code == 0
    assert "2 attempts added" in said.out
    assert everything() == before
    counted = [len(before["tables"][name]) for name in ("attempts", "events", "snapshots")]
    assert counted == [2, 2, 1]


def test_no_table_is_left_out_of_an_export() -> None:
    with closing(blank()) as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()

    assert {name for (name,) in tables} == set(everything()["tables"])


@pytest.mark.usefixtures("recorded")
def test_importing_twice_adds_nothing(say: Say) -> None:
    say("export", str(EXPORTED))
    before = everything()

    said = say("import", str(EXPORTED))

    assert "no attempt added, 2 known already" in said.out
    assert everything() == before


def test_two_machines_merge_both_ways_to_the_same_attempts(
    grade: Grade, say: Say, elsewhere: Callable[[str], None]
) -> None:
    for machine, source in (("one", "x = 1\n"), ("two", "x = 2\n")):
        elsewhere(machine)
        grade("batching", source)
        say("export", f"{machine}.json")
    say("import", "one.json")
    merged = {one.uid: one.source for one in history.of("batching")}
    numbers = [(one.number, one.source) for one in history.of("batching")]
    elsewhere("one")
    say("import", "two.json")

    assert numbers == [(2, "x = 1\n"), (1, "x = 2\n")]
    assert {one.uid: one.source for one in history.of("batching")} == merged


@pytest.mark.usefixtures("recorded")
def test_an_export_replaces_no_file(say: Say) -> None:
    EXPORTED.write_text("mine")

    assert say("export", str(EXPORTED)).code == 2
    assert EXPORTED.read_text() == "mine"


def test_an_export_of_an_earlier_release_is_read(say: Say) -> None:
    row = {
        "drill": "batching",
        "number": 1,
        "at": 1000.0,
        "status": "passed (rule R3 only)",
        "source": "x = 1\n",
        "report": json.dumps({"rules": [], "seed": "0000002a"}),
    }
    body = {"format": "infra-drill history", "schema": 1, "tables": {"attempts": [row]}}
    EXPORTED.write_text(json.dumps(body))

    assert say("import", str(EXPORTED)).code == 0
    assert say("import", str(EXPORTED)).code == 0

    assert [(one.status, one.scope) for one in history.of()] == [("passed", "rule R3 only")]


def spoil(body: dict[str, Any], how: str) -> str:
    """Return an export that was changed by hand."""
    rows = body["tables"]["attempts"]
    changes: dict[str, Callable[[], object]] = {
        "another format": lambda: body.update(format="else"),
        "no format": lambda: body.pop("format"),
        "no tables": lambda: body.pop("tables"),
        "a newer release": lambda: body.update(schema=999),
        "no schema": lambda: body.update(schema=True),
        "an unknown table": lambda: body["tables"].update({"sqlite_master": []}),
        "a column too many": lambda: rows[0].update({"x": 1}),
        "a column too few": lambda: rows[0].pop("source"),
        "a wrong type": lambda: rows[1].update(number="1"),
        "no number": lambda: rows[1].update(at=float("nan")),
        "the end of time": lambda: rows[1].update(at=1e300),
        "no text": lambda: rows[1].update(source=None),
        "no report": lambda: rows[1].update(report="{"),
        "half a report": lambda: rows[1].update(report='{"rules": [{}], "seed": "1"}'),
        "a list of lists": lambda: body["tables"].update(attempts=[[1]]),
        "no base64": lambda: body["tables"]["snapshots"][0].update(source="x"),
        "half a letter": lambda: rows[1].update(source="\ud800"),
        "the same twice": lambda: rows.append(dict(rows[0])),
    }
    changes[how]()
    return json.dumps(body)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    "how",
    [
        "another format",
        "no format",
        "no tables",
        "a newer release",
        "no schema",
        "an unknown table",
        "a column too many",
        "a column too few",
        "a wrong type",
        "no number",
        "the end of time",
        "no text",
        "no report",
        "half a report",
        "a list of lists",
        "no base64",
        "half a letter",
        "the same twice",
    ],
)
def test_what_is_no_export_changes_nothing(
    say: Say, elsewhere: Callable[[str], None], how: str
) -> None:
    EXPORTED.write_text(spoil(everything(), how), encoding="utf-8")
    elsewhere("other")

    said = say("import", str(EXPORTED))

    assert said.code == 2, said
    assert "no history that can be read" in said.err
    assert history.of() == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_something_else_is_a_sentence(say: Say, content: bytes) -> None:
    EXPORTED.write_bytes(content)

    said = say("import", str(EXPORTED))

    assert said.code == 2
    assert said.err.startswith("drill: ")
    assert "fault" not in said.err


def test_a_file_that_is_not_there_is_named(say: Say) -> None:
    assert "nowhere.json cannot be read" in say("import", "nowhere.json").err


def forget(answer: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run `drill forget --all` in a process of its own, and answer its question."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *options, "forget", "--all"],
        input=answer,
        capture_output=True,
        text=True,
        check=False,
        env=None,
        cwd=Path(__file__).resolve().parents[2],
    )


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_nothing_is_forgotten_without_a_yes(answer: str) -> None:
    before = everything()

    forget(answer)

    assert everything() == before


@pytest.mark.usefixtures("recorded")
def test_forgetting_needs_all_and_somebody_to_ask(say: Say) -> None:
    before = everything()

    assert say("forget").code == 2
    assert say("--no-input", "forget", "--all").code == 2
    assert everything() == before


def test_forgetting_leaves_no_trace_in_the_state_folder_and_all_files_of_the_learner(
    grade: Grade, say: Say
) -> None:
    say("start", "batching")
    for number in range(50):
        grade("batching", f"secret_{number} = 1\n" * 100)

    assert forget("y\n").returncode == 0

    assert history.of() == []
    left = b"".join(path.read_bytes() for path in file().parent.iterdir())
    assert b"secret_" not in left
    assert Path("batching/batching.py").is_file()
    assert grade("batching", "x = 1\n").attempt == 1
