"""Every drill proves itself: files, texts, reference, right programs, wrong programs.

One seed a program here; `drill dev check --record` takes twelve and writes down the strength that
reports show.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import strength
from grader.catalogue import Drill as Entry
from grader.catalogue import find, names

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


def test_a_new_drill_can_be_made_and_is_refused_twice(drill: Drill) -> None:
    assert "no name for a drill" in drill("dev", "new", "two words").stderr
    assert "is there already" in drill("dev", "new", "batching").stderr
