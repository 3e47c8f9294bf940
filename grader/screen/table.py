"""A table without lines: reads in a pipe, in ASCII, and by a screen reader."""

from collections.abc import Sequence
from typing import Literal

from rich.table import Table

from grader.clean import clean

WRAPPED = ("verdict", "rule")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table of texts; a head that begins with ">" sets its column to the right.

    The columns "verdict" and "rule" may be set in several lines, the others are not broken.
    """
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    made.add_column("")  # the indent that every screen has
    for head in heads:
        side: Literal["left", "right"] = "right" if head.startswith(">") else "left"
        made.add_column(head.lstrip(">"), justify=side, no_wrap=head not in WRAPPED)
    for row in rows:
        made.add_row("", *(clean(cell) for cell in row))
    return made
