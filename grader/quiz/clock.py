"""The clock of a round, and answers read against it."""

import os
import select
import time


class Clock:
    """Counts down to a fixed end."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left, never below 0."""
        return max(0.0, self.end - time.monotonic())

    def __str__(self) -> str:
        """Return what is left as it is shown: "7:59"."""
        seconds = round(self.left())
        return f"{seconds // 60}:{seconds % 60:02}"


class Answers:
    """Lines from a file descriptor, each waited for no longer than the clock runs.

    Reads the descriptor itself: a buffered reader could not be left when the time is over.
    """

    def __init__(self, descriptor: int, clock: Clock) -> None:
        self._descriptor = descriptor
        self._clock = clock
        self._seen = b""
        self._ended = False

    def next(self) -> str | None:
        """Return the next line, "" for an empty one; None at the end of input or of the time.

        An unfinished line counts at the end of input, and not at the end of the time.
        """
        while b"\n" not in self._seen and not self._ended:
            ready, _, _ = select.select([self._descriptor], [], [], self._clock.left())
            if not ready:
                return None
            more = os.read(self._descriptor, 4096)
            self._ended = not more
            self._seen += more
        if not self._clock.left() or not self._seen:
            return None
        line, _, self._seen = self._seen.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
