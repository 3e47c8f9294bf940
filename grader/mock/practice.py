"""What went well in practice: which rules held in the last attempts without a clock."""

import json
import sqlite3
from contextlib import closing
from typing import Any

from grader.history import home

LAST = 5  # attempts that are looked at; older ones say little about today


def practised(drill: str) -> list[dict[str, str]]:
    """Return rule -> status of the last practice attempts at a drill that ran, newest first."""
    path = home() / "history.sqlite3"
    if not path.is_file():
        return []
    query = "SELECT report FROM attempts WHERE drill = ? ORDER BY id DESC"
    with closing(sqlite3.connect(path, timeout=10)) as db:
        reports = [json.loads(text) for (text,) in db.execute(query, [drill])]
    found = [_rules(report) for report in reports if _counts(report)]
    return found[:LAST]


def _counts(report: dict[str, Any]) -> bool:
    is_practice = report["disclosure"] == "practice" and report["scope"] == "all"
    return is_practice and report["status"] in ("passed", "failed")


def _rules(report: dict[str, Any]) -> dict[str, str]:
    return {rule["id"]: rule["status"] for rule in report["rules"]}
