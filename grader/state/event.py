"""What happened besides grading: a drill was begun, a hint shown, an answer opened."""

import sqlite3
import time
from typing import NamedTuple

BEGUN = ("start", "reset", "review")  # kinds after which the clock of a drill begins anew


class Event(NamedTuple):
    """One row of the table of events."""

    drill: str
    at: float  # seconds since 1970
    kind: str
    detail: str


def add(db: sqlite3.Connection, drill: str, kind: str, detail: str) -> None:
    """Store one event, now."""
    db.execute(
        "INSERT INTO events (drill, at, kind, detail) VALUES (?,?,?,?)",
        [drill, time.time(), kind, detail],
    )


def events(db: sqlite3.Connection, drill: str) -> list[Event]:
    """Return all events of one drill, oldest first."""
    query = "SELECT drill, at, kind, detail FROM events WHERE drill = ? ORDER BY at, id"
    return [Event(*row) for row in db.execute(query, [drill])]
