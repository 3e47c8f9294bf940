"""The pipes to a worker's process: start it, move bytes both ways, keep what it prints, end it.

Writing never blocks reading: a worker that prints or answers while it is being sent something
large cannot make both sides wait for ever. Left out: how a process starts and ends (`process.py`),
what the frames mean (`worker.py`).
"""

import os
import select
import signal
import time

from grader import bubble, process, wire
from grader.answer import Answer, Crashed, Hit
from grader.clock import Clock, waited_seconds
from grader.plain import Plain

KEPT = 64 * 1024  # bytes of the learner's prints that are kept
CHUNK = 1 << 16


class Channel:
    """One process and its three pipes: requests in, replies out, prints out.

    `ended` says why nothing more will come, None while something may. `seed` fixes the order in
    which the process iterates sets of strings, so that a replay in a fresh process is the same.
    """

    def __init__(self, seed: int, seconds: float, output_bytes: int) -> None:
        self.ended: Answer | None = None
        self.output = bytearray()
        self.output_cut = False
        self._output_bytes = output_bytes
        self._printed = 0  # bytes since the last `start`
        self._unsent = bytearray()
        self._unread = bytearray()
        self._is_closed = False  # the worker's end of the reply pipe
        self._reply, reply_write = os.pipe()
        try:
            self._process = process.start(seed, reply_write)
        finally:
            os.close(reply_write)
        self._is_wrapped = any(layer.on for layer in bubble.layers())
        self._stdin, self._stdout = process.filenos(self._process)
        for fd in (self._stdin, self._stdout, self._reply):
            os.set_blocking(fd, False)
        self._poll = select.poll()
        self._poll.register(self._reply, select.POLLIN)
        self._poll.register(self._stdout, select.POLLIN)
        self._clock = Clock(self._pid, seconds)
        self._listened = time.monotonic()

    def _pid(self) -> int:
        """Return the worker's process; it is not ours but a child's where it lies in a bubble."""
        return bubble.innermost(self._process.pid) if self._is_wrapped else self._process.pid

    @property
    def waited(self) -> float:
        """Return how long the worker was ready and had no core, in seconds."""
        return waited_seconds(self._pid())

    def start(self, seconds: float) -> None:
        """Begin to time, and to count prints, for the next thing that the worker does."""
        self._clock.start(seconds)
        self._printed = 0

    def send(self, message: dict[str, Plain]) -> None:
        """Queue a message and move what can be moved without waiting."""
        self._unsent += wire.pack(message)
        self._pump(0.0)

    def receive(self) -> bytes | None:
        """Wait for the next frame, return its body; None, with `ended` set, when none will come."""
        while self.ended is None:
            try:
                end = self._frame_end()
                if end is not None:
                    body = bytes(self._unread[wire.HEAD : end])
                    del self._unread[:end]
                    return body
                if self._is_closed:  # only now: what came before the end still counts
                    self.ended = process.ending(self._process)
                    break
                self._pump(self._clock.left())
                waits = self._frame_end() is None and not self._is_closed
                if waits and self._clock.is_over():
                    says = f"no answer after {self._clock.seconds:g} s of running"
                    self.ended = self.ended or Hit("time", says)
            except wire.WireFault as fault:
                self.ended = Crashed(f"the worker sent {fault}")
        return None

    def close(self) -> None:
        """Kill the whole process group and wait for it; a second call does nothing."""
        if self._reply < 0:
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        os.close(self._reply)
        self._reply = -1
        self.ended = self.ended or Crashed("the worker was closed")

    def _frame_end(self) -> int | None:
        """Return where the first frame read so far ends; None while it is not whole."""
        if len(self._unread) < wire.HEAD:
            return None
        end = wire.HEAD + wire.size(bytes(self._unread[: wire.HEAD]))
        return end if len(self._unread) >= end else None

    def _pump(self, seconds: float) -> None:
        """Send what is unsent, read replies and prints; wait at most `seconds` for any of it."""
        if self.ended is not None:
            return
        self._clock.forgive(time.monotonic() - self._listened)
        self._write()
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        events = self._poll.poll(seconds * 1000)
        if self._unsent:
            self._poll.unregister(self._stdin)
        for fd, _ in events:
            if fd == self._stdout:
                self._read_print()
            elif fd == self._reply:
                self._read_reply()
        self._listened = time.monotonic()

    def _write(self) -> None:
        if not self._unsent:
            return
        try:
            sent = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent.clear()  # the reply pipe tells how the worker ended
            return
        del self._unsent[:sent]

    def _read_reply(self) -> None:
        data = os.read(self._reply, CHUNK)
        self._unread += data
        if not data:
            self._is_closed = True
            self._poll.unregister(self._reply)

    def _read_print(self) -> None:
        data = os.read(self._stdout, CHUNK)
        if not data:
            self._poll.unregister(self._stdout)
            return
        room = max(0, KEPT - len(self.output))
        self.output += data[:room]
        self.output_cut = self.output_cut or len(data) > room
        self._printed += len(data)
        if self._printed > self._output_bytes:
            says = f"over {self._output_bytes:,} bytes were printed in one scenario"
            self.ended = Hit("output", says)
