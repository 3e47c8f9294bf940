"""A grade while the clock runs: it counts, and tells counts only."""

from dataclasses import dataclass
from typing import Any

from grader.error import DrillError
from grader.mock import clock, mark, room, shelf
from grader.mock.record import Grade
from grader.mock.session import DISCLOSURE
from grader.mock.store import opened
from grader.report import EXIT


@dataclass(frozen=True)
class Counted:
    """The outcome of one grade of the part that runs."""

    view: room.View  # after it
    marks: list[mark.Mark]  # the part's own drill first, then those that it keeps
    lost: list[str]  # rules that held at the end of the earlier part and hold no longer

    @property
    def exit_code(self) -> int:
        """Return the exit code: 0 only when every rule holds and none was lost."""
        code = EXIT[self.marks[0]["status"]]
        return code or int(bool(self.lost))

    def lines(self) -> list[str]:
        """Return what the person is told."""
        view, own = self.view, self.marks[0]
        name, parts = view.session.round.name, len(view.session.round.parts)
        left = clock.shown(view.left)
        lines = [f"{name}  part {view.part + 1} of {parts}   {left} left", _outcome(own)]
        for kept in self.marks[1:]:
            held, of = mark.counts(kept)
            word = f"{held} of {of} rules hold" if mark.is_graded(kept) else "could not be graded"
            tail = f"; {len(self.lost)} that held before do not" if self.lost else ""
            lines.append(f"What was there before, {kept['drill']}: {word}{tail}.")
        most = view.session.round.parts[view.part].grades
        free = "  This one cost nothing." if own["status"] == "ungradable" else ""
        lines.append(f"{view.grades_left} of {most} grades are left in this part.{free}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Return the same for a program."""
        return {
            "schema": 1,
            "mock": self.view.session.id,
            "part": self.view.part + 1,
            "disclosure": DISCLOSURE,
            "seconds_left": round(self.view.left),
            "grades_left": self.view.grades_left,
            "drills": [_counts(one) for one in self.marks],
            "lost": len(self.lost),
        }


def grade(session_id: str) -> Counted:
    """Grade the part that runs as it stands; a DrillError when none is left or nothing can be."""
    view = room.look(session_id, "command")
    row = view.session.round.parts[view.part]
    if view.is_over:
        raise DrillError("the time is over", hint="drill report --last", code=1)
    if row.kind not in ("code", "hunt"):
        raise DrillError(
            f"part {view.part + 1} is not graded by rules",
            hint="it is read when its time ends; end it now:  drill mock submit",
        )
    if view.grades_left < 1:
        raise DrillError(
            f"all {row.grades} grades of part {view.part + 1} are used",
            hint="the file is graded when the time ends; end it now:  drill mock submit",
            code=1,
        )
    file = f"{view.session.drill(view.part)}.py"
    with opened() as store:
        shots = store.snapshots(session_id)
        verdicts = [g for g in store.grades(session_id) if g.part == row.follows - 1]
    source = shelf.at_end(view.session, view.part, shots).get(file, "")
    own = mark.marks(view.session, view.part, source)
    before = verdicts[-1].marks[0] if verdicts else None
    lost = [rule for kept in own[1:] for rule in mark.regressions(kept, before)]
    with opened() as store:
        store.add_grade(session_id, Grade(view.part, view.seconds, DISCLOSURE, own))
    return Counted(room.look(session_id, "command"), own, lost)


def _outcome(own: mark.Mark) -> str:
    held, of = mark.counts(own)
    if mark.is_graded(own):
        return f"{own['drill']}: {held} of {of} rules hold."
    word = "could not be graded" if own["status"] == "ungradable" else "hit a limit"
    return f"{own['drill']} {word}: {own['problem']}."


def _counts(one: mark.Mark) -> dict[str, Any]:
    held, of = mark.counts(one)
    return {"drill": one["drill"], "status": one["status"], "held": held, "rules": of}
