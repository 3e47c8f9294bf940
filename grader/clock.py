"""Time that a process had, not time that passed: waiting for a core does not count.

On a machine that is busy with other things a right program may need seconds for what takes it
milliseconds; Linux says for each process how long it was ready to run and had no core.
"""

import time
from collections.abc import Callable
from pathlib import Path


class Clock:
    """Counts down for whatever the worker is busy with."""

    def __init__(self, pid: Callable[[], int], seconds: float) -> None:
        self._pid = pid
        self._waited = waited_seconds(pid())
        self.start(seconds)

    def start(self, seconds: float) -> None:
        """Begin anew: `seconds` of running, and eight times as much of wall clock in any case."""
        now = time.monotonic()
        self.seconds = seconds
        self._deadline, self._end = now + seconds, now + 8 * seconds

    def forgive(self, seconds: float) -> None:
        """Give back time in which nobody listened: the answer may have been there all along."""
        self._deadline += seconds
        self._end += seconds

    def left(self) -> float:
        """Return the seconds until it is worth asking `is_over`; never below 0."""
        return max(0.0, self._deadline - time.monotonic())

    def is_over(self) -> bool:
        """Return whether the time is up, after giving back what was spent waiting for a core."""
        now = time.monotonic()
        if now < self._deadline:
            return False
        waited = waited_seconds(self._pid())
        # Subtle: the first look may count waiting from before this start; that only gives more time
        credit = min(waited - self._waited, self.seconds)
        self._waited = waited
        if now > self._end or credit < 0.05 * self.seconds:
            return True
        self._deadline = now + credit
        return False


def waited_seconds(pid: int) -> float:
    """Return how long a process was ready but had no core; 0.0 where the system does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
