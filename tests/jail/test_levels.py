"""The level is told with its reasons, and a grade that asks for more than there is runs nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.jail import Layer, is_enough, missing
from tests.jail.conftest import ROOT

PRETEND = Path(__file__).with_name("older_kernel.py")
NAMES = ("session", "descriptors", "environment", "limits", "landlock", "seccomp", "user")
OLDER = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="pretends for x86-64 only"
)


def layers(*off: str) -> list[Layer]:
    """Return layers of which some are off."""
    return [Layer(name, name not in off, "") for name in NAMES]


def test_a_stronger_jail_is_enough_where_a_weaker_is_wanted() -> None:
    wanted = ("basic", "good", "strong")

    assert [is_enough(layers("landlock"), one) for one in wanted] == [True, True, False]
    assert [is_enough([], one) for one in wanted] == [True, False, False]


def test_layers_that_are_off_for_one_reason_are_told_together() -> None:
    off = [Layer("a", False, "no Linux"), Layer("b", True, ""), Layer("c", False, "no Linux")]

    assert missing(off) == ["a, c: no Linux"]
    assert missing([Layer("b", True, "")]) == []


def grade(tmp_path: Path, *options: str, without: str = "") -> "subprocess.CompletedProcess[str]":
    """Grade a right file by the real command, where the kernel lacks something."""
    file = tmp_path / "batching.py"
    source = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")
    file.write_text(f"{source}\nprint('it ran')\n", encoding="utf-8")
    pretend = [sys.executable, str(PRETEND), without] if without else []
    command = [sys.executable, "-m", "grader", "grade", str(file), *options]
    return subprocess.run(
        [*pretend, *command],
        capture_output=True,
        text=True,
        env={**os.environ, "DRILL_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=False,
    )


@OLDER
@pytest.mark.usefixtures("landlock", "seccomp")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_grade_that_asks_for_more_than_there_is_runs_nothing(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = grade(tmp_path, "--require-isolation", "strong", *options, without="landlock")

    assert (done.returncode, done.stdout) == (6, "")
    assert "the jail is good here, not strong, so nothing was run" in done.stderr
    assert "landlock: the kernel has no Landlock" in done.stderr
    assert "it ran" not in done.stderr


@OLDER
@pytest.mark.usefixtures("landlock", "seccomp")
def test_a_grade_with_less_than_all_layers_says_so_on_every_screen(tmp_path: Path) -> None:
    shown = grade(tmp_path, "--require-isolation", "good", without="seccomp")
    told = json.loads(grade(tmp_path, "--json", without="seccomp").stdout)["isolation"]

    assert shown.returncode == 0
    assert "jail: good, not strong; missing" in shown.stdout
    assert "seccomp: the kernel takes no seccomp filter" in shown.stdout
    assert told["level"] == "good"
    assert {one["name"]: one["why"] for one in told["layers"] if not one["on"]}.keys() == {
        "seccomp"
    }


def test_a_grade_that_asks_for_what_there_is_passes(tmp_path: Path) -> None:
    found = json.loads(grade(tmp_path, "--json").stdout)["isolation"]["level"]

    done = grade(tmp_path, "--require-isolation", found)

    assert done.returncode == 0
    assert ("not strong" in done.stdout) == (found != "strong")


def test_an_unknown_level_is_a_wrong_usage(tmp_path: Path) -> None:
    assert grade(tmp_path, "--require-isolation", "total").returncode == 2
