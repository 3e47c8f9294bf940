"""How fast many files are graded, and what it takes in memory.

    python bench/many.py [ROUNDS]              rate a core, and of two processes to one
    python bench/many.py memory [FILES]        memory of one judge over so many files

Each run is tied to as many cores as it has judges, so that a judge and the worker beside it share
one: rates are then those of a core. Machines differ and are shared, so CPU seconds are shown too:
a core that was free all the time grades 1 / (CPU seconds a file) files a second.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.batch.judges import Judges  # noqa: E402
from grader.batch.task import Task  # noqa: E402

SOURCE = (ROOT / "reference" / "scheduler.py").read_bytes()
FILES = {100: 24, 600: 12}  # scenarios -> files of a round
BUDGET = {100: 4.0, 600: 1.5}  # files a second a core
SCALING = 1.8


def main() -> None:
    """Measure one or the other."""
    if sys.argv[1:2] == ["memory"]:
        memory(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
    else:
        rates(int(sys.argv[1]) if len(sys.argv) > 1 else 3)


def rates(rounds: int) -> None:
    """Print files a second for one and two judges, each on cores of their own."""
    cores = sorted(os.sched_getaffinity(0))
    found: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for scenarios in FILES:
            for judges in (1, 2):
                if judges <= len(cores):
                    one = _rate(cores[:judges], scenarios)
                    found.setdefault((scenarios, judges), []).append(one)
    os.sched_setaffinity(0, cores)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| scenarios | judges | files a second | CPU seconds a file | a free core | budget |")
    print("|---|---|---|---|---|---|")
    for (scenarios, judges), measured in found.items():
        rate = statistics.median(rate for rate, _ in measured)
        cpu = statistics.median(cpu for _, cpu in measured)
        row = [scenarios, judges, f"{rate:.2f}", f"{cpu:.3f}", f"{1 / cpu:.1f}", BUDGET[scenarios]]
        print("| " + " | ".join(map(str, row)) + " |")
    for scenarios in FILES:
        pairs = zip(found[scenarios, 1], found.get((scenarios, 2), []), strict=False)
        gains = [two / one for (one, _), (two, _) in pairs]
        if gains:
            print(f"\ntwo to one, {scenarios} scenarios: {max(gains):.2f} at best,", end=" ")
            print(f"{statistics.median(gains):.2f} in the middle; budget {SCALING}")


def memory(files: int) -> None:
    """Print how much memory a judge has after each tenth of the files."""
    with Judges(1) as judges:
        for done, _ in enumerate(judges.grade_all(_tasks(files, 10)), 1):
            if done in (10, files) or done % max(1, files // 10) == 0:
                judge = sum(_resident(pid) for pid in _children(os.getpid())) / 1024
                own = _resident(os.getpid()) / 1024
                print(f"{done:>6} files   judge {judge:.0f} MiB   parent {own:.0f} MiB")


def _rate(cores: list[int], scenarios: int) -> tuple[float, float]:
    """Return files a second and CPU seconds a file of warm judges, one on each core."""
    os.sched_setaffinity(0, cores)
    count = FILES[scenarios] * len(cores)
    with Judges(len(cores)) as judges:
        list(judges.grade_all(_tasks(2 * len(cores), scenarios)))  # warm
        pids = _children(os.getpid())
        before, began = _cpu(pids), time.perf_counter()
        reports = list(judges.grade_all(_tasks(count, scenarios)))
        took, used = time.perf_counter() - began, _cpu(pids) - before
    assert all(getattr(report, "status", "") == "passed" for report in reports), reports
    return count / took, used / count


def _tasks(count: int, scenarios: int) -> Iterator[Task]:
    for number in range(count):
        yield Task("scheduler", f"{number}.py", 1, scenarios, SOURCE, len(SOURCE))


def _cpu(pids: list[int]) -> float:
    """Return the CPU seconds of processes and of all their children that have ended."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += sum(map(int, fields[11:15]))  # user, system, and those of ended children
    return ticks / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in texts for child in text.split()]


def _resident(pid: int) -> int:
    """Return the KiB that a process has in memory."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0])


if __name__ == "__main__":
    main()
