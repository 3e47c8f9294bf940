"""The room of an interview: every look at it takes in the clock and the files, and opens parts.

A look costs a few milliseconds and may be taken by any command and by an open window at the same
time; what it changes is one transaction, so nothing is done twice and nothing is lost on the way.
"""

import os
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.error import DrillError
from grader.folder import SOURCE_LIMIT
from grader.mock import clock, desk, mark
from grader.mock.round import Round
from grader.mock.session import Session, read
from grader.mock.store import Grade, Moment, Snapshot, Store, Stored, opened

LENDERS = ".given"  # in a part's folder: drills whose `given` its file may import from
LATE = "later"  # why of a snapshot that was taken when its part was over


@dataclass(frozen=True)
class View:
    """What one look at a session saw."""

    session: Session
    seconds: float  # since the start
    part: int  # that runs, from 0; the last one when all is over
    is_over: bool
    grades: tuple[Grade, ...]
    told: tuple[str, ...]  # what the person should hear now, each once

    @property
    def left(self) -> float:
        """Return the seconds that are left of the part."""
        return max(0.0, self.session.end(self.part) - self.seconds)

    @property
    def grades_left(self) -> int:
        """Return how many grades are left in the part."""
        return self.session.round.parts[self.part].grades - self.spent

    @property
    def spent(self) -> int:
        """Return how many grades of the part were used; one that could not run costs nothing."""
        own = [grade for grade in self.grades if grade.part == self.part]
        return sum(grade.marks[0]["status"] != "ungradable" for grade in own)

    @property
    def folder(self) -> Path:
        """Return the folder of the part that runs."""
        return place(self.session, self.part)


def place(session: Session, part: int) -> Path:
    """Return the folder of a part (from 0)."""
    return session.stored.folder / f"part-{part + 1}"


def begin(chosen: Round, seed: int, parent: Path, host: dict[str, object]) -> View:
    """Start a round in a new folder below `parent`; refuse while another one runs."""
    now = clock.read()
    day = datetime.fromtimestamp(now.wall).strftime("%Y-%m-%d")
    with opened() as store:
        for stored in store.sessions()[-1:]:
            earlier = read(store, stored)
            if not earlier.is_over(_course(earlier).seconds):
                raise DrillError(
                    f"{earlier.round.name} is running, in {stored.folder}",
                    hint="drill mock status      end it:  drill mock stop",
                )
        folder = _unused(parent / f"mock-{day}-{chosen.name}")
        injected = clock.INJECTED in os.environ
        name = secrets.token_hex(3)
        store.create(Stored(name, chosen.table, seed, folder, now, injected, 0.0, now.wall, host))
        folder.mkdir(parents=True)
    return look(name, "start")


def look(session_id: str, why: str) -> View:
    """Look at a session: note the time, keep what has changed, open the parts that are due."""
    with opened() as store:
        stored = store.session(session_id)
        assert stored is not None, f"session {session_id} is gone"
        session = read(store, stored)
        told = _pass_time(store, session)
        session = read(store, store.session(session_id) or stored)
        seconds = session.stored.seen
        _keep_files(store, session, stored.seen, why)
        for part in range(len(session.round.parts)):
            if session.begin(part) <= seconds and not session.is_opened(part):
                if session.stopped is not None and session.begin(part) >= session.stopped:
                    continue  # stopped before it began
                told += _open(store, session, part)
                session = read(store, session.stored)
        grades = tuple(store.grades(session_id))
        is_over = session.is_over(seconds)
        return View(session, seconds, session.part_at(seconds), is_over, grades, tuple(told))


def hand_in(view: View, kind: str) -> View:
    """End the part that runs (`kind` "submit") or the whole session ("stop"); look again."""
    if view.is_over:
        raise DrillError("the round is over already", hint="drill report --last")
    with opened() as store:
        store.add_moment(view.session.id, Moment(view.part, view.seconds, kind))
    return look(view.session.id, "command")


def at_end(session: Session, part: int, shots: list[Snapshot]) -> dict[str, str]:
    """Return the files of a part as they stood at its end: the last snapshots before it."""
    end = session.end(part)
    return {shot.file: shot.text for shot in shots if shot.part == part and shot.at <= end}


