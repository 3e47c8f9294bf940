"""Deadlines are fixed, clocks that are moved gain nothing, and the last snapshot is graded."""

import json
import os
import time
from pathlib import Path

import pytest

from grader.cli.app import run
from grader.mock import debrief
from grader.mock.clock import INJECTED
from tests.mock.desk import NOON, Hands, part, reference
from tests.mock.held import Out, begun, debrief_of_part_1, said, shots, write


def test_what_is_graded_is_the_last_snapshot_before_the_buzzer(clock: Hands) -> None:
    begun()
    clock.put(500)
    write(reference("batching"))
    run(["mock", "status"])
    clock.put(620)
    write("# too late\n")
    run(["mock", "status"])
    clock.put(1201)

    first = debrief.of().table["parts"][0]

    assert first["marks"][0]["status"] == "passed"
    assert (first["edits"], first["late_edits"]) == ([500], [620])
    assert (part(1) / "batching.py").read_text(encoding="utf-8") == "# too late\n"
    assert [(shot.at, shot.why) for shot in shots() if shot.part == 0] == [
        (0, "start"),
        (500, "command"),
        (620, "later"),
    ]


def test_a_save_that_no_command_saw_counts_by_the_time_of_the_file(clock: Hands) -> None:
    begun()
    clock.put(1201)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + 550, NOON + 550))

    first = debrief_of_part_1()

    assert first["marks"][0]["status"] == "passed"
    assert first["edits"] == [550]


@pytest.mark.parametrize("written", [601, -10])
def test_a_file_written_after_the_buzzer_or_before_the_start_does_not(
    clock: Hands, written: float
) -> None:
    begun()
    clock.put(1201)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + written, NOON + written))

    first = debrief_of_part_1()

    assert first["marks"][0]["status"] == "ungradable"
    assert first["late_edits"] == [1201]


def test_the_time_of_a_file_says_nothing_when_the_clock_was_moved(clock: Hands) -> None:
    begun()
    clock.put(1201)
    clock.move_wall(-3600)
    write(reference("batching"))
    os.utime(part(1) / "batching.py", (NOON + 550 - 3600, NOON + 550 - 3600))

    assert debrief_of_part_1()["edits"] == []


@pytest.mark.parametrize(("moved", "way"), [(3600.0, "forward"), (-3600.0, "back")])
def test_a_moved_clock_is_told_once_and_gains_nothing(
    clock: Hands, capsys: Out, moved: float, way: str
) -> None:
    begun()
    clock.put(60)
    said(capsys)

    clock.move_wall(moved)
    run(["mock", "status"])
    first = said(capsys)
    run(["mock", "status"])
    second = said(capsys)

    assert f"moved {way} by 60:00" in first
    assert "9:00 left" in first
    assert "was moved" not in second
    assert "9:00 left" in second


def test_a_restart_is_told_and_the_deadline_stands(clock: Hands, capsys: Out) -> None:
    begun()
    clock.put(60)
    run(["mock", "status"])
    said(capsys)

    clock.put(240)
    clock.restart()
    run(["mock", "status"])

    told = said(capsys)
    assert "restarted" in told
    assert "6:00 left" in told


def test_time_saved_by_handing_in_goes_to_the_next_part(clock: Hands, capsys: Out) -> None:
    begun()
    clock.put(240)
    said(capsys)

    run(["mock", "submit"])
    run(["mock", "status"])

    told = said(capsys)
    assert "part 2 of 3" in told
    assert "11:00 left" in told  # 15 minutes after the start, as always
    assert (part(2) / "answers.txt").read_text(encoding="utf-8") == "1: \n2: \n"


def test_a_clock_that_is_injected_later_is_noted_too(
    capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun()
    path = tmp_path / "clock.json"
    path.write_text(json.dumps({"wall": time.time() + 5, "boot": 1.0, "boot_id": "another"}))
    monkeypatch.setenv(INJECTED, str(path))
    run(["mock", "status"])
    monkeypatch.delenv(INJECTED)
    run(["mock", "stop"])

    assert debrief.of().table["injected_clock"] is True
