"""What other commands may not tell while the clock of a mock interview runs.

Asked by every `drill grade`: what a running session needs is imported only when there is one.
"""

from pathlib import Path

from grader import folder
from grader.error import DrillError
from grader.mock.store import seen

LENDERS = ".given"  # in a part's folder: drills whose `given` its file may import from
OPENS = "everything opens when its time is over"


def active() -> str | None:
    """Return the id of the session whose clock runs, None if there is none."""
    with seen() as store:
        if not store.sessions():
            return None
        from grader.mock.session import running

        found = running(store)
    return found.id if found else None


def ungraded() -> str | None:
    """Return the id of the last session if its time is over and nobody has seen its report."""
    with seen() as store:
        known = store.sessions()
        if not known or store.verdicts(known[-1].id):
            return None
    return None if active() else known[-1].id


def refuse_help(drill: str) -> None:
    """Raise a DrillError if a running mock interview is about this drill: no hints, no answer."""
    session_id = active()
    if session_id is None:
        return
    from grader.mock import room

    view = room.look(session_id, "command")
    if drill in view.session.drills():
        raise DrillError(
            f"no help with {drill} while {view.session.round.name} is running",
            hint=f"{OPENS}:  drill mock status",
            code=1,
        )


def concerns(session_id: str, what: str | None, name: str | None) -> bool:
    """Return whether a grade of `what` (a file, a folder, a drill) belongs to a running session.

    A file of one of its drills that lies elsewhere is refused: its verdict would tell everything.
    """
    from grader.mock.session import named

    with seen() as store:
        session = named(store, session_id)
    where = Path(what or ".").resolve()
    if session.stored.folder in [where, *where.parents]:
        return True
    place = _place(what, name)
    if place is None or (not (what or name) and place.file.parent.resolve() != where):
        return not (what or name)  # nothing was named, and this is no drill's folder
    if session.stored.folder in place.file.resolve().parents:
        return True
    if place.drill.name in session.drills():
        raise DrillError(
            f"{session.round.name} is running, and {place.drill.name} is part of it",
            hint=f"grade the part's own file:  drill grade {session.stored.folder}",
            code=1,
        )
    return False


def lenders(file: Path) -> tuple[str, ...]:
    """Return the drills whose `given` a file may import from: those of its part of a mock."""
    kept = file.parent / LENDERS
    return tuple(kept.read_text(encoding="utf-8").split()) if kept.is_file() else ()


def _place(what: str | None, name: str | None) -> folder.Place | None:
    try:
        return folder.locate(what, name)
    except DrillError:
        return None
