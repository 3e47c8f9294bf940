"""A report as text for a terminal, and as Markdown."""

import textwrap

from grader.mock.chapter import Chapter, chapters, head
from grader.mock.debrief import Debrief
from grader.mock.grid import grid

LABEL = 22  # columns of the first column of the grid


def text(found: Debrief, width: int) -> str:
    """Return the report as lines of at most `width` columns."""
    table = found.table
    rows = grid(table)
    wide = max(8, *(len(cell) for row in rows for cell in row[1:]))
    lines = [
        f"{row[0]:<{LABEL}}" + "".join(f"  {cell:>{wide}}" for cell in row[1:]) for row in rows
    ]
    top = Chapter("", (f"{table['round']}   {table['title']}", *head(table)))
    out = [line.removeprefix("  ") for line in _set(top, width + 2)] + [""]
    out += [f"  {line}".rstrip() for line in lines]
    for chapter in chapters(table):
        out += ["", f"  {chapter.title}", *_set(chapter, width)]
    return "\n".join(out) + "\n"


def markdown(found: Debrief) -> str:
    """Return the report as Markdown."""
    table = found.table
    lines = [f"# {table['title']}", "", *_broken_lines(head(table)), ""]
    rows = grid(table)
    lines.append("| " + " | ".join(rows[0]) + " |")
    lines.append("|---" * len(rows[0]) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in rows[1:]]
    for chapter in chapters(table):
        lines += ["", f"## {chapter.title}", ""]
        lines += [_item(line) for line in chapter.lines]
    return "\n".join(lines) + "\n"


def _set(chapter: Chapter, width: int) -> list[str]:
    lines: list[str] = []
    for line in chapter.lines:
        inner = len(line) - len(line.lstrip())
        first = " " * (4 + inner)
        lines += textwrap.wrap(
            line.strip(),
            width,
            initial_indent=first,
            subsequent_indent=f"{first}  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    return lines


def _broken_lines(lines: list[str]) -> list[str]:
    return [f"{line}  " for line in lines[:-1]] + lines[-1:]


def _item(line: str) -> str:
    """Return a line as an item of a list, one level deeper for each indent."""
    inner = len(line) - len(line.lstrip())
    return f"{' ' * inner}- {line.strip()}"
