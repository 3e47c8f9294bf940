"""How long a grade of each drill takes as a whole process: the answer, and wrong programs.

    python bench/drills.py [EVERY]       every sixth wrong program of each drill by default

Prints seconds: the median of three passes, then median, 90th percentile and worst of the wrong
programs. Those that are worst break a rule on cost, which only a large scenario can tell.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader import catalogue  # noqa: E402
from grader.catalogue import Drill  # noqa: E402
from grader.dev.mutants import wrong  # noqa: E402


def main() -> None:
    """Print one line a drill."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    print(f"{'drill':<12} pass   wrong: median   90 %   worst   which")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DRILL_HOME"] = folder
        for name in catalogue.names():
            print(_line(catalogue.find(name), Path(folder), every), flush=True)


def _line(drill: Drill, folder: Path, every: int) -> str:
    passes = [_seconds(drill, drill.reference) for _ in range(3)]
    found: list[tuple[float, str]] = []
    for mutant in wrong(drill)[::every]:
        file = folder / drill.file
        file.write_text(mutant.text, encoding="utf-8")
        found.append((_seconds(drill, file), mutant.name))
    found.sort()
    middle, late, worst = found[len(found) // 2][0], found[len(found) * 9 // 10][0], found[-1]
    figures = f"{statistics.median(passes):.2f}   {middle:13.2f}   {late:4.2f}   {worst[0]:5.2f}"
    return f"{drill.name:<12} {figures}   {worst[1]}"


def _seconds(drill: Drill, file: Path) -> float:
    command = [sys.executable, "-m", "grader", "grade", str(file), "--drill", drill.name]
    began = time.monotonic()
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    return time.monotonic() - began


if __name__ == "__main__":
    main()
