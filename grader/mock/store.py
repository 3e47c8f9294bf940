"""What is remembered of mock interviews: sessions, moments, snapshots, grades, verdicts.

Every change is one transaction. What a session was at its start never changes; how far it is
(`seen`, `drift`) only moves on, and everything else is added, never edited.
"""

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grader.mock.clock import Reading
from grader.mock.record import Grade, Moment, Snapshot, Stored
from grader.state.database import reading, writing

SESSION = "uid, round, seed, folder, wall, boot, boot_id, injected, seen, seen_wall, host"


class Store:
    """All that is asked of the tables, inside one transaction of `opened`."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def create(self, new: Stored) -> None:
        """Store a new session."""
        begun = new.start
        places = ",".join("?" * 11)
        self._db.execute(
            f"INSERT INTO mock_sessions ({SESSION}) VALUES ({places})",
            [
                new.id,
                json.dumps(new.table),
                new.seed,
                str(new.folder),
                begun.wall,
                begun.boot,
                begun.boot_id,
                int(new.injected),
                new.seen,
                new.seen_wall,
                json.dumps(new.host),
            ],
        )

    def sessions(self) -> list[Stored]:
        """Return all sessions, oldest first."""
        rows = self._db.execute(f"SELECT {SESSION} FROM mock_sessions ORDER BY wall, id")
        return [_stored(row) for row in rows]

    def session(self, session: str) -> Stored | None:
        """Return one session, None if there is none of this id."""
        return next((one for one in self.sessions() if one.id == session), None)

    def see(self, session: str, seconds: float, wall: float, injected: bool) -> None:
        """Note how far a session is, what the wall clock says, whether it ever was injected."""
        self._db.execute(
            "UPDATE mock_sessions SET seen = ?, seen_wall = ?, injected = MAX(injected, ?)"
            " WHERE uid = ?",
            [seconds, wall, int(injected), session],
        )

    def add_moment(self, session: str, moment: Moment) -> None:
        """Store that something happened."""
        self._db.execute(
            "INSERT INTO mock_moments (session, part, at, kind, detail) VALUES (?,?,?,?,?)",
            [session, moment.part, moment.at, moment.kind, moment.detail],
        )

    def moments(self, session: str) -> list[Moment]:
        """Return what happened, in order."""
        query = "SELECT part, at, kind, detail FROM mock_moments WHERE session = ? ORDER BY id"
        return [Moment(*row) for row in self._db.execute(query, [session])]

    def add_snapshot(self, session: str, shot: Snapshot) -> None:
        """Store a file as it stands."""
        self._db.execute(
            "INSERT INTO mock_snapshots (session, part, at, file, why, text) VALUES (?,?,?,?,?,?)",
            [session, shot.part, shot.at, shot.file, shot.why, shot.text],
        )

    def snapshots(self, session: str) -> list[Snapshot]:
        """Return all snapshots in the order in which they were taken."""
        query = "SELECT part, at, file, why, text FROM mock_snapshots WHERE session = ? ORDER BY id"
        return [Snapshot(*row) for row in self._db.execute(query, [session])]

    def add_grade(self, session: str, grade: Grade) -> None:
        """Store a grade with what it disclosed."""
        self._db.execute(
            "INSERT INTO mock_grades (session, part, at, disclosure, marks) VALUES (?,?,?,?,?)",
            [session, grade.part, grade.at, grade.disclosure, json.dumps(grade.marks)],
        )

    def grades(self, session: str) -> list[Grade]:
        """Return the grades of a session in order."""
        query = "SELECT part, at, disclosure, marks FROM mock_grades WHERE session = ? ORDER BY id"
        rows = self._db.execute(query, [session])
        return [Grade(part, at, told, json.loads(marks)) for part, at, told, marks in rows]

    def set_verdict(self, session: str, part: int, verdict: dict[str, Any]) -> bool:
        """Store what became of a part; return whether it was the first verdict, which stays."""
        added = self._db.execute(
            "INSERT OR IGNORE INTO mock_verdicts (session, part, verdict) VALUES (?,?,?)",
            [session, part, json.dumps(verdict)],
        )
        return added.rowcount == 1

    def verdicts(self, session: str) -> dict[int, dict[str, Any]]:
        """Return the verdicts by part."""
        query = "SELECT part, verdict FROM mock_verdicts WHERE session = ?"
        return {part: json.loads(text) for part, text in self._db.execute(query, [session])}

    def add_hosted(self, seal: str, at: float, name: str) -> None:
        """Remember a round file that was written for somebody else."""
        self._db.execute(
            "INSERT OR IGNORE INTO mock_hosted (seal, at, name) VALUES (?,?,?)", [seal, at, name]
        )

    def is_hosted(self, seal: str) -> bool:
        """Return whether a round file with this seal was written here."""
        query = "SELECT 1 FROM mock_hosted WHERE seal = ?"
        return self._db.execute(query, [seal]).fetchone() is not None


@contextmanager
def opened() -> Generator[Store, None, None]:
    """Open the store for one transaction; what fails inside leaves it as it was."""
    with writing() as db:
        yield Store(db)


@contextmanager
def seen() -> Generator[Store, None, None]:
    """Open the store as it stands, to read; nothing is made where nothing was recorded."""
    with reading() as db:
        yield Store(db)


def _stored(row: tuple[Any, ...]) -> Stored:
    uid, table, seed, folder, wall, boot, boot_id, injected, seen, seen_wall, host = row
    return Stored(
        id=uid,
        table=json.loads(table),
        seed=seed,
        folder=Path(folder),
        start=Reading(wall, boot, boot_id),
        injected=bool(injected),
        seen=seen,
        seen_wall=seen_wall,
        host=json.loads(host),
    )
