"""Every drill proves itself: files, texts, reference, right programs, wrong programs.

One seed a program here; `drill dev check --record` takes twelve and writes down the strength that
reports show.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import strength
from grader.catalogue import ROOT, find, names
from grader.catalogue import Drill as Entry

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
SEEDS = "1"
LARGE = {"scheduler", "budget", "blocks", "radix", "eviction"}


@pytest.mark.parametrize("name", names())
def test_a_drill_is_proved(drill: Drill, name: str) -> None:
    done = drill("dev", "check", name, "--seeds", SEEDS, "--json", seconds=600)

    table = json.loads(done.stdout)
    assert [f for f in table["findings"] if f["problem"]] == []
    assert done.returncode == 0
    programs = [finding["what"].split(": ")[0] for finding in table["findings"]]
    assert programs.count("wrong") >= (25 if name in LARGE else 12)
    assert programs.count("right") >= 7  # the reference among them


def test_a_strength_that_was_measured_on_other_files_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = find("batching")
    folder = tmp_path / "batching"
    folder.mkdir()
    monkeypatch.setattr(Entry, "mutants", property(lambda _: folder))
    (folder / "wrong.toml").write_text("")
    rejection = strength.Rejection("one", "attempt", "R2", 2, "requests", 5, 8, 0.1)
    strength.record(drill, [rejection], known=2, right=3, seeds=12)

    before = strength.strength(drill)
    (folder / "wrong.toml").write_text("# changed\n")

    assert (before.known, before.rejected, before.kinds) == (2, 1, {"attempt": 1})
    assert strength.strength(drill).known == 0
    assert strength.rejected(drill) == []


def test_a_new_drill_is_whole_and_proves_itself(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("mutants", "__pycache__")
    shutil.copytree(ROOT / "grader", tmp_path / "grader", ignore=skip)
    for folder in ("drills", "reference"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()

    made = _python(tmp_path, "grader", "dev", "new", "doubling")
    proved = _python(tmp_path, "grader", "dev", "check", "doubling", "--seeds", SEEDS, "--json")

    assert made.returncode == 0, made.stderr
    assert proved.returncode == 0, proved.stdout + proved.stderr
    checks = {path.stem for path in (tmp_path / "grader" / "properties" / "doubling").iterdir()}
    assert {"shapes", "scenarios", "telling", "words", "rules"} < checks


def _python(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_new_drill_needs_a_name_that_is_one_word_and_free(drill: Drill) -> None:
    assert "no name for a drill" in drill("dev", "new", "two words").stderr
    assert "is there already" in drill("dev", "new", "batching").stderr
