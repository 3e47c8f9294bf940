"""Killed, repeated and side by side, grades leave nothing behind and stay right.

Bounded parts of `python tests/attacks/endurance.py kills` and `… grades`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.arena import open_arena
from tests.attacks.endurance import FILE_THAT_FAILS, FILES, drill, grade_on, kill_many

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
NOBODY = 65534


def test_a_grade_that_is_killed_leaves_no_worker_and_no_half_file() -> None:
    with open_arena() as arena:
        assert kill_many(arena, 4, seed=1) == []


def test_grades_in_a_row_hold_no_more_and_no_more() -> None:
    first, last = grade_on(2 * len(FILES), seeds=1)

    assert last.descriptors == first.descriptors
    assert last.children == first.children
    assert last.files == 0
    assert last.kilobytes < first.kilobytes + 4096


def test_two_grades_at_once_in_one_folder_are_both_right(tmp_path: Path) -> None:
    drill(tmp_path, "start", "batching").communicate()
    file = tmp_path / "batching" / "batching.py"
    file.write_text(FILE_THAT_FAILS, encoding="utf-8")

    both = [drill(tmp_path, "grade", str(file), "--json", "--seed", "1") for _ in "12"]
    told = [json.loads(one.communicate()[0]) for one in both]

    assert [one.returncode for one in both] == [1, 1]
    assert {one["attempt"] for one in told} == {1, 2}
    cases = [json.loads(path.read_text()) for path in file.parent.glob("cases/*")]
    assert {case["rule"] for case in cases} <= _broken(told[0]) == _broken(told[1])
    assert cases


def test_one_grade_as_root_beside_one_as_a_user_are_both_right() -> None:
    if os.getuid() != 0:
        pytest.skip("only root can start one as somebody else")
    try:
        subprocess.run([sys.executable, "-c", ""], user=NOBODY, check=True)
    except (PermissionError, subprocess.CalledProcessError):
        pytest.skip("others may not look where this Python lies")
    with open_arena() as arena:
        both: list[subprocess.Popen[bytes]] = []
        for user in (0, NOBODY):
            place = arena.folder / str(user)
            place.mkdir()
            (place / "batching.py").write_text(FILE_THAT_FAILS, encoding="utf-8")
            os.chown(place, user, user)
            both.append(drill(place, "grade", "batching.py", "--json", "--seed", "1", user=user))

        told = [json.loads(one.communicate()[0]) for one in both]

    assert [one.returncode for one in both] == [1, 1]
    assert _broken(told[0]) == _broken(told[1]) != set()
    assert told[0]["isolation"]["level"] == told[1]["isolation"]["level"]


def _broken(report: dict[str, Any]) -> set[str]:
    return {rule["id"] for rule in report["rules"] if rule["status"] == "failed"}
