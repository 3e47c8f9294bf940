"""One place through which everything is printed: verdict and data to stdout, the rest to stderr."""

import os
import sys
from pathlib import Path
from typing import Any, Literal, TextIO, cast

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

WIDTH = 100  # no line of text is set wider, however wide the terminal
PLAIN_WIDTH = 80  # when there is no terminal to ask

Color = Literal["auto", "always", "never"]


class Quiet(Console):
    """A console that goes on in silence once nobody reads: the exit code stays the verdict's."""

    def on_broken_pipe(self) -> None:
        """Let what is still to come go nowhere; rich itself would end the process with 1."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.file.fileno())


class Terminal:
    """Prints to stdout, or to stderr, with or without colour; never fails for want of a glyph."""

    def __init__(self, color: Color = "auto") -> None:
        self._out = _console(sys.stdout, color)
        self._err = _console(sys.stderr, color)

    @property
    def width(self) -> int:
        """Return how many columns text is set in."""
        return self._out.width

    def print(self, *lines: RenderableType) -> None:
        """Print each renderable on lines of its own, to stdout."""
        for line in lines:
            self._out.print(line, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def warn(self, *lines: RenderableType) -> None:
        """Print to stderr."""
        for line in lines:
            self._err.print(line, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def live(self) -> Live:
        """Return a place on stdout that is drawn anew in place, to be entered and updated."""
        return Live(console=self._out, auto_refresh=False)

    def ring(self) -> None:
        """Ring the bell once."""
        self._out.bell()

    def is_interactive(self) -> bool:
        """Return whether a person sits at both ends."""
        return sys.stdin.isatty() and sys.stdout.isatty()


def styled(text: str, style: str = "") -> Text:
    """Return a piece of text in a style; "[" and "]" mean themselves."""
    return Text(text, style=style)


def link(line: Text, words: str, path: Path) -> Text:
    """Return the line with these words of it leading to a file, where the terminal makes links.

    One that knows no links shows the words alone; in a pipe and without colour they stay as is.
    """
    start = line.plain.find(words)
    if start >= 0 and sys.stdout.isatty() and path.is_file():
        line.stylize(f"link {path.resolve().as_uri()}", start, start + len(words))
    return line


def _console(stream: TextIO, color: Color) -> Console:
    if hasattr(stream, "reconfigure"):  # ASCII and cp1252 terminals show "?" and go on
        cast(Any, stream).reconfigure(errors="replace")
    colored = _is_colored(stream, color)
    width = None if stream.isatty() or "COLUMNS" in os.environ else PLAIN_WIDTH
    console = Quiet(
        file=stream,
        force_terminal=colored,
        no_color=not colored,
        color_system="standard" if colored else None,
        width=width,
        legacy_windows=False,
    )
    console.width = max(20, min(console.width, WIDTH))
    return console


def _is_colored(stream: TextIO, color: Color) -> bool:
    """Decide in one place, flag before environment: rich alone reads FORCE_COLOR=0 as yes."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    return stream.isatty() and os.environ.get("TERM") != "dumb"
