"""Where attacks run: put the file together, grade it in a real process, look at what is left.

An attack is a file of a few lines with a header: the idea, the base that it stands on (`right`, the
reference; `wrong`; `none`) and the verdicts that are expected. "BREACH" in its output says that it
got further than it should.
"""

import ctypes
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.attacks import left

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
REFERENCE = ROOT / "reference" / "batching.py"
BASES = {"right": REFERENCE, "wrong": HERE / "wrong.py"}
WITHOUT = HERE / "without.py"
EXIT = {"passed": 0, "failed": 1, "refused": 3, "ungradable": 3, "limit": 4}
PR_SET_CHILD_SUBREAPER = 36
PLACE = "/tmp/infra-drill"  # attacks say this; the arena puts a folder of its own in its place
PROJECT = "/opt/infra-drill"  # and this for where we are installed, which no stranger finds hard


@dataclass(frozen=True)
class Attack:
    """One attack file."""

    name: str  # "harm/kill_parent"
    idea: str
    base: str
    expected: frozenset[str]
    code: str


@dataclass(frozen=True)
class Outcome:
    """What became of an attack."""

    code: int
    status: str  # of the report; "refused" when there is none and a sentence says why
    report: dict[str, Any]
    stdout: str
    stderr: str
    seconds: float
    left: tuple[str, ...]  # files and processes that should not be there


def attacks() -> list[Attack]:
    """Return all attacks, by name."""
    return [_read(path) for path in sorted(HERE.glob("*/*.py"))]


def _read(path: Path) -> Attack:
    header, _, code = path.read_text(encoding="utf-8").partition("\n\n")
    said = dict(line.removeprefix("# ").split(": ", 1) for line in header.splitlines())
    expected = frozenset(word.strip() for word in said["expect"].split(","))
    name = f"{path.parent.name}/{path.stem}"
    return Attack(name, said["idea"], said["base"], expected, code)


class Arena:
    """Runs attacks, several at a time, and notices what they leave behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.canary = f"canary-{secrets.token_hex(12)}"
        self.secret = _lines_of_the_reference()
        self._lock = threading.Lock()
        self._running: set[int] = set()
        self._before = self._made()
        self._set_up_victim()

    def run(self, attack: Attack, *options: str, without: tuple[str, ...] = ()) -> Outcome:
        """Grade one attack as a person would, and look round afterwards.

        `without` names layers of the jail that are switched off.
        """
        home = Path(tempfile.mkdtemp(dir=self.folder))
        began = time.monotonic()
        with self.start(attack, home, options or ("--json",), without) as process:
            code_, stdout, stderr = self._wait(process)
        seconds = time.monotonic() - began
        report: dict[str, Any] = json.loads(stdout) if stdout.startswith("{") else {}
        found = [*self._left_behind(), *self.orphans(), *left.history(home, report)]
        shutil.rmtree(home)
        status = report.get("status") or ("refused" if stderr.startswith("drill: ") else "none")
        return Outcome(code_, status, report, stdout, stderr, seconds, tuple(found))

    def start(
        self, attack: Attack, home: Path, options: tuple[str, ...], without: tuple[str, ...] = ()
    ) -> "subprocess.Popen[bytes]":
        """Put an attack together in the folder `home` and start its grade."""
        file = home / "batching.py"
        base = BASES[attack.base].read_text(encoding="utf-8") if attack.base in BASES else ""
        code = attack.code.replace(PLACE, str(self.folder)).replace(PROJECT, str(ROOT))
        file.write_text(f"{base}\n\n{code}", encoding="utf-8")
        options = ("--drill", "batching", *options)
        drill = [str(WITHOUT), ",".join(without)] if without else ["-m", "grader"]
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(home),
            "DRILL_HOME": str(home / "state"),
            "DRILL_CANARY": self.canary,
            "DRILL_JAIL": os.environ.get("DRILL_JAIL", ""),
            "PYTHONPATH": ":".join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        with self._lock:
            process = subprocess.Popen(
                [sys.executable, *drill, "--no-input", "grade", str(file), *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                cwd=home,
                start_new_session=True,
                pass_fds=(self._open_file,),
            )
            self._running.add(process.pid)
        return process

    def _wait(self, process: "subprocess.Popen[bytes]") -> tuple[int, str, str]:
        try:
            stdout, stderr = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            stdout, stderr = process.communicate()
        self.forget(process)
        return process.returncode, stdout.decode(errors="replace"), stderr.decode(errors="replace")

    def forget(self, process: "subprocess.Popen[bytes]") -> None:
        """Say that a grade has ended and was waited for."""
        with self._lock:
            self._running.discard(process.pid)

    def close(self) -> None:
        """Remove all that the arena made, and end what outlived its grade."""
        for name in self.orphans():
            os.kill(int(name.removeprefix("process ")), signal.SIGKILL)
        os.close(self._open_file)
        for path in self.folder.parent.glob(f"{self.folder.name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def _set_up_victim(self) -> None:
        """Make a file that everybody may change, beside the ones that nobody may."""
        self.folder.chmod(0o777)
        place = Path(f"{self.folder}-victim")
        place.mkdir(exist_ok=True)
        place.chmod(0o777)
        self._victim = place / "file"
        self._victim.write_text("whole")
        self._victim.chmod(0o666)
        os.utime(self._victim, (1000, 1000))
        # a careless parent leaves this one open to everybody whom it starts
        self._open_file = os.open(self._victim, os.O_RDONLY)
        secret = Path(f"{self.folder}-secret")
        secret.write_text(self.canary)
        secret.chmod(0o600)
        program = Path(f"{self.folder}-setuid")
        shutil.copy(shutil.which("cat") or "/bin/cat", program)
        program.chmod(0o4755)

    def _left_behind(self) -> Iterator[str]:
        """Yield what an attack made or changed."""
        yield from self._made() - self._before
        state = self._victim.stat() if self._victim.exists() else None
        if state is None or (state.st_mode & 0o777, state.st_size, state.st_mtime) != (
            0o666,
            5,
            1000,
        ):
            yield "a file that was changed"

    def _made(self) -> frozenset[str]:
        return frozenset([*left.files(self.folder, ROOT), *left.in_the_kernel()])

    def orphans(self) -> Iterator[str]:
        """Yield living processes that came to us when their parent had gone."""
        with self._lock:
            for pid in _children(os.getpid()) - self._running:
                if os.waitpid(pid, os.WNOHANG) == (0, 0):
                    yield f"process {pid}"


@contextmanager
def open_arena() -> Generator[Arena, None, None]:
    """Open an arena; processes left behind become children of this one, where they show."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    folder = Path(tempfile.mkdtemp(prefix="infra-drill-", dir="/tmp"))
    arena = Arena(folder)
    try:
        yield arena
    finally:
        arena.close()


def _children(pid: int) -> set[int]:
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        found.update(map(int, path.read_text().split()))
    return found


def _lines_of_the_reference() -> list[str]:
    """Return lines of the reference that its stub does not have; none may be shown."""
    stub = (ROOT / "drills" / "batching" / "stub.py").read_text(encoding="utf-8")
    lines = [line.strip() for line in REFERENCE.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if len(line) > 20 and line not in stub]
