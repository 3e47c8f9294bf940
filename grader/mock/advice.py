"""What broke under time and held in practice, and what to do next, with dates."""

import tomllib
from collections import Counter
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from grader.mock.mark import Mark
from grader.mock.practice import practised

FILE = Path(__file__).with_name("families.toml")
SOON, AGAIN, LATER = 1, 3, 7  # days: what broke, the same round, and a pass to be kept
Row = dict[str, Any]


def family(drill: str, rule: str) -> str:
    """Return what a rule is about: family("scheduler", "R8") is "preemption"."""
    known = _families().get(drill, {})
    return next((name for name, rules in known.items() if rule in rules), rule)


def families(marks: list[Mark]) -> list[Row]:
    """Return the families of rules that broke, and how they did in the last practice attempts.

    `practice` is [attempts in which the whole family held, attempts looked at]; [0, 0] without any.
    """
    rows: list[Row] = []
    for one in marks:
        if one["status"] not in ("passed", "failed"):
            continue
        broken = Counter(
            family(one["drill"], rule)
            for rule, status in one["rules"].items()
            if status == "failed"
        )
        for name in broken:
            rules = [r for r in one["rules"] if family(one["drill"], r) == name]
            tries = practised(one["drill"])
            held = sum(all(t.get(r) in ("ok", "unwritten") for r in rules) for t in tries)
            bad = [r for r in rules if one["rules"][r] == "failed"]
            row = {"drill": one["drill"], "family": name, "broken": bad}
            rows.append({**row, "practice": [held, len(tries)]})
    return rows


def steps(parts: list[Row], broken: list[Row], name: str, day: date) -> list[Row]:
    """Return what to do next, each with the day to do it on, soonest first."""
    found: list[Row] = []
    for row in broken:
        held, tries = row["practice"]
        what = f"drill start {row['drill']}, and write {row['family']} from nothing"
        why = f"{', '.join(row['broken'])} broke under time"
        if tries and held == tries:
            what = f"write {row['family']} of {row['drill']} again, against ten minutes"
            why += f", and held in {held} of {tries} practice attempts: it is time that is missing"
        found.append(_step(day, SOON, what, why))
    for part in parts:
        found += _of_part(part, day)
    passed = all(mark["status"] == "passed" for part in parts for mark in part["marks"])
    if passed and not found:
        found.append(_step(day, LATER, f"drill mock --round {name}", "all held; see that it stays"))
    else:
        found.append(_step(day, AGAIN, f"drill mock --round {name}", "the same round, new numbers"))
    return sorted(found, key=lambda step: step["date"])


def _of_part(part: Row, day: date) -> list[Row]:
    found: list[Row] = []
    unread = [m["drill"] for m in part["marks"][:1] if m["status"] not in ("passed", "failed")]
    for drill in unread:
        what, why = f"drill start {drill}", f"part {part['part']} could not be graded"
        found.append(_step(day, SOON, what, why))
    missed_topics = [q["topic"] for q in part.get("questions", []) if q["status"] != "right"]
    found += [
        _step(day, SOON, f"drill quiz --topic {topic}", "a question on it was missed")
        for topic in dict.fromkeys(missed_topics)
    ]
    if part["kind"] == "hunt" and not part["answer"]["right"]:
        links = " ".join(part["about"]["reports"][:1])
        found.append(_step(day, SOON, f"read {links}", "the cause was not named"))
    missed = [point for point in part.get("said", []) if not point["said"]]
    if missed and part["drill"]:
        what = f"drill show {part['drill']} --talk, and say it aloud"
        found.append(_step(day, SOON, what, f"{len(missed)} points were not said"))
    return found


def _step(day: date, days: int, do: str, why: str) -> Row:
    return {"date": (day + timedelta(days=days)).isoformat(), "do": do, "why": why}


@lru_cache(maxsize=1)
def _families() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
