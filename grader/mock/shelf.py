"""The files of a session: written when a part begins, kept whenever they were found changed."""

from pathlib import Path

from grader.error import DrillError, reason
from grader.folder import SOURCE_LIMIT
from grader.mock import clock, desk
from grader.mock.guard import LENDERS
from grader.mock.record import Moment, Snapshot
from grader.mock.session import Session
from grader.mock.store import Store

LATE = "later"  # why of a snapshot that was taken when its part was over


def place(session: Session, part: int) -> Path:
    """Return the folder of a part (from 0)."""
    return session.stored.folder / f"part-{part + 1}"


def at_end(session: Session, part: int, shots: list[Snapshot]) -> dict[str, str]:
    """Return the files of a part as they stood at its end: the last snapshots before it."""
    end = session.end(part)
    return {shot.file: shot.text for shot in shots if shot.part == part and shot.at <= end}


def keep(store: Store, session: Session, before: float, why: str) -> None:
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


def write(folder: Path, texts: dict[str, str]) -> None:
    """Make a folder with these files; one that is there already stays as it is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            if not (folder / name).exists():  # a look that was killed may have written it
                (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise DrillError(
            f"{folder} cannot be written: {reason(error)}",
            hint="make room there; the round is as it was",
            code=70,
        ) from error


def open_part(store: Store, session: Session, part: int) -> list[str]:
    """Write the files of a part; return what is to be said."""
    row = session.round.parts[part]
    own = ""
    if row.follows:
        earlier = row.follows - 1
        texts = at_end(session, earlier, store.snapshots(session.id))
        own = texts.get(f"{session.drill(earlier)}.py", "")
    folder, seconds = place(session, part), session.stored.seen
    written = desk.files(session, part, own)
    if session.lenders(part):
        written[LENDERS] = " ".join(session.lenders(part)) + "\n"
    write(folder, written)
    store.add_moment(session.id, Moment(part, seconds, "open"))
    for name in desk.watched(session, part):
        shot = Snapshot(part, session.begin(part), name, "start", written[name])
        store.add_snapshot(session.id, shot)
    return [f"Part {part + 1} of {len(session.round.parts)}: {row.title}   {folder}"]
