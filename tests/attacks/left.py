"""What an attack may leave on a machine: files, sockets, shared memory, a changed history."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SIGN = "infra-drill"  # in every name that an attack gives to what it makes
KEY = "4242"  # of everything of System V's that an attack makes
FOLDERS = ("/tmp", "/var/tmp", "/root", "/home", "/run", "/etc")


def files(place: Path, project: Path) -> Iterator[str]:
    """Yield files that an attack made; `place` is the arena's folder."""
    found = [*place.parent.glob(f"{place.name}-attack*"), project / "grader" / "attack.py"]
    found += [*Path("/").glob(f"{SIGN}-*"), *Path("/dev/shm").glob(f"*{SIGN}*")]
    found += [Path(folder, f"{SIGN}-attack") for folder in FOLDERS]
    yield from (f"file {path}" for path in found if os.path.lexists(path))


def in_the_kernel() -> Iterator[str]:
    """Yield sockets without a file, and memory, semaphores and queues that outlive a process."""
    for name in ("shm", "sem", "msg"):
        for line in _lines(f"/proc/sysvipc/{name}"):
            if line.split()[:1] == [KEY]:
                yield f"{name} {line.split()[1]}"
    for line in _lines("/proc/net/unix"):
        if line.endswith(f"@{SIGN}-attack"):
            yield "a socket without a file"


def history(home: Path, report: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the history after one grade: it holds that attempt and no more."""
    path = home / "state" / "history.sqlite3"
    if not report:  # a grade that was refused, or killed, may have recorded nothing
        return
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT report FROM attempts").fetchall()
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            yield "a broken history"
    db.close()
    statuses = [json.loads(row[0])["status"] for row in rows]
    if statuses != [report["status"]]:
        yield f"a history of {statuses}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
