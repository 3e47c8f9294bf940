"""Build, verify and measure everything, and print one table: `python -m gpu_checks.all_figures`.

On a GPU it takes some minutes; without one it runs a small version of the same on the CPU, and says
so. Each figure stands beside what it is meant to reach. Exit code 1 if anything is not right; a
speed that is missed is shown, not an error.
"""

import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gpu_checks.adapter.session import Local, candidate
from gpu_checks.alone import alone
from gpu_checks.bench.blank import Blank
from gpu_checks.bench.clock import PLAIN, reference
from gpu_checks.bench.standing import known, measured
from gpu_checks.bench.workloads import WORKLOADS, nano
from gpu_checks.engine import Checks, Engine, run
from gpu_checks.fingerprint import VOCAB, ListRunner
from gpu_checks.grade import grade
from gpu_checks.order import Order, Result
from gpu_checks.protocol import EXACT, Runner
from gpu_checks.trial import made
from gpu_checks.verify.policies import policies
from gpu_checks.verify.small import fitted, small
from gpu_checks.verify.study import right_programs, study, wrong_programs

MODELS = {"cpu": "tiny", "cuda": "qwen3-0.6b"}
WORKLOADS_OF_STUDY = 12
WORKLOADS_OF_POLICY = {"cpu": 4, "cuda": 40}
EVERY = {"cpu": 8, "cuda": 1}  # of the programs of the study
TARGETS = {"nano": 20_000, "tail": 11_000}  # output tok/s of Qwen3-0.6B's shape on an H200


class Figure(NamedTuple):
    """One row of the table; `is_right` is False for a fault, True or None for the others."""

    name: str
    value: str
    target: str = ""
    is_right: bool | None = None


def main() -> int:
    """Measure, print the table, return the exit code."""
    device = _device()
    began = time.perf_counter()
    figures: list[Figure] = []
    for part in (_study, _policies, _standings, _grades, _engine, _kernels):
        name = part.__name__.strip("_")
        print(f"  {time.perf_counter() - began:6.1f} s  {name}", file=sys.stderr)
        figures += part(device)
    figures.append(Figure("everything", f"{time.perf_counter() - began:.0f} s", "under 480 s"))
    _print(figures, device)
    return 1 if any(figure.is_right is False for figure in figures) else 0


def _device() -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch says at once that it has no NumPy
        import torch
    return "cuda" if torch.cuda.is_available() else "cpu"


def _study(device: str) -> Iterator[Figure]:
    """Hold wrong and right programs against the layers."""
    workloads = [small(seed, VOCAB) for seed in range(WORKLOADS_OF_STUDY)]
    every = EVERY[device]
    wrong = study(wrong_programs()[::every], workloads, ListRunner)
    yield Figure("wrong programs: runs", f"{wrong.runs:,}")
    flagged = f"{wrong.flagged:,} of {wrong.wrong:,}"
    yield Figure("  wrong tokens, flagged", flagged, "all", not wrong.holes)
    yield Figure("  right tokens, flagged before harm", f"{wrong.early:,}")
    right = study(right_programs()[::every], workloads, ListRunner)
    yield Figure("right programs: runs", f"{right.runs:,}")
    found = sum(right.layers.values())
    yield Figure("  flagged", f"{found:,}", "none", found + right.wrong == 0)


def _policies(device: str) -> Iterator[Figure]:
    """Run right policies under the exact models on this device."""
    for model in EXACT:
        runs = bad = 0
        for policy in policies():
            program = policy.program
            module = candidate(program.drill, program.scheduler)
            for seed in range(WORKLOADS_OF_POLICY[device]):
                workload = fitted(small(seed, VOCAB, policy.caching), program.drill)
                # one runner for all: as many pages as the largest needs, pages of one token's size
                workload = replace(workload, page_size=4, pages=max(64, workload.pages))
                runner = _runner(model, device)
                runner.reset()
                course = run(Local(program.drill, module), runner, workload)
                runs += 1
                bad += not course.is_whole or course.outputs != alone(runner, workload)
        yield Figure(f"{model}: right policies, runs", f"{runs}")
        yield Figure("  flagged, or other tokens than alone", f"{bad}", "none", bad == 0)


_RUNNERS: dict[str, Runner] = {}


