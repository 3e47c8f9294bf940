"""A day with the tool, in a terminal as a person has it: the installed command in tmux.

From the first start to the review a week later and another machine; each screen is compared letter
by letter, and `UPDATE_GOLDEN=1 pytest tests/day` writes them anew. The clock stands where the step
says, so durations and days are the same every time. Of a grade the rules are left out: how many
scenarios put each at stake changes with every check.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.conftest import COMMAND, ROOT
from tests.trace.test_trace import SAMPLE, TIGHT

GOLDEN = Path(__file__).parent / "golden"
WIDTH, HEIGHT = 80, 70
MORNING = datetime(2026, 11, 29, 9, 0, tzinfo=UTC).timestamp()
MINUTE = 60
VICTIM = ("self.preempt(self.running.pop())", "self.preempt(self.running.popleft())")
GRADE = "drill grade --seed 5f3a91c2"

# (name, minutes after nine o'clock, what is typed)
STEPS = [
    ("start", 0, "drill start scheduler"),
    ("stub", 1, "cd scheduler; drill grade --seed 5f3a91c2"),
    ("sample", 12, f"cp ../sample.py scheduler.py; {GRADE} | tail -21"),
    ("hint", 13, "drill hint"),
    ("trace", 14, "drill trace"),
    ("victim", 21, f"cp ../victim.py scheduler.py; {GRADE} | tail -24"),
    ("own_case", 24, "cp ../cases.toml .; drill grade --case tight --seed 1 | tail -23"),
    ("own_trace", 25, "drill trace tight"),
    ("passed", 31, f"cp ../right.py scheduler.py; {GRADE} | grep -e PASSED -e Unlocked -e Next"),
    ("solution", 32, "drill solution > ../answer.py"),
    ("diff", 33, "drill diff 3 5"),
    ("restore", 34, "drill restore 3"),
    ("due", 35, "drill due"),
    ("next_week", 35 + 9 * 24 * 60, "drill due; drill review"),
    ("export", 36 + 9 * 24 * 60, "drill export ../mine.json"),
    ("import", 40 + 9 * 24 * 60, "export DRILL_HOME=$ELSEWHERE; drill import ../mine.json"),
    ("elsewhere", 41 + 9 * 24 * 60, "drill history scheduler"),
]

CLOCK = """\
import os
import time

started = float(os.environ.get("DAY_NOW", 0))
if started:
    time.time = lambda: started
"""


class Tmux:
    """One window of a tmux server of its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._socket = str(folder / "tmux")
        rc = folder / "rc"
        # Subtle: the prompt tells tmux that the command before it has ended, without a word shown
        rc.write_text("PS1='$ '\nPROMPT_COMMAND='tmux wait-for -S ready'\n")
        self._environment = environment
        size = ["-x", str(WIDTH), "-y", str(HEIGHT)]
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, f"bash --rcfile {rc} -i")
        self._wait()

    def tmux(self, *arguments: str) -> str:
        """Run one tmux command and return what it prints."""
        done = subprocess.run(
            ["tmux", "-S", self._socket, *arguments],
            capture_output=True,
            text=True,
            env=self._environment,
            timeout=120,
            check=True,
        )
        return done.stdout

    def screen(self, now: float, command: str) -> str:
        """Type a command at a clean prompt; return the screen once it has ended."""
        self._type(f"export DAY_NOW={now}; clear")
        self._type(command)
        lines = [line.rstrip() for line in self.tmux("capture-pane", "-p").splitlines()]
        return "\n".join(lines).rstrip("\n $") + "\n"

    def _type(self, command: str) -> None:
        self.tmux("send-keys", "-l", command)
        self.tmux("send-keys", "Enter")
        self._wait()

    def _wait(self) -> None:
        """Wait until the command has ended, then until the prompt stands below it."""
        self.tmux("wait-for", "ready")
        end = time.monotonic() + 30
        while not self.tmux("capture-pane", "-p").rstrip().endswith("$"):
            assert time.monotonic() < end, "no prompt came"
            time.sleep(0.01)

    def close(self) -> None:
        """End the server and all in it."""
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, timeout=30)


@pytest.fixture
def desk(tmp_path: Path, home: Path) -> Generator[Tmux, None, None]:
    if not shutil.which("tmux") or not shutil.which("bash"):
        pytest.skip("a day in a terminal needs tmux and bash")
    right = (ROOT / "reference" / "scheduler.py").read_text(encoding="utf-8")
    work = tmp_path / "work"
    (work / "right.py").write_text(right, encoding="utf-8")
    for name, edit in (("sample", SAMPLE), ("victim", VICTIM)):
        assert edit[0] in right
        (work / f"{name}.py").write_text(right.replace(*edit, 1), encoding="utf-8")
    (work / "cases.toml").write_text(TIGHT, encoding="utf-8")
    clock = tmp_path / "clock"
    clock.mkdir()
    (clock / "sitecustomize.py").write_text(CLOCK)
    seat = Tmux(
        tmp_path,
        {
            "PATH": f"{COMMAND.parent}:{os.environ['PATH']}",
            "HOME": str(tmp_path),
            "DRILL_HOME": str(home),
            "ELSEWHERE": str(tmp_path / "other"),
            "PYTHONPATH": str(clock),
            "NO_COLOR": "1",
            "LANG": "C.UTF-8",
            "TERM": "screen",
            "TZ": "UTC",
        },
    )
    yield seat
    seat.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a day in a terminal is played on Linux")
def test_a_day_from_the_first_start_to_another_machine(desk: Tmux, tmp_path: Path) -> None:
    screens = {
        name: desk.screen(MORNING + minutes * MINUTE, command) for name, minutes, command in STEPS
    }

    told = {name: text.replace(str(tmp_path), "/home/ann") for name, text in screens.items()}
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        for name, text in told.items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    assert told == {name: (GOLDEN / f"{name}.txt").read_text(encoding="utf-8") for name in told}
    assert "PASSED" in told["passed"]
