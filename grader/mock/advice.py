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
A_DAY = 3  # things to do
TOPICS = 2  # of a quiz, those most often missed
Row = dict[str, Any]
Step = tuple[str, str]  # what to do, and why


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
    """Return what to do next, each with the day to do it on: a few a day, then the round again."""
    found = [_of_family(row) for row in broken]
    for part in parts:
        found += _of_part(part)
    dated = [
        {"date": _on(day, SOON + number // A_DAY), "do": do, "why": why}
        for number, (do, why) in enumerate(found)
    ]
    again = f"drill mock --round {name}"
    if not found:
        return [{"date": _on(day, LATER), "do": again, "why": "all held; see that it stays"}]
    after = max(AGAIN, SOON + (len(found) - 1) // A_DAY + 1)
    return [*dated, {"date": _on(day, after), "do": again, "why": "the same round, new numbers"}]


def _of_family(row: Row) -> Step:
    held, tries = row["practice"]
    broke = f"{', '.join(row['broken'])} broke under time"
    if tries and held == tries:
        why = f"{broke}, and held in {held} of {tries} practice attempts: it is time that lacks"
        return f"write {row['family']} of {row['drill']} again, against ten minutes", why
    return f"drill start {row['drill']}, and write {row['family']} from nothing", broke


def _of_part(part: Row) -> list[Step]:
    found: list[Step] = []
    unread = [m["drill"] for m in part["marks"][:1] if m["status"] not in ("passed", "failed")]
    found += [(f"drill start {d}", f"part {part['part']} could not be graded") for d in unread]
    missed = Counter(q["topic"] for q in part.get("questions", []) if q["status"] != "right")
    for topic, count in missed.most_common(TOPICS):
        questions = f"{count} question{'s' * (count > 1)}"
        found.append((f"drill quiz --topic {topic}", f"{questions} on it missed"))
    if part["kind"] == "hunt" and not part["answer"]["right"]:
        found.append((f"read {part['about']['reports'][0]}", "the cause was not named"))
    silent = [point for point in part.get("said", []) if not point["said"]]
    if silent and part["drill"]:
        why = f"{len(silent)} point{'s' * (len(silent) > 1)} not said"
        found.append((f"drill show {part['drill']} --talk, and say it aloud", why))
    return found


def _on(day: date, days: int) -> str:
    return (day + timedelta(days=days)).isoformat()


@lru_cache(maxsize=1)
def _families() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
