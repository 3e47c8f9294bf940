"""What is remembered between commands: attempts, and what was disclosed.

One SQLite file in the user's state folder (`DRILL_HOME` overrides it), write-ahead log, ordered
migrations, every change one transaction: killed at any moment, what was recorded is still there.
"""

import json
import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from grader.error import DrillError
from grader.report import ALL, Report

# Never edit one that was released: add the next. user_version counts those that were applied.
MIGRATIONS = (
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY,
        drill TEXT NOT NULL,
        number INTEGER NOT NULL,
        at REAL NOT NULL,
        status TEXT NOT NULL,
        source TEXT NOT NULL,
        report TEXT NOT NULL,
        UNIQUE (drill, number)
    );
    CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        drill TEXT NOT NULL,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
    );
    CREATE INDEX events_of_drill ON events (drill, kind);
    """,
)


def home() -> Path:
    """Return the folder of the state; made when something is first recorded."""
    chosen = os.environ.get("DRILL_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs  # only when needed: `drill --help` stays quick

    return Path(platformdirs.user_state_dir("infra-drill"))


def record(report: Report, source: str) -> Report:
    """Store one graded attempt; return the report with its number."""
    with _database() as db:
        row = db.execute("SELECT MAX(number) FROM attempts WHERE drill = ?", [report.drill])
        report = report.numbered((row.fetchone()[0] or 0) + 1)
        db.execute(
            "INSERT INTO attempts (drill, number, at, status, source, report) VALUES (?,?,?,?,?,?)",
            [
                report.drill,
                report.attempt,
                time.time(),
                report.status if report.scope == ALL else f"{report.status} ({report.scope})",
                source,
                json.dumps(report.to_json()),
            ],
        )
    return report


def note(drill: str, kind: str, detail: str = "") -> None:
    """Store that something happened: "start" (in which folder), "hint" (which), "gave up"."""
    with _database() as db:
        db.execute(
            "INSERT INTO events (drill, at, kind, detail) VALUES (?,?,?,?)",
            [drill, time.time(), kind, detail],
        )


def details(drill: str, kind: str) -> list[str]:
    """Return the details of all events of one kind, oldest first."""
    with _database() as db:
        rows = db.execute(
            "SELECT detail FROM events WHERE drill = ? AND kind = ? ORDER BY id", [drill, kind]
        )
        return [row[0] for row in rows]


def passed(drill: str) -> bool:
    """Return whether an attempt at this drill ever passed."""
    with _database() as db:
        query = "SELECT 1 FROM attempts WHERE drill = ? AND status = 'passed' LIMIT 1"
        return db.execute(query, [drill]).fetchone() is not None


def is_open(drill: str) -> bool:
    """Return whether the answer may be shown: after a pass, or when it was given up."""
    return passed(drill) or bool(details(drill, "solution"))


def attempts(drill: str) -> int:
    """Return how many attempts at this drill were graded."""
    with _database() as db:
        query = "SELECT COUNT(*) FROM attempts WHERE drill = ?"
        return int(db.execute(query, [drill]).fetchone()[0])


def last_broken(drill: str) -> str | None:
    """Return the rule that the last failed attempt was told, or None."""
    with _database() as db:
        query = "SELECT report FROM attempts WHERE drill = ? AND status = 'failed' ORDER BY id DESC"
        row = db.execute(query, [drill]).fetchone()
    if row is None:
        return None
    rules = json.loads(row[0])["rules"]
    return next((rule["id"] for rule in rules if rule["first_difference"]), None)


@contextmanager
def _database() -> Generator[sqlite3.Connection, None, None]:
    path = home() / "history.sqlite3"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=10, isolation_level=None)
        try:
            _migrate(db)
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        finally:
            db.close()
    except (OSError, sqlite3.Error) as error:
        raise DrillError(
            f"the history in {path} cannot be used: {error}",
            hint="free some space, or point DRILL_HOME at a folder that can be written",
            code=70,
        ) from error


def _migrate(db: sqlite3.Connection) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise sqlite3.DatabaseError("it was written by a newer release")
    if version == len(MIGRATIONS):
        return
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN IMMEDIATE")  # another process may be at it: look again inside the lock
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        for statement in script.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")
