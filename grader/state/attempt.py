"""One graded attempt as the history keeps it."""

import json
import sqlite3
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from grader.report import ALL


@dataclass(frozen=True)
class Attempt:
    """One row of the table of attempts; `text` is the report, as JSON."""

    uid: str  # the same in every copy of the history
    drill: str
    number: int
    at: float  # seconds since 1970
    status: str
    scope: str  # ALL, or what the grade was cut down to
    since_start: float | None  # seconds since the drill was begun; None: nobody knows
    hints: int  # shown since then
    disclosure: str
    code: str  # equal for files that differ in comments and spacing only
    source: str
    text: str

    @cached_property
    def report(self) -> dict[str, Any]:
        """Return the report, without what is kept in the other fields."""
        loaded: dict[str, Any] = json.loads(self.text)
        return loaded

    @property
    def is_pass(self) -> bool:
        """Return whether every rule held in a whole grade."""
        return self.status == "passed" and self.scope == ALL

    @property
    def broken(self) -> tuple[str, ...]:
        """Return the ids of the rules that were broken."""
        return tuple(rule["id"] for rule in self.report["rules"] if rule["status"] == "failed")

    @property
    def told(self) -> str | None:
        """Return the rule whose counterexample was found, or None."""
        rules = self.report["rules"]
        return next((rule["id"] for rule in rules if rule["first_difference"]), None)

    @property
    def case(self) -> str | None:
        """Return the name of that counterexample, or None."""
        return next((rule["case"] for rule in self.report["rules"] if rule["case"]), None)


COLUMNS = ", ".join("report AS text" if f.name == "text" else f.name for f in fields(Attempt))


def attempts(db: sqlite3.Connection, drill: str | None = None) -> list[Attempt]:
    """Return all attempts, or those at one drill, oldest first."""
    where, values = ("WHERE drill = ?", [drill]) if drill else ("", [])
    rows = db.execute(f"SELECT {COLUMNS} FROM attempts {where} ORDER BY at, id", values)
    return [Attempt(*row) for row in rows]
