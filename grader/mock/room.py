"""The room of an interview: every look at it takes in the clock and the files, and opens parts.

A look costs a few milliseconds and may be taken by any command and by an open window at the same
time; what it changes is one transaction, so nothing is done twice and nothing is lost on the way.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader import history
from grader.error import DrillError
from grader.mock import clock, mark, shelf
from grader.mock.record import Grade, Moment, Stored
from grader.mock.round import Round
from grader.mock.session import Session, read
from grader.mock.store import Store, opened
from grader.report import Report


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
        return shelf.place(self.session, self.part)


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
        injected = clock.is_injected()
        name = secrets.token_hex(3)
        store.create(Stored(name, chosen.table, seed, folder, now, injected, 0.0, now.wall, host))
        shelf.write(folder, {})
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
        shelf.keep(store, session, stored.seen, why)
        for part in range(len(session.round.parts)):
            is_due = session.begin(part) <= seconds < session.end(part)  # over: never begun
            if is_due and not session.is_opened(part):
                told += shelf.open_part(store, session, part)
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
            before = mark.own(done[session.round.parts[part].follows - 1])
        graded: list[tuple[Report, str]] = []
        texts = shelf.at_end(session, part, shots)
        done[part] = mark.verdict(session, part, texts, before, graded)
        with opened() as store:
            is_first = store.set_verdict(session_id, part, done[part])
        for report, source in graded if is_first else ():  # another report may be made meanwhile
            history.record(report, source)


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
    wall = session.stored.start.wall + now.seconds + now.drift
    store.see(session.id, now.seconds, wall, clock.is_injected())
    return told


def _unused(folder: Path) -> Path:
    number, found = 2, folder
    while found.exists():
        found, number = folder.with_name(f"{folder.name}-{number}"), number + 1
    return found.resolve()
