"""Print how many milliseconds the jail adds to the start of a worker.

Usage: python bench/jail.py [rounds].
Starts processes that import what a worker imports anyway, in turn without and with the jail, and
compares the medians of the processor time until they speak, which on a free core is the time that
passes; importing ctypes and the jail's own modules is part of it.
Exits 1 if the jail adds more than 6 ms.
"""

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[1])
ALLOWED = 6.0  # ms
PLAIN = """import sys
sys.path.insert(0, sys.argv[1])
import grader.plain, grader.wire
"""
END = "import os; os._exit(0)  # before anything is taken down again"
READY = f"print('ready', flush=True); {END}"
JAILED = f"""{PLAIN}
from grader.jail import Limits, enter, level
print(level(enter(Limits(1 << 30, 60, 64, 64), keep=frozenset((0, 1, 2)))), flush=True)
{END}
"""
PARTS = f"""{PLAIN}
import time
started = time.process_time()
import ctypes
loaded = time.process_time()
from grader.jail import Limits, enter
imported = time.process_time()
layers = enter(Limits(1 << 30, 60, 64, 64), keep=frozenset((0, 1, 2)))
entered = time.process_time()
parts = loaded - started, imported - loaded, entered - imported
print(*(1e3 * part for part in parts), flush=True)
"""


def main(rounds: int) -> int:
    """Measure, print, and return the exit code."""
    run(JAILED)  # writes the compiled modules once
    without: list[float] = []
    jailed: list[float] = []
    parts: list[list[float]] = []
    for _ in range(rounds):
        without.append(run(PLAIN + READY)[0])
        jailed.append(run(JAILED)[0])
        parts.append([float(part) for part in run(PARTS)[1].split()])
    added = statistics.median(jailed) - statistics.median(without)
    ctypes, modules, layers = (statistics.median(part) for part in zip(*parts, strict=True))
    show(f"level         {run(JAILED)[1].strip()}")
    show(f"without       {statistics.median(without):5.1f} ms  ({min(without):.1f} at best)")
    show(f"with          {statistics.median(jailed):5.1f} ms  ({min(jailed):.1f} at best)")
    show(f"added         {added:5.1f} ms  of {ALLOWED:g} allowed, {rounds} rounds")
    show(
        f"inside        ctypes {ctypes:.1f}, modules of the jail {modules:.1f}, layers {layers:.1f}"
    )
    return int(added > ALLOWED)


def run(code: str) -> tuple[float, str]:
    """Run code in a fresh interpreter; return milliseconds of processor time, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        [sys.executable, "-P", "-s", "-S", "-c", code, ROOT],
        stdout=subprocess.PIPE,
        text=True,
        env={"LANG": "C.UTF-8"},
        cwd=os.sep,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None, "asked for as a pipe"
        said = process.stdout.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return 1e3 * used, said


def show(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
