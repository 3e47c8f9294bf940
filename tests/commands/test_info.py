"""`drill info`: what a drill asks for, and the kill sheet of its judge."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.catalogue import names
from grader.screen.passed import kill_sheet
from grader.strength import KINDS, NOT_MEASURED, Strength

Drill = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize("name", names())
def test_the_kinds_add_up_to_what_is_rejected(drill: Drill, name: str) -> None:
    sheet = json.loads(drill("info", name, "--json").stdout)["strength"]

    assert sheet["rejected"] == sheet["known"] > 0, "measure anew: drill dev check --record"
    assert sum(sheet["kinds"].values()) == sheet["rejected"]
    assert set(sheet["kinds"]) <= set(KINDS)
    assert sum(sheet["rules"].values()) == sheet["rejected"]
    assert sheet["seeds"] == 12


def test_a_person_sees_each_kind_and_no_wrong_program_by_name(drill: Drill) -> None:
    done = drill("info", "scheduler")

    assert done.returncode == 0
    assert all(kind in done.stdout for kind in KINDS.values())
    assert "changes of the answer in one place" in done.stdout
    assert "mid_chunk" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_in_a_drills_folder_no_name_is_needed(drill: Drill) -> None:
    drill("start", "batching")

    assert drill("info").stdout.startswith("  batching ")
    assert drill("info", "batchin").returncode == 2
    assert Path("batching").is_dir()


def test_a_drill_that_changed_since_says_so_and_shows_no_figure() -> None:
    assert not NOT_MEASURED.known
    assert kill_sheet(Strength(known=3, rejected=2, kinds={"attempt": 2})) == (
        "2 of 3 known wrong files: 2 whole attempts"
    )
