"""How far long work is: a line on stderr that is written over, or one every so often in a log."""

import sys
import time

EVERY = 10.0  # seconds between lines where nothing can be written over


class Progress:
    """Counts towards `total`, of which `done` were done before it began."""

    def __init__(self, total: int, done: int = 0) -> None:
        self._total, self._done, self._before = total, done, done
        self._began = self._told = time.monotonic()
        self._is_terminal = sys.stderr.isatty()

    @property
    def rate(self) -> float:
        """Return how many a second, so far."""
        return (self._done - self._before) / max(1e-9, time.monotonic() - self._began)

    def step(self) -> None:
        """Count one more, and say so if it is time."""
        self._done += 1
        now = time.monotonic()
        if now - self._told < (0.2 if self._is_terminal else EVERY):
            return
        self._told = now
        self._write(
            self._line(), "\r" if self._is_terminal else "", "" if self._is_terminal else "\n"
        )

    def end(self) -> None:
        """Take the line away where it can be written over."""
        if self._is_terminal:
            self._write("", "\r\x1b[K", "")

    def _line(self) -> str:
        left = (self._total - self._done) / self.rate
        return f"  {self._done} of {self._total}   {self.rate:.1f} a second   {span(left)} left"

    def _write(self, text: str, before: str, after: str) -> None:
        erase = "\x1b[K" if self._is_terminal else ""
        sys.stderr.write(f"{before}{text}{erase}{after}")
        sys.stderr.flush()


def span(seconds: float) -> str:
    """Return a time to read: 9.4 is "9 s", 75 is "1 min 15 s", 4000 is "1 h 6 min"."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
