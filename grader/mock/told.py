"""What a person is told before a round and while it runs, line by line."""

from grader.mock import clock
from grader.mock import round as rounds
from grader.mock.room import View
from grader.mock.round import Round


def offer(chosen: Round) -> list[str]:
    """Return what is said before a round is started."""
    count = len(chosen.parts)
    lines = [f"{chosen.title}: {count} part{'s' * (count != 1)}, one clock"]
    for number, part in enumerate(chosen.parts, 1):
        lines.append(f"  part {number}   {clock.shown(part.minutes * 60):>6}   {part.title}")
    lines.append("No hints, no counterexamples; grades are few and tell counts only.")
    end = "A file is graded as it stands when its part ends."
    return [*lines, f"{end} You can stop early, but not pause."]


def status(view: View) -> list[str]:
    """Return which part runs, how long, and what can be done."""
    session, row = view.session, view.session.round.parts[view.part]
    parts = len(session.round.parts)
    lines = [f"{session.round.name}  part {view.part + 1} of {parts}: {row.title}"]
    lines.append(f"{clock.shown(view.left)} left, in {view.folder}")
    if row.kind in ("code", "hunt"):
        lines.append(f"{view.grades_left} of {row.grades} grades left:  drill grade")
    return [*lines, "Done early:  drill mock submit"]


def rounds_known() -> list[str]:
    """Return all rounds with their parts."""
    lines: list[str] = []
    for name in rounds.names():
        one = rounds.load(name)
        lines.append(f"{name:<15} {one.minutes:>3g} min   {one.title}")
        for number, part in enumerate(one.parts, 1):
            lines.append(f"{'':<15} {part.minutes:>3g} min   {number}. {part.title}")
    return [*lines, "", "drill mock start --round NAME      your own: docs/mock.md"]
