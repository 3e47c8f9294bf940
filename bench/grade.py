"""How long a grade takes, beside things of a known weight, in one run.

    python bench/grade.py [ROUNDS]

Machines differ and are shared, so every figure is a ratio to something measured in the same round:
an empty Python process, one that imports click, pytest on a file with one empty Hypothesis test.
Budgets are those of docs/speed.md.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
DRILL = str(Path(sys.executable).with_name("drill"))
EMPTY_TEST = """
from hypothesis import given, strategies as st


@given(st.integers())
def test_nothing(n):
    pass
"""
LOOP = "\n\ndef simulate_static(out_lens, batch_size):\n    while True:\n        pass\n"


def main() -> None:
    """Measure and print all of it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["DRILL_HOME"] = str(folder / "home")
        measures = _measures(folder)
        seconds: dict[str, list[float]] = {label: [] for label in measures}
        memory: dict[str, float] = {}
        for number in range(rounds + 1):
            for label, measure in measures.items():
                took, used = measure()
                if number:  # the first round fills caches
                    seconds[label].append(took)
                    memory[label] = max(memory.get(label, 0.0), used)
    _print({label: statistics.median(took) for label, took in seconds.items()}, memory)


def _measures(folder: Path) -> dict[str, Callable[[], tuple[float, float]]]:
    test = folder / "test_nothing.py"
    test.write_text(EMPTY_TEST)
    commands = {
        "python": [sys.executable, "-c", "pass"],
        "python, isolated": [sys.executable, "-I", "-S", "-c", "pass"],
        "import click": [sys.executable, "-c", "import click"],
        "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        "help": [DRILL, "--help"],
    }
    for drill, edit in (("batching", "max(finish"), ("scheduler", "seq.num_cached_tokens < ")):
        text = (ROOT / "reference" / f"{drill}.py").read_text(encoding="utf-8")
        replaced = {"max(finish": "min(finish", "seq.num_cached_tokens < ": "0 > "}[edit]
        for kind, source in (
            ("pass", text),
            ("wrong", text.replace(edit, replaced)),
            ("endless", text + LOOP),
        ):
            path = folder / f"{drill}_{kind}.py"
            path.write_text(source, encoding="utf-8")
            if (drill, kind) != ("scheduler", "endless"):
                commands[f"{drill}, {kind}"] = [DRILL, "grade", str(path), "--drill", drill]
    measures = {label: _process(command, folder) for label, command in commands.items()}
    measures["worker"] = _worker
    return measures


def _process(command: list[str], folder: Path) -> Callable[[], tuple[float, float]]:
    def measure() -> tuple[float, float]:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        return time.perf_counter() - began, used.ru_maxrss / 1024

    return measure


def _worker() -> tuple[float, float]:
    """Start a worker for `scheduler`, jail, given code, driver and stub included."""
    from grader.catalogue import find
    from grader.limits import Limits
    from grader.material import modules
    from grader.worker import Setup, Worker

    drill = find("scheduler")
    setup = Setup("scheduler", drill.text("stub.py"), modules(drill), drill.signatures, Limits(), 1)
    began = time.perf_counter()
    with Worker(setup) as worker:
        worker.load()
        return time.perf_counter() - began, 0.0


def _print(seconds: dict[str, float], memory: dict[str, float]) -> None:
    rows = [
        ("drill --help", "help", "import click", 1.5),
        ("worker start", "worker", "python", 4.0),
        ("worker start", "worker", "python, isolated", 4.0),
        ("batching, 600 scenarios, pass", "batching, pass", "pytest", 1.0),
        ("scheduler, 600 scenarios, pass", "scheduler, pass", "pytest", 1.0),
        ("batching, wrong, shrunk", "batching, wrong", "pytest", 0.5),
        ("scheduler, wrong, shrunk", "scheduler, wrong", "pytest", 0.5),
    ]
    print(f"{'':<34}{'seconds':>8}   {'ratio':>5}  {'budget':>6}   to")
    for title, label, other, budget in rows:
        ratio = seconds[label] / seconds[other]
        to = f"{other}, {seconds[other]:.3f} s"
        print(f"{title:<34}{seconds[label]:>8.3f}   {ratio:>5.2f}  {budget:>6.1f}   {to}")
    print(f"{'endless loop, named after':<34}{seconds['batching, endless']:>8.3f}   budget 3 s")
    most = max(memory["batching, pass"], memory["scheduler, pass"])
    print(f"{'memory of the parent':<34}{most:>8.0f}   MiB, budget 120")


if __name__ == "__main__":
    main()
