"""Grade what came back again, from its snapshots, and say whether it agrees with its verdicts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.error import DrillError
from grader.mock import host, mark, shelf
from grader.mock.clock import Reading
from grader.mock.record import Moment, Snapshot, Stored
from grader.mock.round import of_table
from grader.mock.session import Session
from grader.mock.store import opened
from grader.report import versions

Row = dict[str, Any]


@dataclass(frozen=True)
class Regrade:
    """What a second look at a result says: one entry a part, and what does not agree."""

    round: str
    seed: int
    parts: list[mark.Verdict]  # graded here
    differs: list[str]  # sentences; none: it agrees
    remarks: list[str]  # what an interviewer should know and that proves nothing


def regrade(path: Path) -> Regrade:
    """Read a result file and grade its snapshots; a DrillError for a file that is no result."""
    table = host.load(path, host.RESULT)
    try:
        session, shots = _session(table)
        told = {int(n): verdict for n, verdict in table["verdicts"].items()}
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise DrillError(
            f"{path} is no whole result ({type(error).__name__}: {error})",
            hint=f"ask for the {host.BACK} as it was written",
        ) from error
    parts: list[mark.Verdict] = []
    differs = _seals(table)
    for part, row in enumerate(session.round.parts):
        before = mark.own(parts[row.follows - 1]) if row.follows else None
        texts = shelf.at_end(session, part, shots)
        parts.append(mark.verdict(session, part, texts, before))
        differs += _compare(part + 1, told.get(part), parts[-1])
    return Regrade(
        session.round.name, session.stored.seed, parts, differs, _remarks(table, session)
    )


def _session(table: Row) -> tuple[Session, list[Snapshot]]:
    sent = table["host"]
    start = Reading(**table["start"])
    moments = tuple(Moment(**row) for row in table["moments"])
    stored = Stored(
        id="",
        table=sent["round"],
        seed=sent["seed"],
        folder=Path(),
        start=start,
        injected=table["injected"],
        seen=0.0,
        seen_wall=start.wall,
        host=sent,
    )
    shots = [Snapshot(**row) for row in table["snapshots"]]
    return Session(stored, of_table(sent["round"]), moments), shots


def _seals(table: Row) -> list[str]:
    found: list[str] = []
    if not host.is_whole(table):
        found.append("The result was edited after it was written: its seal does not fit.")
    sent = table["host"]
    with opened() as store:
        is_ours = store.is_hosted(str(sent.get("seal")))
    if not host.is_whole(sent):
        found.append("The round in it was edited: its seal does not fit.")
    elif not is_ours:
        found.append("The round in it was not written on this machine.")
    return found


def _compare(part: int, told: mark.Verdict | None, found: mark.Verdict) -> list[str]:
    """Return in which points a verdict that came back is not the one that was found here."""
    if told is None:
        return [f"part {part}: the result holds no verdict."]
    keys = [key for key in sorted(found.keys() | told.keys()) if key != "marks"]
    differs = [
        f"part {part}: {key} is not what the snapshots give."
        for key in keys
        if told.get(key) != found.get(key)
    ]
    theirs = {one["drill"]: one for one in told.get("marks", [])}
    for own in found.get("marks", []):
        differs += _compare_marks(part, theirs.get(own["drill"]), own)
    return differs


def _compare_marks(part: int, told: mark.Mark | None, own: mark.Mark) -> list[str]:
    if told is None:
        return [f"part {part}: {own['drill']} was not graded in the result."]
    rules = [rule for rule in own["rules"] if told["rules"].get(rule) != own["rules"][rule]]
    differs = [
        f"part {part}: {own['drill']} {rule} is {own['rules'][rule]} here, "
        f"{told['rules'].get(rule, 'missing')} in the result."
        for rule in rules
    ]
    if not rules and told["status"] != own["status"]:
        differs.append(f"part {part}: {own['drill']} {own['status']} here, {told['status']} there.")
    return differs


def _remarks(table: Row, session: Session) -> list[str]:
    found: list[str] = []
    if table["injected"]:
        found.append("The clock was injected (DRILL_MOCK_CLOCK): it proves no time.")
    if any(moment.kind == "jump" for moment in session.moments):
        found.append("The system clock was moved while the round ran; its deadlines were not.")
    if any(moment.kind == "restart" for moment in session.moments):
        found.append("The machine was restarted while the round ran.")
    late = sum(row["why"] == "file time" for row in table["snapshots"])
    if late:
        found.append(f"{late} snapshots count by the time of their file: no command saw them.")
    if session.stored.start.wall > session.stored.host["expires"]:
        found.append("The round was started after it had expired.")
    theirs, own = table["versions"], versions()
    return found + [
        f"{name} {theirs.get(name)} there, {own[name]} here."
        for name in ("infra-drill", "python")
        if theirs.get(name) != own[name]
    ]
