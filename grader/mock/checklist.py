"""The points of a talk, ticked by the person who gave it, in a file that opens after the buzzer."""

from typing import Any

from grader.mock import desk, shelf
from grader.mock.record import Snapshot
from grader.mock.session import Session
from grader.mock.store import opened

FILE = "checklist.md"
HEAD = "Tick what you said with an x, then look at  drill report  again.\n\n"


def kept(session: Session, shots: list[Snapshot], verdicts: dict[int, Any]) -> list[Snapshot]:
    """Write the checklists that are not there yet, keep those that changed; return all snapshots.

    What was ticked is stored, so that it outlives the folder.
    """
    found = [*shots]
    for part, verdict in sorted(verdicts.items()):
        folder = shelf.place(session, part)
        if verdict["kind"] != "say" or not folder.is_dir():
            continue
        path = folder / FILE
        if not path.exists():
            points = [f"- [ ] {point}\n" for point in desk.checklist(session, part)]
            path.write_text(HEAD + "".join(points), encoding="utf-8")
        text = path.read_text(encoding="utf-8", errors="replace")
        if text != _last(part, found):
            at = session.end(part) + 1  # behind the end: it is no part of what is graded
            found.append(Snapshot(part, at, FILE, "ticked", text))
            with opened() as store:
                store.add_snapshot(session.id, found[-1])
    return found


def points(session: Session, part: int, shots: list[Snapshot]) -> list[dict[str, Any]]:
    """Return the points of a part, and which of them are ticked."""
    lines = _last(part, shots).splitlines()
    done = {line[5:].strip() for line in lines if line[:5].lower() == "- [x]"}
    listed = desk.checklist(session, part)
    return [{"point": point, "said": point in done} for point in listed]


def _last(part: int, shots: list[Snapshot]) -> str:
    own = [shot.text for shot in shots if shot.part == part and shot.file == FILE]
    return own[-1] if own else ""
