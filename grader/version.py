"""The versions of a learner's file: graded ones, kept ones, and what is there now.

What a command puts into the file never destroys what was there: it is stored first.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from grader import file, folder, history
from grader.catalogue import Drill
from grader.error import DrillError
from grader.folder import Place
from grader.history import Snapshot


@dataclass(frozen=True)
class Version:
    """What a learner's file was at some time."""

    name: str  # "attempt 4", "s2", "scheduler.py"
    at: float | None  # seconds since 1970; None: now
    content: bytes

    @property
    def text(self) -> str:
        """Return the content as text; what is no UTF-8 shows as a question mark."""
        return self.content.decode("utf-8", "replace")


def find(drill: Drill, name: str) -> Version:
    """Return the version of this name: the number of an attempt, or "s2" for a snapshot."""
    if re.fullmatch(r"[0-9]+", name):
        for attempt in history.of(drill.name):
            if attempt.number == int(name):
                return Version(f"attempt {name}", attempt.at, attempt.source.encode())
    for one in history.snapshots(drill.name):
        if one.name == name.lower():
            return Version(one.name, one.at, one.source)
    raise DrillError(
        f"{drill.name} has no version {name!r}", hint=f"drill history {drill.name}  shows them"
    )


def present(place: Place) -> Version:
    """Return what is in the learner's file now."""
    try:
        return Version(place.file.name, None, place.file.read_bytes())
    except OSError as error:
        reason = error.strerror or error
        raise DrillError(f"{place.file} cannot be read: {reason}", code=70) from error


def put(place: Place, content: bytes, why: str) -> Snapshot | None:
    """Replace the learner's file, once what is in it is stored; return the snapshot of that.

    A file that is gone is made anew, and None is returned.
    """
    snapshot = None
    if place.file.exists():
        there = present(place).content
        snapshot = history.keep(place.drill.name, str(place.file.resolve()), why, there)
    file.write(place.file, content)
    return snapshot


def reset(place: Place) -> Path:
    """Put the stub back; return the file beside it that keeps what was there."""
    kept = _unused(place.file)
    file.write(kept, present(place).content)
    put(place, place.drill.text("stub.py").encode(), "reset")
    history.note(place.drill.name, "reset", str(kept.resolve()))
    return kept


def last_place(drill: Drill) -> Place:
    """Return where the learner's file of a drill is, or was if it is gone."""
    try:
        return folder.named(drill)
    except DrillError:
        for path in (Path(), Path(drill.name), *map(Path, reversed(folder.folders(drill)))):
            if (path / "task.md").is_file() and path.resolve().name == drill.name:
                return Place(drill, path / drill.file)
        raise


def _unused(file: Path) -> Path:
    number = 1
    while (kept := file.with_name(f"{file.stem}.before-reset-{number}.py")).exists():
        number += 1
    return kept
