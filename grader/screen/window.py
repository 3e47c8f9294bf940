"""The live window of a mock interview: the clock, the part, the grades that are left.

It looks at the files twice a second, so that every save is kept. It holds nothing itself: killed at
any moment, the round runs on, and the next window shows the same clock.
"""

import os
import select
import sys
import termios
import tty
from collections.abc import Generator
from contextlib import contextmanager

from rich.live import Live
from rich.text import Text

from grader.error import DrillError
from grader.mock import clock, counted, room
from grader.screen.terminal import Color, Terminal

PAUSE = 0.5  # seconds between two looks
BELLS = (300.0, 60.0)  # seconds before a part ends at which one bell is rung
LINES = 6  # of what was told that stay in sight


class Window:
    """Shows one session until its time is over or the person leaves."""

    def __init__(self, color: Color, session_id: str) -> None:
        self._terminal = Terminal(color)
        self._id = session_id
        self._told: list[str] = []
        self._shown = ""
        self._asks = False  # whether the next key confirms a submit
        self._before: tuple[int, float] | None = None  # part and seconds left at the last look

    def run(self) -> None:
        """Show the window; return when the round is over or the person presses q."""
        with _keys() as descriptor, self._terminal.live() as live:
            while True:
                view = room.look(self._id, "saved")
                self._tell(*view.told)
                self._ring(view)
                self._show(live, self._screen(view))
                if view.is_over:
                    return
                key = _key(descriptor)
                if key == "q" and not self._asks:
                    return
                self._act(key, view, live)

    def _act(self, key: str, view: room.View, live: Live) -> None:
        if self._asks:
            self._asks = not key
            if key == "y":
                self._tell(*room.hand_in(view, "submit").told)
        elif key == "s":
            self._asks = True
        elif key == "g":
            self._show(live, self._screen(view, "grading …"))
            try:
                self._tell(*counted.grade(self._id).lines()[1:])
            except DrillError as error:
                self._tell(f"{error.problem}; {error.hint}")

    def _show(self, live: Live, screen: Text) -> None:
        """Draw the screen if anything in it has changed."""
        if screen.plain != self._shown:
            live.update(screen, refresh=True)
            self._shown = screen.plain

    def _ring(self, view: room.View) -> None:
        """Ring once when a part comes below five minutes, and below one."""
        part, left = self._before or (view.part, view.left)
        if part == view.part and any(view.left <= bell < left for bell in BELLS):
            self._terminal.ring()
        self._before = view.part, view.left

    def _tell(self, *lines: str) -> None:
        self._told = [*self._told, *lines][-LINES:]

    def _screen(self, view: room.View, busy: str = "") -> Text:
        session, row = view.session, view.session.round.parts[view.part]
        word, style = _urgency(view.left)
        text = Text(
            f"  {session.round.name}   part {view.part + 1} of {len(session.round.parts)}\n"
        )
        text.append(f"  {row.title}\n\n", style="bold")
        text.append(f"  {clock.shown(view.left)}", style=style)
        text.append(f"  {word}\n", style=style)
        text.append(f"  {view.folder}\n")
        if row.kind in ("code", "hunt"):
            text.append(f"  {view.grades_left} of {row.grades} grades left\n")
        if self._told:
            text.append("\n" + "".join(f"  {line}\n" for line in self._told))
        keys = "g grade   s hand this part in   q leave, the clock runs on"
        text.append(f"\n  {busy or ('hand it in?  y / n' if self._asks else keys)}", style="dim")
        return text


def _urgency(left: float) -> tuple[str, str]:
    """Return what is said of the time that is left, and in which colour."""
    if left <= BELLS[1]:
        return "left: the last minute", "bold red"
    if left <= BELLS[0]:
        return "left: under five minutes", "bold yellow"
    return "left", "bold green"


def _key(descriptor: int) -> str:
    """Return the key that was pressed within the pause, "" for none."""
    ready, _, _ = select.select([descriptor], [], [], PAUSE)
    return os.read(descriptor, 1).decode("ascii", "replace").lower() if ready else ""


@contextmanager
def _keys() -> Generator[int, None, None]:
    """Let keys come one by one, unseen; put the terminal back afterwards."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
