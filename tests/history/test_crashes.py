"""Killed at any moment, out of space, two at once: what was recorded is there, no file is lost.

`DRILL_KILLS=200 DRILL_RECORDS=500 pytest tests/history/test_crashes.py` is the long version.
"""

import contextlib
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from grader import cases, catalogue, folder, history
from grader.folder import Place
from grader.state.database import file
from tests.history.conftest import Grade

ROOT = Path(__file__).resolve().parents[2]
DRILL = Path(sys.executable).with_name("drill")
VERSIONS = Path(__file__).parent / "versions"
KILLS = int(os.environ.get("DRILL_KILLS", "21"))
THIRD = KILLS // 3
RECORDS = int(os.environ.get("DRILL_RECORDS", "100"))
MINE = Path("batching/batching.py")

SAVES = """
import sys
from pathlib import Path
from grader import catalogue, history, version
from grader.folder import Place
from tests.history.conftest import report

place = Place(catalogue.find("batching"), Path(sys.argv[1]))
for number in range(1, 1_000_000):
    text = f"x = {number}\\n" + "# filler\\n" * 2000
    version.put(place, text.encode(), "restore")
    history.record(report("batching"), text)
    history.note("batching", "hint", str(number))
    print(number, flush=True)
"""
RECORDS_MANY = """
import sys
from grader import history
from tests.history.conftest import report

for number in range(int(sys.argv[1])):
    print(history.record(report("batching"), f"x = {number}\\n").attempt, flush=True)
"""
MIGRATES = """
from grader import history
print("ready", flush=True)
print(len(history.of()), flush=True)
"""


