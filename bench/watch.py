"""Measure `drill watch`: seconds from a save to the verdict on the screen, for a right file.

    python bench/watch.py [NAME [ROUNDS]]

Prints for each save the wall clock, and what the judge and the worker used of the processor, which
says more on a busy machine: they run side by side, so on an idle one the wall clock is about the
larger of the two.
"""

import os
import pty
import resource
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = Path(sys.executable).with_name("drill")


def main(name: str, rounds: int) -> None:
    """Save a right file again and again, each time with another comment at its end."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DRILL_HOME"] = f"{folder}/home"
        os.chdir(folder)
        subprocess.run([COMMAND, "start", name], check=True, capture_output=True)
        file = Path(name) / f"{name}.py"
        right = (ROOT / "reference" / f"{name}.py").read_text(encoding="utf-8")
        file.write_text(right, encoding="utf-8")
        pid, fd = pty.fork()
        if pid == 0:
            os.execv(COMMAND, [str(COMMAND), "watch", name])
        shown = bytearray()
        _until(fd, b"q quit", shown)
        seconds: list[float] = []
        for number in range(rounds):
            began = time.perf_counter()
            file.write_text(f"{right}\n# {number}\n", encoding="utf-8")
            _until(fd, b"PASSED", shown)
            seconds.append(time.perf_counter() - began)
            _until(fd, b"q quit", shown)
        os.write(fd, b"q")
        os.waitpid(pid, 0)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    listed = " ".join(f"{one:.3f}" for one in seconds)
    print(f"{name}: save to verdict {listed} s, median {statistics.median(seconds):.3f} s")
    print(f"processor of all of it, {rounds + 1} grades: {used.ru_utime + used.ru_stime:.2f} s")


def _until(fd: int, words: bytes, shown: bytearray) -> None:
    """Wait until words come on the screen; what came after them stays in `shown`."""
    end = time.monotonic() + 60
    while words not in shown:
        if time.monotonic() > end:
            sys.exit(f"{words!r} did not come:\n{shown.decode(errors='replace')}")
        if select.select([fd], [], [], 1.0)[0]:
            shown += os.read(fd, 1 << 16)
    del shown[: shown.index(words) + len(words)]


if __name__ == "__main__":
    chosen = [*sys.argv[1:], "scheduler", "5"] if len(sys.argv) < 2 else [*sys.argv[1:], "5"]
    main(chosen[0], int(chosen[1]))
