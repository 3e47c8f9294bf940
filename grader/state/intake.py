"""Read an export: every row is looked at before anything reaches the history."""

import base64
import json
import sqlite3
from typing import Any, TypeAlias, cast

from grader.error import DrillError
from grader.state.attempt import Attempt, attempts
from grader.state.database import blank, closed_on_error
from grader.state.migration import migrate, steps

FORMAT = "infra-drill history"

# table -> the columns by which two copies of a row know each other; a new table adds its line
TABLES = {
    "attempts": ("uid",),
    "events": ("drill", "at", "kind", "detail"),
    "snapshots": ("uid",),
    "mock_sessions": ("uid",),
    "mock_moments": ("session", "part", "at", "kind"),
    "mock_snapshots": ("session", "part", "at", "file", "text"),
    "mock_grades": ("session", "part", "at"),
    "mock_verdicts": ("session", "part"),
    "mock_hosted": ("seal",),
}
TYPES: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,),
    "REAL": (int, float),
    "TEXT": (str,),
    "BLOB": (bytes,),
}

MOST = 1e11  # of any number: seconds since 1970 until the year 5138
UNFIT = (ValueError, KeyError, TypeError, AttributeError, RecursionError, sqlite3.Error)

Row: TypeAlias = dict[str, Any]  # column -> value


def loaded(text: str) -> sqlite3.Connection:
    """Return the export as a database in memory, brought to the schema of this release."""
    try:
        version, tables = _envelope(json.loads(text))
        db = blank(version)
        with closed_on_error(db):
            _fill(db, tables)
            migrate(db)
            for one in attempts(db):
                _look(one)
    except UNFIT as error:
        raise DrillError(
            f"this is no history that can be read: {error}",
            hint="it must be a file that  drill export  wrote; nothing was changed",
        ) from error
    return db


def _fill(db: sqlite3.Connection, tables: dict[str, list[Row]]) -> None:
    for table, rows in tables.items():
        types = _types(db, table)
        for row in rows:
            insert(db, table, _checked(row, types, table))


def _envelope(body: Any) -> tuple[int, dict[str, list[Row]]]:
    if not isinstance(body, dict):
        raise ValueError("it is no object")
    fields = cast(dict[str, Any], body)
    if fields.get("format") != FORMAT:
        raise ValueError(f'"format" is {fields.get("format")!r}, not {FORMAT!r}')
    version, tables = fields.get("schema"), cast(dict[str, list[Row]], fields.get("tables"))
    if type(version) is not int or version < 1:
        raise ValueError(f'"schema" is {version!r}')
    if version > len(steps()):
        raise ValueError("it was written by a newer release")
    unknown = set(tables) - set(TABLES)
    if unknown:
        raise ValueError(f"it holds unknown tables: {', '.join(sorted(unknown))}")
    return version, tables


def _types(db: sqlite3.Connection, table: str) -> dict[str, tuple[type, ...]]:
    """Return which Python types each column of a table takes."""
    found = db.execute(f"PRAGMA table_info({table})").fetchall()
    return {
        name: TYPES[kind] if needed else (*TYPES[kind], type(None))
        for _, name, kind, needed, _, _ in found
        if name != "id"
    }


def _checked(row: Any, types: dict[str, tuple[type, ...]], table: str) -> Row:
    """Return a row of an export with its bytes, once every value has the type of its column."""
    if not isinstance(row, dict) or set(cast(Row, row)) != set(types):
        raise ValueError(f"a row of {table} has other columns than {', '.join(types)}")
    found: Row = {}
    for name, value in cast(Row, row).items():
        found[name] = _bytes(value) if bytes in types[name] else value
        if type(found[name]) not in types[name]:
            raise ValueError(f"{name} of {table} is {value!r}")
        if isinstance(value, int | float) and not 0 <= value < MOST:
            raise ValueError(f"{name} of {table} is {value!r}")
    return found


def _look(attempt: Attempt) -> None:
    """Read from a report whatever a screen may show, so that a screen never fails on it."""
    told = [attempt.told, attempt.case, attempt.report["seed"], *attempt.broken]
    told += [rule[field] for rule in attempt.report["rules"] for field in ("id", "status")]
    for text in told:
        if not isinstance(text, str | None):
            raise ValueError(f"attempt {attempt.number} at {attempt.drill} reports {text!r}")


def _bytes(value: Any) -> bytes:
    return base64.b64decode(value["base64"], validate=True)


def insert(db: sqlite3.Connection, table: str, row: Row) -> None:
    """Add one row to a table."""
    names, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
