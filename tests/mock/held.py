"""What tests of a round by commands share."""

from typing import Any

import pytest

from grader.cli.app import run
from grader.mock import debrief
from grader.mock.record import Snapshot
from grader.mock.session import last
from grader.mock.store import opened
from tests.mock.desk import part, quick

Out = pytest.CaptureFixture[str]


def begun() -> None:
    """Start the quick round."""
    assert run(["mock", "start", "--round", quick(), "--seed", "5"]) == 0


def write(text: str) -> None:
    """Write the file of part 1."""
    (part(1) / "batching.py").write_text(text, encoding="utf-8")


def shots() -> list[Snapshot]:
    """Return all snapshots of the only session."""
    with opened() as store:
        session = last(store)
        assert session is not None
        return store.snapshots(session.id)


def said(capsys: Out) -> str:
    """Return what was printed since the last call."""
    captured = capsys.readouterr()
    return captured.out + captured.err


def debrief_of_part_1() -> dict[str, Any]:
    """Return part 1 of the debrief, whose making is the last look at the files."""
    found: dict[str, Any] = debrief.of().table["parts"][0]
    return found


def debrief_part(number: int) -> dict[str, Any]:
    """Return one part of the debrief after a look at the session."""
    run(["mock", "status"])
    found: dict[str, Any] = debrief.of().table["parts"][number - 1]
    return found
