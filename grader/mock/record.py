"""The records of a mock interview: a session, what happened in it, files as they stood, grades."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.mock.clock import Reading


@dataclass(frozen=True)
class Stored:
    """A session as it is stored; `host` holds what its round file said, {} if it had none.

    When it was last looked at it had run for `seen` seconds, and the wall clock said `seen_wall`.
    """

    id: str  # the same in every copy of the history: "3fa91c"
    table: dict[str, Any]  # of the round
    seed: int
    folder: Path
    start: Reading
    injected: bool
    seen: float
    seen_wall: float
    host: dict[str, Any]

    @property
    def drift(self) -> float:
        """Return by how many seconds the wall clock had been moved forward."""
        return self.seen_wall - self.start.wall - self.seen


@dataclass(frozen=True)
class Moment:
    """Something that happened `at` seconds after the start: opened, submitted, stopped, jump, …"""

    part: int
    at: float
    kind: str
    detail: str = ""


@dataclass(frozen=True)
class Snapshot:
    """A file as it stood; `why` is start, saved, command or file time."""

    part: int
    at: float
    file: str
    why: str
    text: str


@dataclass(frozen=True)
class Grade:
    """A grade while the clock ran; `marks` holds one mark a drill, as plain data."""

    part: int
    at: float
    disclosure: str
    marks: list[dict[str, Any]]
