"""The history as one JSON file: written whole, read back into any history, twice if one likes."""

import base64
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

from grader.state.database import file, reading, writing
from grader.state.intake import FORMAT, TABLES, Row, insert, loaded
from grader.state.migration import steps


def export() -> str:
    """Return everything that is recorded as JSON; the same history gives the same text."""
    with reading() as db:
        tables = {table: [_plain(row) for row in _rows(db, table)] for table in TABLES}
    return json.dumps({"format": FORMAT, "schema": len(steps()), "tables": tables}, indent=1) + "\n"


def merge(text: str) -> dict[str, tuple[int, int]]:
    """Add what an export holds; return, for each table, how many rows were new and how many known.

    All or nothing; doing it twice adds nothing. An attempt whose number is taken gets the next one.
    A text that is no export is a DrillError.
    """
    with closing(loaded(text)) as other, writing() as db:
        return {table: _merge(db, other, table) for table in TABLES}


def forget() -> None:
    """Delete everything that is recorded, and its traces in the file of the database."""
    with writing() as db:
        db.execute("PRAGMA secure_delete = ON")
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            db.execute(f'DELETE FROM "{name}"')
    with closing(sqlite3.connect(file(), timeout=10, isolation_level=None)) as db:
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rows(db: sqlite3.Connection, table: str) -> Iterator[Row]:
    found = db.execute(f"SELECT * FROM {table} ORDER BY id")
    names = [column[0] for column in found.description]
    for values in found:
        row = dict(zip(names, values, strict=True))
        del row["id"]  # means something in its own database only
        yield row


def _plain(row: Row) -> Row:
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }


def _merge(db: sqlite3.Connection, other: sqlite3.Connection, table: str) -> tuple[int, int]:
    new = known = 0
    key = " AND ".join(f"{column} = ?" for column in TABLES[table])
    for row in _rows(other, table):
        same = [row[column] for column in TABLES[table]]
        if db.execute(f"SELECT 1 FROM {table} WHERE {key}", same).fetchone():
            known += 1
            continue
        if "number" in row:
            row["number"] = _free(db, table, row)
        insert(db, table, row)
        new += 1
    return new, known


def _free(db: sqlite3.Connection, table: str, row: Row) -> int:
    """Return the row's own number within its drill, or the next one if that is taken."""
    query = f"SELECT number FROM {table} WHERE drill = ?"
    taken = {number for (number,) in db.execute(query, [row["drill"]])}
    number = int(row["number"])
    return number if number not in taken else max(taken) + 1
