"""A command of ours on a terminal of its own, as a person has it."""

import os
import pty
import select
import signal
import time
from types import TracebackType

from tests.conftest import COMMAND


class Seat:
    """Runs one command on a pseudo-terminal of 80 by 50; ends it in any case."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.shown = ""
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.environ.update({"TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1", **environment})
            os.execv(COMMAND, [str(COMMAND), *arguments])

    def __enter__(self) -> "Seat":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._fd)
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            self.ends()

    def press(self, keys: str) -> None:
        """Type something."""
        os.write(self._fd, keys.encode())

    def until(self, words: str, seconds: float = 40) -> str:
        """Return what came on the screen up to these words; fail with it when they do not come."""
        end = time.monotonic() + seconds
        while words not in self.shown:
            left = end - time.monotonic()
            assert left > 0, f"{words!r} did not come; the screen:\n{self.shown}"
            if select.select([self._fd], [], [], min(left, 1.0))[0]:
                self.shown += self._read()
        found, _, self.shown = self.shown.partition(words)
        return found + words

    def ends(self) -> int:
        """Wait for the command to end and return its exit code."""
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> str:
        try:
            text = os.read(self._fd, 1 << 16).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed
            text = ""
        assert text, f"the command ended; the screen:\n{self.shown}"
        return text.replace("\r\n", "\n")
