"""A picture of a run: on the terminal, or as a file that a browser or a README shows."""

import io
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

from grader import file
from grader.clean import boxed, clean
from grader.screen.verdict import wrapped
from grader.trace.picture import Cell, Picture
from grader.trace.play import Trace

NARROW, WIDE = 60, 110  # columns of an exported picture
OWNERS = ("cyan", "magenta", "yellow", "blue", "green", "bright_red", "white", "bright_blue")
STYLES = {
    "": "",
    "dim": "dim",
    "good": "bold green",
    "bad": "bold red",
    "locked": "black on yellow",
    "node": "black on cyan",
    "gone": "bold white on red",
    "bar": "cyan on cyan",  # a solid bar; without colour its characters are read
    "free": "dim",
}


def trace_screen(trace: Trace, played: str, width: int) -> Iterator[RenderableType]:
    """Yield the whole screen: what was played, the table, the rule that it breaks."""
    yield Text.assemble(f"  {trace.drill.name}  ", (trace.name, "bold"), f"  played by {played}")
    yield Text()
    for line in trace.shown:
        yield from wrapped(line, width, "dim")
    yield Text()
    yield Padding(_table(trace.picture), (0, 0, 0, 1))
    yield Text()
    if trace.picture.legend:
        yield from wrapped(trace.picture.legend, width, "dim")
    if trace.broken:
        yield from wrapped(f"This run breaks {trace.broken.id}: {trace.broken.says}.", width, "red")
    else:
        yield from wrapped("This run breaks no rule.", width, "green")
    if trace.output:
        lines, cut = boxed(trace.output)
        yield Text("\n  your code printed:", style="dim")
        yield from (Text(f"    | {line}"[:width], style="dim") for line in lines)
        if cut or trace.output_cut:
            yield Text("    | ... (more was cut)", style="dim")


def save(trace: Trace, played: str, path: Path, kind: str) -> None:
    """Write the screen to `path` as "svg" or "html"."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=WIDE,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    console.width = max(NARROW, min(WIDE, console.measure(_table(trace.picture)).maximum + 2))
    for line in trace_screen(trace, played, console.width):
        console.print(line, markup=False, highlight=False, emoji=False)
    if kind == "svg":
        text = console.export_svg(title=f"drill trace {trace.name}", theme=SVG_EXPORT_THEME)
    else:
        text = console.export_html(theme=SVG_EXPORT_THEME, inline_styles=True)
    file.write(path, text)


def _table(picture: Picture) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="bold")
    for head in picture.heads:
        table.add_column(Text(head), overflow="fold", vertical="top")
    for row in picture.rows:
        table.add_row(*map(_cell, row))
        if picture.is_airy:
            table.add_row()
    return table


def _cell(cell: Cell) -> Text:
    text = Text(no_wrap=False)
    for number, line in enumerate(cell):
        if number:
            text.append("\n")
        for mark in line:
            text.append(clean(mark.text), style=_style(mark.kind, mark.owner))
    return text


def _style(kind: str, owner: int) -> str:
    if kind == "owner":
        return f"black on {OWNERS[owner % len(OWNERS)]}"
    return STYLES[kind]
