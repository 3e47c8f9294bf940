"""The numbers of a report: one column a part, one row a number."""

from collections.abc import Callable
from typing import Any

from grader.mock import mark
from grader.mock.debrief import minutes

Row = dict[str, Any]


def grid(table: Row) -> list[list[str]]:
    """Return the table of parts: a head row, then a row a number; "" where it does not apply."""
    parts = table["parts"]
    rows = [["", *(f"part {part['part']}" for part in parts)]]
    kinds: dict[str, Callable[[Row], str]] = {
        "time used": lambda p: minutes(p["end"] - p["begin"]),
        "first run that graded": lambda p: minutes(p["first_graded"]) if p["marks"] else "",
        "first full pass": lambda p: minutes(p["first_full"]) if p["marks"] else "",
        "rules at the buzzer": _held,
        "old rules that hold": _kept,
        "grades used": lambda p: str(len(p["grades"])) if p["marks"] else "",
        "lines changed (known)": lambda p: _change(p) if p["kind"] == "hunt" else "",
        "cause named": lambda p: _yes(p["answer"]["right"]) if p["kind"] == "hunt" else "",
        "answers right": _right,
        "said (by yourself)": _said,
    }
    for name, cell in kinds.items():
        cells = [cell(part) for part in parts]
        if any(cells):
            rows.append([name, *cells])
    return rows


def _held(part: Row) -> str:
    if not part["marks"]:
        return ""
    held, of = mark.counts(part["marks"][0])
    return f"{held} of {of}" if mark.is_graded(part["marks"][0]) else "not run"


def _kept(part: Row) -> str:
    if len(part["marks"]) < 2:
        return ""
    held, of = mark.counts(part["marks"][1])
    return f"{held} of {of}" if mark.is_graded(part["marks"][1]) else "not run"


def _change(part: Row) -> str:
    change = part["change"]
    return f"{change['lines']} ({change['known']})"


def _right(part: Row) -> str:
    questions = part.get("questions")
    if not questions:
        return ""
    return f"{sum(q['status'] == 'right' for q in questions)} of {len(questions)}"


def _said(part: Row) -> str:
    points = part.get("said")
    return f"{sum(p['said'] for p in points)} of {len(points)}" if points else ""


def _yes(value: bool) -> str:
    return "yes" if value else "no"
