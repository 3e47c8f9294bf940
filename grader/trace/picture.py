"""What a picture is made of: a table whose cells hold marked text.

Every mark can be read without colour: the letter in a square says whose it is, and a word says what
happened. Left out: colours, terminals and files (`grader/screen/trace.py`).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ROWS = 60  # of a picture; of a longer run the middle is left out
FIRST = 40  # rows before what is left out

# "" is plain text; bad and good are what happened; owner: a square of the colour of `owner`;
# locked, node and gone: a node of a tree; bar and free: what is used of something, and what is left
Kind: TypeAlias = Literal[
    "", "dim", "good", "bad", "owner", "locked", "node", "gone", "bar", "free"
]


@dataclass(frozen=True)
class Mark:
    """A piece of text and what it stands for; `owner` counts from 0 in order of arrival."""

    text: str
    kind: Kind = ""
    owner: int = 0


Line: TypeAlias = tuple[Mark, ...]
Cell: TypeAlias = tuple[Line, ...]  # one line of the screen each


@dataclass(frozen=True)
class Picture:
    """A table; `heads` name its columns, `legend` says what its squares mean.

    In an airy one an empty line stands between two rows, each of which is many lines tall.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    legend: str = ""
    is_airy: bool = False


def words(text: str, kind: Kind = "") -> Cell:
    """Return a cell of plain words; each line of the text is a line of the cell."""
    return tuple((Mark(line, kind),) for line in text.split("\n"))


def bar(used: int, limit: int, width: int = 8) -> Line:
    """Return a bar and its numbers: 6 of 8 in a width of 8 gives "######.. 6/8".

    What goes beyond the limit is marked: 9 of 8 gives "######## 9/8", its numbers as bad.
    """
    filled = min(width, -(-used * width // limit)) if limit > 0 else 0
    marks = [Mark("#" * filled, "bar"), Mark("." * (width - filled), "free")]
    return (*marks, Mark(f" {used}/{limit}", "bad" if used > limit else ""))


def cut(rows: list[tuple[Cell, ...]]) -> tuple[tuple[Cell, ...], ...]:
    """Return at most 60 rows: of 100 the first 40, one that says so, and the last 20."""
    if len(rows) <= ROWS:
        return tuple(rows)
    left = len(rows) - ROWS
    gap = (words("..."), words(f"{left} more", "dim"), *[words("")] * (len(rows[0]) - 2))
    return (*rows[:FIRST], gap, *rows[FIRST + left :])
