"""`drill watch`: a verdict on every save, keys, and sentences where it cannot be."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.watch import is_remote
from tests.watch.terminal import Seat

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
Answer = Callable[[str], Path]

FOOT = "q quit"
MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /mnt/home nfs4 rw 0 0
C:\\134 /mnt/c 9p rw 0 0
tmpfs /mnt/home/scratch tmpfs rw 0 0
/dev/sdb1 /mnt/homes ext4 rw 0 0
"""


@pytest.fixture
def started(drill: Drill, answer: Answer) -> Path:
    """Start batching and put a wrong answer into it; return the file."""
    pytest.importorskip("watchfiles", reason="drill watch needs the package watchfiles")
    drill("start", "batching")
    right = answer("batching").read_text(encoding="utf-8")
    Path("batching.py").unlink()
    file = Path("batching/batching.py")
    file.write_text(right.replace("max(finish", "min(finish"), encoding="utf-8")
    return file


def test_every_save_is_graded_and_q_ends_it(started: Path) -> None:
    with Seat("watch", "batching") as seat:
        first = seat.until(FOOT)
        wrong = started.read_text(encoding="utf-8")
        started.write_text(wrong.replace("min(finish", "max(finish"), encoding="utf-8")
        passed = seat.until(FOOT)
        started.write_text(wrong, encoding="utf-8")
        broken = seat.until(FOOT)
        seat.press("q")

        assert "FAIL  R3" in first
        assert "PASSED  batching   attempt 2" in passed.replace("\x1b", "")
        assert "FAIL  R3" in broken
        assert "watching batching/batching.py" in broken
        assert seat.ends() == 0


def test_a_save_by_renaming_counts_and_so_does_a_scenario_of_ones_own(started: Path) -> None:
    with Seat("watch", "batching") as seat:
        seat.until(FOOT)
        other = started.with_name("saving.tmp")
        other.write_text("def simulate_static(:\n", encoding="utf-8")
        other.replace(started)
        renamed = seat.until(FOOT)
        (started.parent / "cases.toml").write_text("x = 1\n", encoding="utf-8")
        own = seat.until(FOOT)

        assert "SyntaxError" in renamed
        assert "cases.toml:1  x belongs to no scenario" in own


def test_keys_show_a_hint_and_a_trace_and_leave_nothing_that_has_not_passed(started: Path) -> None:
    with Seat("watch", "batching") as seat:
        seat.until(FOOT)
        seat.press("h")
        hint = seat.until(FOOT)
        seat.press("t")
        trace = seat.until(FOOT)
        seat.press("s")
        solution = seat.until(FOOT)
        seat.press("n")
        onward = seat.until(FOOT)

        assert "1 of 3; recorded" in hint
        assert "This run breaks R3" in trace
        assert "batching has not passed yet, so its answer stays closed" in solution
        assert "batching has not passed yet; q leaves it" in onward
        assert all("watching batching/batching.py" in screen for screen in (hint, trace, onward))


def test_after_a_pass_n_goes_on_to_the_next_drill(started: Path) -> None:
    text = started.read_text(encoding="utf-8")
    started.write_text(text.replace("min(finish", "max(finish"), encoding="utf-8")
    with Seat("watch", "batching") as seat:
        seat.until("PASSED")
        seat.until(FOOT)
        seat.press("n")
        onward = seat.until(FOOT)

        assert "is not written yet" in onward
        assert len([path for path in Path().iterdir() if path.is_dir()]) == 2


def test_without_a_terminal_it_says_so(drill: Drill, started: Path) -> None:
    done = drill("watch", str(started))

    assert done.returncode == 2
    assert "drill watch needs a terminal" in done.stderr


def test_without_its_package_it_says_how_to_get_it(started: Path, tmp_path: Path) -> None:
    (tmp_path / "watchfiles.py").write_text("raise ImportError('not here')\n")
    with Seat("watch", str(started), PYTHONPATH=str(tmp_path)) as seat:
        seat.until("python -m pip install 'infra-drill[watch]'")

        assert seat.ends() == 6


@pytest.mark.parametrize(
    ("folder", "remote"),
    [
        ("/home/ann", False),
        ("/mnt/home/ann", True),
        ("/mnt/homes", False),
        ("/mnt/c/work", True),
        ("/mnt/home/scratch/x", False),
    ],
)
def test_a_folder_on_a_network_mount_is_looked_at_again_and_again(
    tmp_path: Path, folder: str, remote: bool
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS)

    assert is_remote(Path(folder), mounts) is remote


def test_where_mounts_are_not_told_the_system_is_trusted(tmp_path: Path) -> None:
    assert not is_remote(Path(os.sep), tmp_path / "none")
