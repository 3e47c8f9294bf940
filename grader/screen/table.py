"""A table without lines: reads in a pipe, in ASCII, and by a screen reader."""

from collections.abc import Sequence
from typing import Literal

from rich.table import Table

from grader.clean import clean

LONG = {"verdict": 10, "rule": 20}  # columns set in several lines first, and their least width
GAP = 2


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Return a table of texts for `width` columns; ">" before a head sets its column to the right.

    The columns named in LONG give way first; where that is not enough, every cell may be broken.
    """
    names = [head.lstrip(">") for head in heads]
    cells = [[clean(cell) for cell in row] for row in rows]
    wide = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
    least = sum(min(LONG.get(name, size), size) for name, size in zip(names, wide, strict=True))
    is_narrow = least + GAP * (len(names) + 1) > width
    made = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    made.add_column("")  # the indent that every screen has
    for head, name in zip(heads, names, strict=True):
        side: Literal["left", "right"] = "right" if head.startswith(">") else "left"
        keeps = not is_narrow and name not in LONG
        made.add_column(name, justify=side, no_wrap=keeps, overflow="fold")
    for row in cells:
        made.add_row("", *row)
    return made