@contextlib.contextmanager
def child(code: str, *arguments: str) -> Generator["subprocess.Popen[str]", None, None]:
    """Run Python code in a process of its own, beside this one."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def is_sound() -> bool:
    """Return whether SQLite finds no fault in the database."""
    with closing(sqlite3.connect(file())) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))


@pytest.mark.parametrize("number", range(KILLS - 2 * THIRD))
def test_killed_while_saving_everything_confirmed_is_there(number: int) -> None:
    chance = random.Random(number)
    MINE.parent.mkdir()
    MINE.write_text("x = 0\n")

    with child(SAVES, str(MINE.resolve())) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        time.sleep(chance.uniform(0, 0.15))
        running.kill()
        numbers = [int(line) for line in [first, *running.stdout] if line.endswith("\n")]

    texts = {one.source.split("\n")[0] for one in history.of("batching")}
    assert is_sound()
    assert {f"x = {one}" for one in numbers} <= texts
    assert set(map(str, numbers)) <= set(history.details("batching", "hint"))
    # each text of the file that was replaced is kept, and the file holds the latest, whole
    kept = {one.source.split(b"\n")[0].decode() for one in history.snapshots("batching")}
    there = MINE.read_text()
    assert {f"x = {one}" for one in [0, *numbers]} <= {*kept, there.split("\n")[0]}
    assert there.count("filler") == 2000


@pytest.mark.parametrize("number", range(THIRD))
def test_killed_while_grading_the_file_and_what_was_recorded_are_there(
    number: int, grade: Grade
) -> None:
    chance = random.Random(number)
    drill = catalogue.find("batching")
    folder.start(drill, Path())
    wrong = drill.reference.read_text(encoding="utf-8").replace("max(finish", "min(finish")
    MINE.write_text(wrong)
    grade("batching", "x = 1\n")

    with subprocess.Popen(
        [str(DRILL), "grade"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            running.wait(chance.uniform(0, 1.2))
        except subprocess.TimeoutExpired:
            running.kill()

    assert is_sound()
    assert history.of("batching")[0].source == "x = 1\n"
    assert MINE.read_text() == wrong
    assert all(cases.load(Place(drill, MINE)).values())


@pytest.mark.parametrize("number", range(THIRD))
def test_killed_while_migrating_the_database_opens_with_all_attempts(number: int) -> None:
    chance = random.Random(number)
    file().parent.mkdir(parents=True)
    with closing(sqlite3.connect(file())) as db:
        db.executescript((VERSIONS / "1.sql").read_text(encoding="utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
        row = db.execute("SELECT status, report FROM attempts WHERE id = 1").fetchone()
        source = "x = 1\n" * 50
        insert = (
            "INSERT INTO attempts (drill, number, at, status, source, report) "
            "VALUES ('radix', ?, ?, ?, ?, ?)"
        )
        db.executemany(insert, [(n, 2000.0 + n, row[0], source, row[1]) for n in range(2, 202)])
        db.commit()

    with child(MIGRATES) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(chance.uniform(0, 0.3))
        running.kill()

    assert is_sound()
    assert len(history.of()) == 204
    assert len({one.uid for one in history.of()}) == 204


def test_two_processes_record_at_once_and_none_is_lost() -> None:
    with child(RECORDS_MANY, str(RECORDS)) as one, child(RECORDS_MANY, str(RECORDS)) as two:
        assert one.stdout is not None
        assert two.stdout is not None
        numbers = [int(line) for line in [*one.stdout, *two.stdout]]
        codes = [one.wait(), two.wait()]

    everything = list(range(1, 2 * RECORDS + 1))
    assert codes == [0, 0]
    assert sorted(numbers) == everything
    assert [attempt.number for attempt in history.of("batching")] == everything
    assert is_sound()


def with_room_for(size: int, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command where no file may grow over `size` bytes, as on a disk that is full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        [str(DRILL), *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        preexec_fn=limit,
    )


@pytest.fixture
def learner(grade: Grade) -> str:
    """Start a drill, write a wrong file, record some attempts; return what the file holds."""
    drill = catalogue.find("batching")
    folder.start(drill, Path())
    wrong = drill.reference.read_text(encoding="utf-8").replace("max(finish", "min(finish")
    MINE.write_text(wrong)
    for number in range(5):
        grade("batching", f"x = {number}\n" * 3000)
    return wrong


@pytest.mark.parametrize("size", [0, 5000, 60_000])
def test_a_full_disk_takes_no_attempt_and_leaves_the_verdict(learner: str, size: int) -> None:
    done = with_room_for(size, "grade", "batching/batching.py", "--drill", "batching")

    assert done.returncode == 1
    assert "FAIL  R3" in done.stdout
    is_recorded = not done.stderr  # the log is a file of its own, and it may still have room
    assert is_recorded or "this attempt was not recorded" in done.stderr
    assert "Traceback" not in done.stderr
    assert is_recorded == (size == 60_000)
    assert len(history.of("batching")) == 5 + is_recorded
    assert [one.number for one in history.of("batching")][:5] == [1, 2, 3, 4, 5]
    assert MINE.read_text() == learner
    assert is_sound()


@pytest.mark.parametrize(
    "arguments",
    [
        ["restore", "1", "--drill", "batching"],
        ["reset", "batching"],
        ["hint", "R1", "--drill", "batching"],
        ["export", "mine.json"],
        ["start", "radix"],
    ],
)
@pytest.mark.parametrize("size", [0, 5000])
def test_a_full_disk_is_a_sentence_and_nothing_is_lost(
    learner: str, arguments: list[str], size: int
) -> None:
    done = with_room_for(size, *arguments)

    assert done.returncode == 70
    assert done.stderr.startswith("drill: ")
    assert "fault of ours" not in done.stderr
    assert MINE.read_text() == learner
    assert [one.number for one in history.of("batching")] == [1, 2, 3, 4, 5]
    assert not Path("mine.json").exists()
    assert not Path("radix").exists()
    assert not [path for path in MINE.parent.iterdir() if path.suffix == ".part"]


def fill(path: Path) -> None:
    """Write into a file until its filesystem has no room."""
    with path.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
        while stream.write(b"\0" * 4096):
            pass


def test_a_small_filesystem_that_is_full_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grade: Grade
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=512k", "none", str(small)],
            capture_output=True,
            check=False,
        ).returncode
    ):
        pytest.skip("mounting a small filesystem needs root")
    try:
        monkeypatch.setenv("DRILL_HOME", str(small))
        for number in range(3):
            grade("batching", f"x = {number}\n")
        fill(small / "filler")
        answer = catalogue.find("batching").reference.read_text(encoding="utf-8")
        Path("batching.py").write_text(answer, encoding="utf-8")

        done = subprocess.run(
            [str(DRILL), "grade", "batching.py"], capture_output=True, text=True, check=False
        )

        assert done.returncode == 0
        assert "PASSED" in done.stdout
        assert "this attempt was not recorded" in done.stderr
        (small / "filler").unlink()
        assert [one.number for one in history.of()] == [1, 2, 3]
        assert is_sound()
    finally:
        subprocess.run(["umount", "--lazy", str(small)], capture_output=True, check=False)
