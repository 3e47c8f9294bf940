"""A few lines that are drawn over and over while something runs; only on a terminal."""

import sys
import time
from collections.abc import Iterable
from types import TracebackType

from rich.live import Live as RichLive
from rich.text import Text

PERIOD = 0.12  # seconds between two pictures
MAP = "  | "  # a line that begins so is a map: one sign a place, one colour a sign
HUES = ("red", "green", "yellow", "blue", "magenta", "cyan")


class Live:
    """Shows the newest lines on stderr; does nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._due = 0.0
        self._live: RichLive | None = None
        if sys.stderr.isatty():
            from rich.console import Console

            self._live = RichLive(console=Console(stderr=True), transient=True, auto_refresh=False)

    def __enter__(self) -> "Live":
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._live:
            self._live.stop()

    @property
    def is_due(self) -> bool:
        """Return whether it is time for another picture: ask before making one."""
        return self._live is not None and time.monotonic() >= self._due

    def show(self, lines: Iterable[str]) -> None:
        """Draw these lines in place of the last ones."""
        if self._live:
            self._live.update(Text("\n").join(_colored(line) for line in lines), refresh=True)
            self._due = time.monotonic() + PERIOD


def _colored(line: str) -> Text:
    text = Text(line)
    if line.startswith(MAP):
        for at in range(len(MAP), len(line)):
            if line[at] != ".":
                text.stylize(HUES[ord(line[at]) % len(HUES)], at, at + 1)
    return text
