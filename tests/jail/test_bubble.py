"""bubblewrap as an outer wall: it stands when it is asked for, or the report says why not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader import bubble
from grader.error import DrillError
from tests.attacks.arena import ROOT, attacks, open_arena
from tests.attacks.endurance import alive
from tests.attacks.layers import PARENT
from tests.attacks.test_layers import is_alive, looping
from tests.jail.test_levels import OLDER, PRETEND


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for the wall."""
    monkeypatch.setenv(bubble.VARIABLE, bubble.NAME)


@pytest.fixture
def wall(asked: None) -> None:
    """Skip where the wall cannot be put up."""
    (layer,) = bubble.layers()
    if not layer.on:
        pytest.skip(f"no bubblewrap here: {layer.why}")


def grade(tmp_path: Path, source: str, *before: str, path: str = "") -> dict[str, object]:
    """Grade a source by the real command; return its report, {} for none, with the exit code."""
    file = tmp_path / "batching.py"
    file.write_text(source, encoding="utf-8")
    done = subprocess.run(
        [*before, sys.executable, "-m", "grader", "grade", str(file), "--json"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "DRILL_HOME": str(tmp_path / "home"),
            "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}",
            **({"PATH": path} if path else {}),
        },
        cwd=tmp_path,
        check=False,
    )
    return {**(json.loads(done.stdout) if done.stdout else {}), "code": done.returncode}


RIGHT = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")


def layer_of(report: dict[str, object]) -> dict[str, object]:
    """Return what a report says of the wall."""
    isolation: dict[str, list[dict[str, object]]] = report["isolation"]  # type: ignore[assignment]
    return next(one for one in isolation["layers"] if one["name"] == bubble.NAME)


@pytest.mark.usefixtures("wall")
def test_a_right_file_passes_inside_the_wall(tmp_path: Path) -> None:
    report = grade(tmp_path, RIGHT)

    assert (report["status"], report["code"]) == ("passed", 0)
    assert layer_of(report)["on"] is True


@pytest.mark.usefixtures("asked")
def test_a_wall_that_is_asked_for_and_missing_makes_the_jail_less_than_strong(
    tmp_path: Path,
) -> None:
    report = grade(tmp_path, RIGHT, path="/nowhere")

    assert layer_of(report) == {
        "name": bubble.NAME,
        "on": False,
        "why": "the program bwrap is not installed",
    }
    assert report["isolation"]["level"] != "strong"  # type: ignore[index]


def test_another_value_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(bubble.VARIABLE, "bubble")

    with pytest.raises(DrillError, match="bubble"):
        bubble.layers()


def test_nobody_asked_so_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(bubble.VARIABLE, raising=False)

    assert bubble.layers() == ()


@OLDER
@pytest.mark.usefixtures("wall", "landlock")
def test_without_landlock_the_wall_hides_the_reference(tmp_path: Path) -> None:
    spy = f"import os\nprint(os.path.exists({str(ROOT / 'reference' / 'batching.py')!r}))\n"

    report = grade(tmp_path, f"{RIGHT}\n{spy}", sys.executable, str(PRETEND), "landlock")

    assert report["output"]["text"] == "False\n"  # type: ignore[index]


@pytest.mark.usefixtures("wall")
def test_a_loop_inside_the_wall_ends_with_its_time_and_with_its_judge(tmp_path: Path) -> None:
    loop = next(attack for attack in attacks() if attack.name == PARENT)
    with open_arena() as arena:
        assert arena.run(loop).status == "limit"
        with arena.start(loop, tmp_path, ("--json",)) as process:
            worker = looping(process.pid)
            process.kill()
        arena.forget(process)

        assert not is_alive(worker)
        assert not [*alive(arena)]


@pytest.mark.usefixtures("wall")
def test_how_a_worker_ended_is_named_inside_the_wall_as_well(tmp_path: Path) -> None:
    report = grade(tmp_path, f"{RIGHT}\nimport os\nos.abort()\n")

    assert report["problem"]["says"] == "the process was ended by signal SIGABRT"  # type: ignore[index]
