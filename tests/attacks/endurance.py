"""Grades that are killed, and grades without end: what do they leave behind?

Usage: python tests/attacks/endurance.py kills [50]      kill that many grades at random moments
       python tests/attacks/endurance.py grades [1000]   grade that many files in one process
"""

import gc
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from grader import catalogue
from grader.judge import judge
from grader.limits import Limits
from tests.attacks.arena import HERE, REFERENCE, ROOT, Arena, open_arena

RIGHT = REFERENCE.read_text(encoding="utf-8")
FILE_THAT_FAILS = RIGHT.replace("max(finish", "min(finish")
FILES = {  # source -> status
    RIGHT: "passed",
    (HERE / "wrong.py").read_text(encoding="utf-8"): "failed",
    f"{RIGHT}\nimport os\nos._exit(0)\n": "ungradable",
    f"{RIGHT}\nimport os\ndef simulate_static(a, b): os._exit(0)\n": "ungradable",
    f"{RIGHT}\nprint('x' * 300_000)\n": "limit",
    f"{RIGHT}\nx = [0] * (1 << 32)\n": "limit",
    f"{RIGHT}\nwhile True: pass\n": "limit",
    f"{RIGHT}\nx = = 1\n": "ungradable",
}
LIMITS = Limits(import_seconds=0.2, shrink_seconds=0.1)
PLAYED = 30  # scenarios a grade


@dataclass(frozen=True)
class Held:
    """What a process holds: descriptors, children, temporary files, memory."""

    descriptors: int
    children: int
    files: int
    kilobytes: int


def held(folder: Path) -> Held:
    """Return what this process holds now; `folder` is where its temporary files would lie."""
    gc.collect()
    children = sum(
        len(task.read_text().split()) for task in Path("/proc/self/task").glob("*/children")
    )
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    memory = pages * resource.getpagesize() // 1024
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return Held(descriptors, children, len(list(folder.iterdir())), memory)


def grade_on(grades: int, seeds: int) -> Iterator[Held]:
    """Grade files of every kind in turn, and tell what is held after each round of them."""
    folder = Path(tempfile.mkdtemp())
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        drill = catalogue.find("batching")
        for number in range(grades):
            source, status = list(FILES.items())[number % len(FILES)]
            seed = number // len(FILES) % seeds
            report = judge(drill, source, seed=seed, scenarios=PLAYED, limits=LIMITS)
            assert report.status == status, (status, report.problem)
            if number % len(FILES) == len(FILES) - 1:
                yield held(folder)
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder)


def kill_many(arena: Arena, kills: int, seed: int) -> list[str]:
    """Kill grades in one folder at random moments; return what was wrong afterwards."""
    rng = random.Random(seed)
    home = arena.folder / "home"
    home.mkdir(exist_ok=True)
    drill(home, "start", "batching").communicate()
    file = home / "batching" / "batching.py"
    file.write_text(FILE_THAT_FAILS, encoding="utf-8")
    began = time.monotonic()
    drill(home, "grade", str(file)).communicate()
    usual = time.monotonic() - began
    found: list[str] = []
    for _ in range(kills):
        process = drill(home, "grade", str(file))
        time.sleep(rng.uniform(0, 1.1 * usual))
        process.kill()
        process.communicate()
        found += alive(arena)
        found += _broken_files(home, file)
    last = drill(home, "grade", str(file))
    last.communicate()
    if last.returncode != 1:
        found.append("the grade after all of them was not the usual one")
    return found


def drill(home: Path, *arguments: str, user: int | None = None) -> "subprocess.Popen[bytes]":
    """Start a command of drill in `home`, as another user if one is named."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DRILL_HOME": str(home / "state"), "PYTHONPATH": _path()},
        cwd=home,
        start_new_session=True,
        user=user,
        umask=0o022,
    )


def _path() -> str:
    return ":".join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])


def alive(arena: Arena) -> list[str]:
    """Return workers that still run, after two seconds of grace for the kernel."""
    left: list[str] = []
    for _ in range(100):
        left = list(arena.orphans())
        if not left:
            break
        time.sleep(0.02)
    return left


def _broken_files(home: Path, file: Path) -> list[str]:
    found = [] if file.read_text(encoding="utf-8") == FILE_THAT_FAILS else ["the learner's file"]
    for path in (home / "batching" / "cases").glob("*"):
        try:
            json.loads(path.read_text(encoding="utf-8"))["scenario"]
        except (ValueError, KeyError):
            found.append(f"half a case: {path.name}")
    with sqlite3.connect(home / "state" / "history.sqlite3") as db:
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            found.append("the history")
        for (report,) in db.execute("SELECT report FROM attempts"):
            json.loads(report)
    db.close()
    return found


def main(what: str, number: int) -> int:
    """Do one of the two, print what was found, return the exit code."""
    if what == "kills":
        with open_arena() as arena:
            found = kill_many(arena, number, seed=number)
        sys.stdout.write("".join(f"{line}\n" for line in found))
        sys.stdout.write(f"{number} grades killed, {len(found)} things wrong afterwards\n")
        return bool(found)
    rounds: list[Held] = []
    for last in grade_on(number, seeds=number):
        rounds.append(last)
        if len(rounds) % 25 == 1:
            sys.stdout.write(f"{len(rounds) * len(FILES):6} grades  {last}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{number:6} grades  {rounds[-1]}\n")
    return 0


if __name__ == "__main__":
    usual = {"kills": 50, "grades": 1000}
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else usual[sys.argv[1]]))