def _runner(model: str, device: str) -> Runner:
    if model not in _RUNNERS:
        source = reference("scheduler")
        order = Order(source, device, model, ())
        largest = replace(small(0, VOCAB), page_size=4, pages=256, budget=64, max_seqs=8)
        _RUNNERS[model] = made(order, model, [largest])
    return _RUNNERS[model]


def _standings(device: str) -> Iterator[Figure]:
    """Compare the schedules on file with what is measured now."""
    names = ("tail", "shared") if device == "cpu" else tuple(WORKLOADS)
    same = [
        {k: v.to_json() for k, v in measured(name).items()}
        == {k: v.to_json() for k, v in known(name).items()}
        for name in names
    ]
    count = f"{sum(same)} of {len(names)}"
    yield Figure("schedules on file are those measured", count, "all", all(same))
    tail = known("tail")
    share = tail["scheduler"].score.steps / tail["static"].score.steps
    name = "tail: steps / those of static batching"
    yield Figure(name, f"{share:.2f}", "at most 0.50", share <= 0.5)


def _grades(device: str) -> Iterator[Figure]:
    """Grade the answers of both drills, as `drill gpu` does."""
    for drill in ("scheduler", "budget"):
        model = MODELS[device]
        result = grade(Order(reference(drill), device, model, tuple(WORKLOADS)), _tell)
        right = result.is_right
        yield Figure(f"{drill}: the answer is right", "yes" if right else "no", "yes", right)
        yield from _speeds(result, drill)
        seconds = f"{result.seconds:.0f} s"
        limit = "under 180 s" if device == "cuda" else "under 60 s"
        yield Figure(f"{drill}: the whole grade", seconds, limit)


def _speeds(result: Result, drill: str) -> Iterator[Figure]:
    wall = result.wall
    if wall is None:
        return
    speed = f"{max(wall.learner):,.0f} tok/s"
    clocked = result.wall_on.split(" on ")[-1]
    target = f"at least {TARGETS[clocked]:,} on an H200" if result.order.device == "cuda" else ""
    yield Figure(f"{drill}: {result.wall_on}", speed, target)
    noise = f"{wall.ratio:.3f}, noise {wall.noise:.1%}"
    yield Figure(f"{drill}: answer / itself by the clock", noise, "1, noise under 3 %")
    if result.order.device == "cuda":
        model, best = (sum(pair[i] for pair in result.pace) for i in (0, 1))
        yield Figure(f"{drill}: model / roofline", f"{model / best:.2f}", "1.3 at batch >= 64")


def _engine(device: str) -> Iterator[Figure]:
    """Measure what the engine itself costs: a run of nano without a model, checked and not."""
    workload = nano(2 if device == "cpu" else 1)
    seconds: dict[bool, float] = {}
    rows = 0
    for checked in (False, True):
        blank = Blank(workload.pages, workload.page_size)
        checks = Checks() if checked else PLAIN
        engine = Engine(Local("scheduler"), blank, workload, checks)
        engine.clock = time.process_time  # of this process alone, however busy the machine is
        engine.play()
        rows = sum(len(step.pieces) for step in engine.course.steps)
        seconds[checked] = sum(step.host for step in engine.course.steps)
    each = seconds[False] / rows
    yield Figure("engine: a row", f"{1e6 * each:.1f} us")
    yield Figure("engine: a step of 256 rows", f"{256e3 * each:.2f} ms", "under 0.5 ms")
    yield Figure("engine: checked / not checked", f"{seconds[True] / seconds[False]:.1f}")


def _kernels(device: str) -> Iterator[Figure]:
    """Measure the attention kernels alone."""
    if device == "cuda":
        from gpu_checks.kernels.figures import figures

        yield from (Figure(name, value) for name, value in figures(device))


def _tell(text: str) -> None:
    print(f"             {text}", file=sys.stderr)


def _print(figures: list[Figure], device: str) -> None:
    note = "" if device == "cuda" else "   (no GPU here: the small version, on the CPU)"
    print(f"  all figures{note}\n")
    for figure in figures:
        word = "FAIL" if figure.is_right is False else "ok" if figure.is_right else ""
        print(f"  {word:<5}{figure.name:<44}{figure.value:>20}  {figure.target}".rstrip())


if __name__ == "__main__":
    sys.exit(main())
