"""What is remembered between commands: attempts, what was disclosed, what a file was before.

The functions that the commands call; how it is kept is in `grader/state`.
"""

import json
import sqlite3
import time
from dataclasses import replace

from grader.report import ALL, PRACTICE, Practice, Report
from grader.state import attempt, event, snapshot
from grader.state.attempt import Attempt
from grader.state.code import code
from grader.state.database import home, reading, writing
from grader.state.event import BEGUN, Event
from grader.state.migration import identity
from grader.state.snapshot import Snapshot

__all__ = ["BEGUN", "Attempt", "Event", "Snapshot", "home"]


def record(report: Report, source: str) -> Report:
    """Store one graded attempt; return the report with its number and what the history adds."""
    with writing() as db:
        now, drill = time.time(), report.drill
        row = db.execute("SELECT MAX(number) FROM attempts WHERE drill = ?", [drill]).fetchone()
        same = code(source)
        report = report.numbered((row[0] or 0) + 1)
        report = replace(report, practice=_practice(db, drill, same, now))
        _insert(db, report, source, same, now)
    return report


def note(drill: str, kind: str, detail: str = "") -> None:
    """Store that something happened: "start" (in which folder), "hint" (which), "gave up"."""
    with writing() as db:
        event.add(db, drill, kind, detail)


def keep(drill: str, path: str, why: str, source: bytes) -> Snapshot:
    """Store what stands in a learner's file, before the command `why` puts something else there."""
    with writing() as db:
        return snapshot.keep(db, drill, path, why, source)


def of(drill: str | None = None) -> list[Attempt]:
    """Return all attempts, or those at one drill, oldest first."""
    with reading() as db:
        return attempt.attempts(db, drill)


def events(drill: str) -> list[Event]:
    """Return all events of one drill, oldest first."""
    with reading() as db:
        return event.events(db, drill)


def snapshots(drill: str) -> list[Snapshot]:
    """Return all snapshots of one drill, oldest first."""
    with reading() as db:
        return snapshot.snapshots(db, drill)


def details(drill: str, kind: str) -> list[str]:
    """Return the details of all events of one kind, oldest first."""
    return [one.detail for one in events(drill) if one.kind == kind]


def since_begun(drill: str, kind: str) -> list[str]:
    """Return the details of the events of one kind since the drill was begun the last time."""
    past = events(drill)
    begun = max((one.at for one in past if one.kind in BEGUN), default=0.0)
    return [one.detail for one in past if one.kind == kind and one.at >= begun]


def passed(drill: str) -> bool:
    """Return whether an attempt at this drill ever passed."""
    with reading() as db:
        query = "SELECT 1 FROM attempts WHERE drill = ? AND status = 'passed' AND scope = ? LIMIT 1"
        return db.execute(query, [drill, ALL]).fetchone() is not None


def is_open(drill: str) -> bool:
    """Return whether the answer may be shown: after a pass, or when it was given up."""
    return passed(drill) or bool(details(drill, "solution"))


def attempts(drill: str) -> int:
    """Return how many attempts at this drill were graded."""
    with reading() as db:
        query = "SELECT COUNT(*) FROM attempts WHERE drill = ?"
        return int(db.execute(query, [drill]).fetchone()[0])


def last_broken(drill: str) -> str | None:
    """Return the rule that was told of the last failed attempt, or None."""
    told = [one.told for one in of(drill) if one.scope == ALL and one.disclosure == PRACTICE]
    return next((rule for rule in reversed(told) if rule), None)


def _practice(db: sqlite3.Connection, drill: str, same: str, now: float) -> Practice:
    """Return what the history knows of a file that is being recorded."""
    past = event.events(db, drill)
    begun = max((one.at for one in past if one.kind in BEGUN), default=None)
    hints = sum(one.kind == "hint" and one.at >= (begun or 0.0) for one in past)
    (unchanged,) = db.execute(
        "SELECT MIN(number) FROM attempts WHERE drill = ? AND code = ? AND code != ''",
        [drill, same],
    ).fetchone()
    return Practice(None if begun is None else max(0.0, now - begun), hints, unchanged)


def _insert(db: sqlite3.Connection, report: Report, source: str, same: str, now: float) -> None:
    practice = report.practice or Practice()
    row = {
        "uid": identity(report.drill, report.attempt, now, source),
        "drill": report.drill,
        "number": report.attempt,
        "at": now,
        "status": report.status,
        "scope": report.scope,
        "since_start": practice.since_start,
        "hints": practice.hints,
        "disclosure": report.disclosure,
        "code": same,
        "source": source,
        "report": json.dumps(report.to_json()),
    }
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    db.execute(f"INSERT INTO attempts ({names}) VALUES ({marks})", list(row.values()))
