"""What stood in a learner's file before a command put something else there."""

import sqlite3
import time
from dataclasses import dataclass

from grader.state.migration import identity


@dataclass(frozen=True)
class Snapshot:
    """One row of the table of snapshots."""

    drill: str
    number: int
    at: float  # seconds since 1970
    path: str
    why: str  # the command: "restore", "reset", "review"
    source: bytes

    @property
    def name(self) -> str:
        """Return the name that `drill restore` takes: "s3"."""
        return f"s{self.number}"


def keep(db: sqlite3.Connection, drill: str, path: str, why: str, source: bytes) -> Snapshot:
    """Store the content of a file; return the snapshot."""
    row = db.execute("SELECT MAX(number) FROM snapshots WHERE drill = ?", [drill]).fetchone()
    one = Snapshot(drill, (row[0] or 0) + 1, time.time(), path, why, source)
    db.execute(
        "INSERT INTO snapshots (uid, drill, number, at, path, why, source) VALUES (?,?,?,?,?,?,?)",
        [
            identity(drill, one.number, one.at, path, source.hex()),
            one.drill,
            one.number,
            one.at,
            one.path,
            one.why,
            one.source,
        ],
    )
    return one


def snapshots(db: sqlite3.Connection, drill: str) -> list[Snapshot]:
    """Return all snapshots of one drill, oldest first."""
    query = "SELECT drill, number, at, path, why, source FROM snapshots WHERE drill = ?"
    return [Snapshot(*row) for row in db.execute(f"{query} ORDER BY number", [drill])]
