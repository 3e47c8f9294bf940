"""The steps that bring a database of any earlier release to what this one expects.

`migrations/0003_name.sql` is the third step; whatever it makes is exported once `TABLES` of
`intake.py` names it. A step that was released is never edited: add the next. `PRAGMA user_version`
counts those that a database has seen. Besides SQL a step may call `identity(...)`, a digest of its
arguments, and `code(source)`, see `code.py`.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from grader.state.code import code

FOLDER = Path(__file__).parent / "migrations"


@lru_cache(maxsize=1)
def steps() -> tuple[Path, ...]:
    """Return the files of all steps in their order; a gap or a number used twice is a fault."""
    files = tuple(sorted(FOLDER.glob("*.sql")))
    numbers = [int(file.name.split("_")[0]) for file in files]
    assert files, f"no migrations in {FOLDER}"
    assert numbers == list(range(1, len(files) + 1)), f"migrations are numbered {numbers}"
    return files


def identity(*values: object) -> str:
    """Return 32 hexadecimal digits that stand for these values, the same on every machine."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]


def migrate(db: sqlite3.Connection, upto: int | None = None) -> None:
    """Apply the steps that are missing, each all or nothing; safe when another process does too.

    A database of a newer release is a sqlite3.DatabaseError.
    """
    wanted = len(steps()) if upto is None else upto
    if _version(db) == wanted:
        return
    db.create_function("identity", -1, identity, deterministic=True)
    db.create_function("code", 1, code, deterministic=True)
    db.execute("BEGIN IMMEDIATE")
    version = _version(db)  # another process may have been at it: look inside the lock
    if version > wanted:
        raise sqlite3.DatabaseError("it was written by a newer release")
    for number, file in enumerate(steps()[version:wanted], version + 1):
        for statement in statements(file.read_text(encoding="utf-8")):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; a ";" inside a string or comment ends none."""
    text = ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            yield text
            text = ""
    if text.strip():
        yield text


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
