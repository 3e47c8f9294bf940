"""The live window in a pseudo-terminal, with a clock that the test moves."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.mock import debrief
from tests.conftest import COMMAND
from tests.mock.desk import Hands, reference

PATIENCE = 60.0  # seconds that anything may take on a busy machine


class Terminal:
    """A terminal of 100 columns with a command in it."""

    def __init__(self, master: int, process: "subprocess.Popen[bytes]") -> None:
        self.master, self.process, self.seen = master, process, ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def wait(self, *texts: str) -> str:
        """Wait until all texts were printed since the last call; return what was printed."""
        return self.until(lambda seen: all(text in seen for text in texts), f"{texts}")

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """Wait until what was printed since the last call holds."""
        end = time.monotonic() + PATIENCE
        while not holds(self.seen):
            assert time.monotonic() < end, f"{what} never came; seen: {self.seen[-3000:]}"
            self._read()
        seen, self.seen = self.seen, ""
        return seen

    def ended(self) -> int:
        """Wait for the end of the command; return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it never ended; seen: {self.seen[-3000:]}"
            self._read()
        return self.process.returncode

    def _read(self) -> None:
        ready, _, _ = select.select([self.master], [], [], 0.1)
        if ready:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # nobody writes any more
                return
            self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data.decode("utf-8", "replace"))


@contextmanager
def window(*arguments: str) -> Generator[Terminal, None, None]:
    """Run `drill mock` in a terminal; end it with its window if it still runs."""
    master, slave = pty.openpty()
    environment = {**os.environ, "COLUMNS": "100", "LINES": "30", "TERM": "xterm"}
    process = subprocess.Popen(
        [str(COMMAND), "mock", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        os.close(master)


def folder() -> Path:
    """Return the folder of the only session."""
    (found,) = Path().glob("mock-*")
    return found


def save(part: int, name: str, text: str) -> None:
    """Save a file as an editor does: whole, in one move."""
    path = folder() / f"part-{part}" / name
    fresh = path.with_suffix(".saving")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


@pytest.fixture
def wrong() -> str:
    """Return a scheduler that breaks rules: it keeps the sample of an incomplete prefill."""
    text = reference("scheduler")
    edited = text.replace("seq.num_cached_tokens < seq.num_tokens:", "False:")
    assert edited != text
    return edited


def test_a_whole_round_in_a_window(clock: Hands, wrong: str) -> None:
    """The parts change at their moments, the last save before the buzzer is graded, none after."""
    with window("--round", "scheduler-45") as screen:
        screen.wait("Start?")
        screen.type("y\n")
        screen.wait("part 1 of 3", "25:00")
        clock.put(360)
        save(1, "scheduler.py", wrong)
        screen.wait("19:00")
        screen.type("g")
        screen.wait("of 16 rules hold", "2 of 3 grades")
        clock.put(1130)
        save(1, "scheduler.py", reference("scheduler"))
        screen.wait("6:10")
        screen.type("g")
        screen.wait("16 of 16 rules hold", "1 of 3 grades")
        clock.put(1499)
        screen.wait("0:01", "the last minute")
        clock.put(1501)
        screen.wait("part 2 of 3", "14:59")
        save(1, "scheduler.py", wrong)  # after the buzzer: kept, not scored
        clock.put(1600)
        screen.wait("13:20")
        begun = (folder() / "part-2" / "budget.py").read_text(encoding="utf-8")
        assert "def _make_room" in begun
        assert 'raise NotImplementedError("write step()")' in begun
        clock.put(2401)
        screen.wait("part 3 of 3", "4:59")
        clock.put(2500)
        screen.wait("3:20")
        screen.type("s")
        screen.wait("y / n")
        screen.type("y")
        assert screen.ended() == 0

    found = debrief.of().table
    first, second, third = found["parts"]
    assert (first["first_graded"], first["first_full"]) == (360, 1130)
    assert first["marks"][0]["status"] == "passed"
    assert first["edits"] == [360, 1130]
    assert first["late_edits"] == [1600]
    assert [(g["at"], g["held"]) for g in first["grades"]] == [(360, 14), (1130, 16)]
    assert (second["begin"], second["end"]) == (1500, 2400)
    assert second["marks"][0]["status"] == "ungradable"  # nothing was written
    assert second["marks"][1]["status"] == "passed"  # the old rules still hold
    assert (third["begin"], third["end"]) == (2400, 2500)


def test_a_killed_window_loses_nothing_and_the_deadline_stands(clock: Hands) -> None:
    with window("--round", "scheduler-45") as screen:
        screen.wait("Start?")
        screen.type("y\n")
        screen.wait("25:00")
        clock.put(100)
        save(1, "scheduler.py", "# kept\n")
        screen.wait("23:20")
        os.kill(screen.process.pid, signal.SIGKILL)
        screen.ended()
    clock.put(700)
    save(1, "scheduler.py", "# written while no window was open\n")

    with window() as screen:
        screen.wait("part 1 of 3", "13:20")
        screen.type("q")
        assert screen.ended() == 0

    from grader.mock.session import last
    from grader.mock.store import opened

    with opened() as store:
        session = last(store)
        assert session is not None
        shots = [(shot.at, shot.text) for shot in store.snapshots(session.id)][1:]
    assert session.deadlines == [1500, 2400, 2700]
    assert shots == [(100, "# kept\n"), (700, "# written while no window was open\n")]


def test_one_bell_at_five_minutes_and_one_at_one(clock: Hands) -> None:
    with window("--round", "arithmetic-15") as screen:
        screen.wait("Start?")
        screen.type("y\n")
        heard = screen.wait("15:00")
        for seconds, left in (
            (590, "5:10"),
            (602, "4:58"),
            (700, "3:20"),
            (841, "0:59"),
            (850, "0:50"),
        ):
            clock.put(seconds)
            heard += f"|{screen.wait(left)}"
        screen.type("q")
        screen.ended()

    assert [part.count("\a") for part in heard.split("|")] == [0, 0, 1, 0, 1, 0]