def settle(session_id: str) -> None:
    """Grade every part of a session that is over as it stood at its end; once and for all."""
    with opened() as store:
        stored = store.session(session_id)
        assert stored is not None, f"session {session_id} is gone"
        session = read(store, stored)
        shots, done = store.snapshots(session_id), store.verdicts(session_id)
    for part in range(len(session.round.parts)):
        if part in done:
            continue
        before = None
        if session.round.parts[part].follows:
            before = done[session.round.parts[part].follows - 1]["marks"][0]
        done[part] = mark.verdict(session, part, at_end(session, part, shots), before)
        with opened() as store:
            store.set_verdict(session_id, part, done[part])


def _course(session: Session) -> clock.Course:
    stored = session.stored
    return clock.course(stored.start, stored.seen, stored.drift, clock.read())


def _pass_time(store: Store, session: Session) -> list[str]:
    """Note how far the session is; return what is to be said of clocks that jumped."""
    now, told = _course(session), list[str]()
    jumped = now.drift - session.stored.drift
    part = session.part_at(now.seconds)
    if abs(jumped) >= clock.JUMP and not session.is_over(session.stored.seen):
        way = "forward" if jumped > 0 else "back"
        told.append(
            f"The system clock was moved {way} by {clock.shown(abs(jumped))}; the round's was not."
        )
        store.add_moment(session.id, Moment(part, now.seconds, "jump", f"{jumped:.0f}"))
    restarts = any(m.kind == "restart" for m in session.moments)
    if now.restarted and not restarts and not session.is_over(session.stored.seen):
        told.append("The machine was restarted; from here on its wall clock counts.")
        store.add_moment(session.id, Moment(part, now.seconds, "restart"))
    store.see(session.id, now.seconds, session.stored.start.wall + now.seconds + now.drift)
    return told


def _keep_files(store: Store, session: Session, before: float, why: str) -> None:
    """Store every watched file that differs from its last snapshot.

    A change that was seen too late counts from the file's own time if that lies between the look
    `before` and the end of the part, and the system clock was never moved.
    """
    last = {(shot.part, shot.file): shot.text for shot in store.snapshots(session.id)}
    seconds, trusted = session.stored.seen, abs(session.stored.drift) < clock.JUMP
    for part in range(len(session.round.parts)):
        if not session.is_opened(part):
            continue
        for file in desk.watched(session, part):
            found = _text(place(session, part) / file)
            if found is None or found[0] == last.get((part, file)):
                continue
            text, written = found
            at, reason = seconds, why if seconds <= session.end(part) else LATE
            own = written - session.stored.start.wall - session.stored.drift
            if reason == LATE and trusted and before <= own <= session.end(part):
                at, reason = own, "file time"
            store.add_snapshot(session.id, Snapshot(part, at, file, reason, text))


def _text(path: Path) -> tuple[str, float] | None:
    """Return a file's text and when it was written; None while it cannot be read."""
    try:
        raw, written = path.read_bytes(), path.stat().st_mtime
    except OSError:
        return None  # being replaced by an editor, or gone: the last snapshot stands
    return raw[:SOURCE_LIMIT].decode("utf-8", "replace"), written


def _open(store: Store, session: Session, part: int) -> list[str]:
    """Write the files of a part; return what is to be said."""
    row = session.round.parts[part]
    own = ""
    if row.follows:
        earlier = row.follows - 1
        texts = at_end(session, earlier, store.snapshots(session.id))
        own = texts.get(f"{session.drill(earlier)}.py", "")
    folder, seconds = place(session, part), session.stored.seen
    folder.mkdir(parents=True, exist_ok=True)
    written = desk.files(session, part, own)
    if session.lenders(part):
        written[LENDERS] = " ".join(session.lenders(part)) + "\n"
    for name, text in written.items():
        if not (folder / name).exists():  # a look that was killed may have written it already
            (folder / name).write_text(text, encoding="utf-8")
    store.add_moment(session.id, Moment(part, seconds, "open"))
    for name in desk.watched(session, part):
        shot = Snapshot(part, session.begin(part), name, "start", written[name])
        store.add_snapshot(session.id, shot)
    return [f"Part {part + 1} of {len(session.round.parts)}: {row.title}   {folder}"]


def _unused(folder: Path) -> Path:
    number, found = 2, folder
    while found.exists():
        found, number = folder.with_name(f"{folder.name}-{number}"), number + 1
    return found.resolve()
