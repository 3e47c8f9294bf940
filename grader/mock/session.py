"""A session: one round that somebody has started. Its deadlines were fixed at the start."""

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from grader.error import DrillError
from grader.mock import clock, hunt
from grader.mock.record import Moment, Stored
from grader.mock.round import Round, of_table
from grader.mock.store import Store

DISCLOSURE = "mock"  # counts only while the clock runs


@dataclass(frozen=True)
class Session:
    """A stored session, its round, and what happened in it so far."""

    stored: Stored
    round: Round
    moments: tuple[Moment, ...]

    @property
    def id(self) -> str:
        """Return the id that the report is asked by."""
        return self.stored.id

    @cached_property
    def deadlines(self) -> list[float]:
        """Return when each part ends, in seconds after the start: 25 and 15 minutes, 1500, 2400."""
        return [*accumulate(part.minutes * 60 for part in self.round.parts)]

    @cached_property
    def stopped(self) -> float | None:
        """Return when it was stopped, None if it was not."""
        return next((m.at for m in self.moments if m.kind == "stop"), None)

    def begin(self, part: int) -> float:
        """Return when a part (from 0) begins: when the one before it ends."""
        return self.end(part - 1) if part else 0.0

    def end(self, part: int) -> float:
        """Return when a part ends: at its deadline, or earlier if it was submitted.

        The time that is saved goes to the part that follows, whose deadline stays where it is.
        """
        handed_in = [m.at for m in self.moments if m.kind == "submit" and m.part == part]
        stopped = [] if self.stopped is None else [self.stopped]
        return min([self.deadlines[part], *handed_in, *stopped])

    def is_over(self, seconds: float) -> bool:
        """Return whether the last part has ended."""
        return seconds >= self.end(len(self.round.parts) - 1)

    def part_at(self, seconds: float) -> int:
        """Return the part (from 0) that runs at this time; the last one when all is over."""
        running = (n for n in range(len(self.round.parts)) if seconds < self.end(n))
        return next(running, len(self.round.parts) - 1)

    def is_opened(self, part: int) -> bool:
        """Return whether the files of a part were written."""
        return any(m.kind == "open" and m.part == part for m in self.moments)

    def lenders(self, part: int) -> tuple[str, ...]:
        """Return the drills whose `given` the file of a part may import from."""
        row = self.round.parts[part]
        return (row.drill, *row.keeps) if row.keeps else ()

    def drill(self, part: int) -> str:
        """Return the drill that the file of a part answers, "" for a quiz or for words."""
        row = self.round.parts[part]
        return self.hunt(part).drill if row.kind == "hunt" else row.drill

    def hunt(self, part: int) -> hunt.Hunt:
        """Return the hunt of a part, drawn by the seed; no two of a round are the same."""
        rows = self.round.parts
        wanted = rows[part].hunts or tuple(hunt.names())
        before = {self.hunt(n).name for n in range(part) if rows[n].kind == "hunt"}
        rng = random.Random(f"{self.stored.seed} {part}")
        left = [name for name in sorted(wanted) if name not in before] or sorted(wanted)
        return hunt.load(rng.choice(left))

    def drills(self) -> set[str]:
        """Return all drills that it is about."""
        found = {self.drill(n) for n in range(len(self.round.parts))}
        return {name for name in (*found, *self.round.drills) if name}


def read(store: Store, stored: Stored) -> Session:
    """Return a stored session with all that happened in it."""
    return Session(stored, of_table(stored.table), tuple(store.moments(stored.id)))


def last(store: Store) -> Session | None:
    """Return the session that was started last, None if there is none."""
    known = store.sessions()
    return read(store, known[-1]) if known else None


def running(store: Store) -> Session | None:
    """Return the session whose clock runs, None if there is none.

    Only the last one can: a new one starts when no other runs.
    """
    found = last(store)
    if found is None:
        return None
    now = clock.course(found.stored.start, found.stored.seen, found.stored.drift, clock.read())
    return None if found.is_over(now.seconds) else found


def named(store: Store, wanted: str | None) -> Session:
    """Return the session of this id, or the last one; a DrillError if there is none."""
    known = [one.id for one in store.sessions()]
    if not known:
        raise DrillError("no mock interview was held yet", hint="drill mock --list")
    stored = store.session(known[-1] if wanted is None else wanted)
    if stored is None:
        raise DrillError(f"there is no mock {wanted!r}", hint=f"there are: {', '.join(known[-5:])}")
    return read(store, stored)
