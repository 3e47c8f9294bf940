"""The one SQLite file of the state folder: write-ahead log, every change one transaction.

Killed at any moment, what was recorded is still there.
"""

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from grader.error import DrillError, reason
from grader.state.migration import migrate

PATIENCE = 30.0  # seconds that a command waits for another one that writes


def home() -> Path:
    """Return the folder of the state; made when something is first recorded."""
    chosen = os.environ.get("DRILL_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs  # only when needed: `drill --help` stays quick

    return Path(platformdirs.user_state_dir("infra-drill"))


def file() -> Path:
    """Return the path of the database."""
    return home() / "history.sqlite3"


@contextmanager
def writing() -> Generator[sqlite3.Connection, None, None]:
    """Open the database for one transaction, alone; an exception inside undoes all of it."""
    with _told(), closing(_open()) as db:
        db.execute("BEGIN IMMEDIATE")
        yield db
        db.execute("COMMIT")


@contextmanager
def reading() -> Generator[sqlite3.Connection, None, None]:
    """Open the database as it stands now; where there is none, an empty one that is not kept."""
    with _told(), closing(_open() if _is_there() else blank()) as db:
        db.execute("BEGIN")
        yield db


def blank(version: int | None = None) -> sqlite3.Connection:
    """Return an empty database in memory, of this release or of an earlier schema version."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    with closed_on_error(db):
        migrate(db, version)
    return db


def _is_there() -> bool:
    """Return whether something was recorded; a folder that may not be read is an OSError."""
    try:
        file().stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _open() -> sqlite3.Connection:
    file().parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(file(), timeout=PATIENCE, isolation_level=None)
    with closed_on_error(db):
        _keep_a_log(db)
        migrate(db)
    return db


def _keep_a_log(db: sqlite3.Connection) -> None:
    """Set the write-ahead log; it stays set.

    Subtle: SQLite does not wait for a lock here, so two processes that make the file at once meet.
    """
    end = time.monotonic() + PATIENCE
    while db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Generator[None, None, None]:
    """Close a connection that is about to be handed out, if that fails."""
    try:
        yield
    except BaseException:
        db.close()
        raise


@contextmanager
def _told() -> Generator[None, None, None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise DrillError(
            f"the history in {file()} cannot be used: {reason(error)}",
            hint="free some space, or point DRILL_HOME at a folder that can be written",
            code=70,
        ) from error
