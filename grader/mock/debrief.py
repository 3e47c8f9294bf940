"""The debrief of a mock interview: plain data, of which text, Markdown, JSON and HTML are made."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from grader import catalogue
from grader.error import DrillError
from grader.mock import advice, checklist, clock, desk, host, mark, room
from grader.mock.record import Grade, Snapshot
from grader.mock.session import Session, named, read, running
from grader.mock.store import opened

SCHEMA = 1
Row = dict[str, Any]


@dataclass(frozen=True)
class Debrief:
    """Everything that a report says; `table` is what `drill report --format json` prints."""

    table: Row

    def short(self) -> list[str]:
        """Return the outcome in a few lines, for the moment when the round ends."""
        lines = [outcome(row) for row in self.table["parts"]]
        if self.table["send_back"]:
            lines += ["", f"Send this file back: {self.table['send_back']}"]
        return [*lines, "", f"drill report {self.table['mock']}      --format text|md|html|json"]


def of(session_id: str | None = None) -> Debrief:
    """Return the debrief of a session, the last one without an id; grade what is not graded yet.

    A DrillError while its clock runs: everything opens after the buzzer.
    """
    with opened() as store:
        session, active = named(store, session_id), running(store)
        is_settled = bool(store.verdicts(session.id))
    if active is not None and active.id == session.id:
        raise DrillError(
            f"{session.round.name} is running; its report opens when the time is over",
            hint="drill mock status",
            code=1,
        )
    if not is_settled:
        room.look(session.id, "command")  # the last look at the files
    room.settle(session.id)
    with opened() as store:
        session = read(store, session.stored)
        shots, grades = store.snapshots(session.id), store.grades(session.id)
        verdicts = store.verdicts(session.id)
        back = host.write_result(store, session) if session.stored.host else None
        others = [read(store, one) for one in store.sessions() if one.id != session.id]
        earlier = [
            _brief(one, store.verdicts(one.id), store.grades(one.id))
            for one in others
            if one.round.name == session.round.name
            and one.stored.start.wall < session.stored.start.wall
            and store.verdicts(one.id)
        ]
    shots = checklist.kept(session, shots, verdicts)
    parts = [
        _part(session, n, verdicts[n], [g for g in grades if g.part == n], shots)
        for n in range(len(session.round.parts))
    ]
    families = advice.families([m for row in parts for m in row["marks"]])
    table = {**_head(session), "parts": parts, "families": families}
    table["send_back"] = str(back) if back else None
    table["next"] = advice.steps(parts, families, session.round.name, _day(session))
    table["earlier"] = earlier[-5:]
    return Debrief(table)


def outcome(row: Row) -> str:
    """Return what became of one part, in one line."""
    head = f"part {row['part']}  {row['title']}:"
    if row["kind"] == mark.SKIPPED:
        return f"{head} never begun"
    if row["kind"] == "quiz":
        right = sum(q["status"] == "right" for q in row["questions"])
        return f"{head} {right} of {len(row['questions'])} right"
    if row["kind"] == "say":
        points = len(row["said"])
        return f"{head} {sum(p['said'] for p in row['said'])} of {points} points, scored by you"
    own = row["marks"][0]
    held, of_ = mark.counts(own)
    what = f"{held} of {of_} rules hold" if mark.is_graded(own) else f"{own['status']}"
    if row["kind"] == "hunt":
        answer = "named" if row["answer"]["right"] else "not named"
        return f"{head} {what}, the cause {answer}, {row['change']['lines']} lines changed"
    lost = f", {len(row['lost'])} old rules lost" if row["lost"] else ""
    return f"{head} {what}{lost}"


def minutes(seconds: float | None) -> str:
    """Return minutes as a report says them: 1130 seconds are "18:50", None is "-"."""
    return "-" if seconds is None else clock.shown(seconds)


def _head(session: Session) -> Row:
    stored = session.stored
    jumps = [m for m in session.moments if m.kind in ("jump", "restart")]
    return {
        "schema": SCHEMA,
        "mock": session.id,
        "round": session.round.name,
        "title": session.round.title,
        "minutes": session.round.minutes,
        "began": datetime.fromtimestamp(stored.start.wall).isoformat(timespec="seconds"),
        "seed": f"{stored.seed:08x}",
        "folder": str(stored.folder),
        "injected_clock": stored.injected,
        "stopped": session.stopped,
        "clock": [{"at": m.at, "kind": m.kind, "seconds": m.detail} for m in jumps],
        "hosted": bool(stored.host),
    }


def _part(
    session: Session, part: int, verdict: mark.Verdict, grades: list[Grade], shots: list[Snapshot]
) -> Row:
    row, begin, end = session.round.parts[part], session.begin(part), session.end(part)
    files = desk.watched(session, part)
    own = [s for s in shots if s.part == part and s.why != "start" and s.file in files]
    scored = [shot.at for shot in own if shot.at <= end]
    found: Row = {
        "part": part + 1,
        "kind": verdict["kind"],
        "title": row.title,
        "drill": "" if verdict["kind"] == mark.SKIPPED else session.drill(part),
        "begin": begin,
        "end": end,
        "deadline": session.deadlines[part],
        "opened": next(
            (m.at for m in session.moments if m.kind == "open" and m.part == part), None
        ),
        "edits": scored,
        "late_edits": [shot.at for shot in own if shot.at > end],
        "snapshot": max(scored, default=begin),
        "grades": [{"at": g.at, **_counted(g)} for g in grades],
        "first_graded": _first(grades, begin, mark.is_graded),
        "first_full": _first(grades, begin, mark.is_full),
        **{key: value for key, value in verdict.items() if key not in ("kind", "checklist")},
    }
    found.setdefault("marks", [])
    found["broken"] = [_broken(one) for one in found["marks"]]
    if verdict["kind"] == "say":
        found["said"] = checklist.points(session, part, shots)
    return found


def _counted(grade: Grade) -> Row:
    held, of_ = mark.counts(grade.marks[0])
    return {"held": held, "rules": of_, "status": grade.marks[0]["status"]}


def _first(grades: list[Grade], begin: float, holds: Any) -> float | None:
    """Return the seconds from the begin of a part to the first grade that is meant."""
    return next((grade.at - begin for grade in grades if holds(grade.marks[0])), None)


def _broken(one: mark.Mark) -> Row:
    rules = {rule.id: rule.says for rule in catalogue.find(one["drill"]).rules}
    names = [rule for rule, status in one["rules"].items() if status == "failed"]
    waiting = [rule for rule, status in one["rules"].items() if status == "wait"]
    told = [{"id": name, "says": rules.get(name, "")} for name in names]
    return {"drill": one["drill"], "rules": told, "waiting": waiting}


def _brief(session: Session, verdicts: dict[int, mark.Verdict], grades: list[Grade]) -> Row:
    parts: list[Row] = []
    for part, verdict in sorted(verdicts.items()):
        own = [grade for grade in grades if grade.part == part]
        held = mark.counts(verdict["marks"][0]) if verdict.get("marks") else None
        full = _first(own, session.begin(part), mark.is_full)
        parts.append({"part": part + 1, "held": held, "first_full": full})
    return {"mock": session.id, "date": _day(session).isoformat(), "parts": parts}


def _day(session: Session) -> date:
    return datetime.fromtimestamp(session.stored.start.wall).date()


def to_json(found: Debrief) -> str:
    """Return the debrief as one JSON object."""
    return json.dumps(found.table, indent=1)
