"""How far the layers can be trusted: wrong programs on small workloads, believed and checked.

Every program is run twice: by the engine that believes everything, which shows whether its tokens
are wrong, and by the engine with its layers. A run whose tokens are wrong and that no layer flags
would be a hole. Left out: the programs themselves (`grader/mutants/`).
"""

import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType, ModuleType

from gpu_checks.adapter.session import Local, candidate
from gpu_checks.alone import alone
from gpu_checks.engine import run
from gpu_checks.protocol import Runner
from gpu_checks.verify import naive
from gpu_checks.verify.small import fitted, room
from gpu_checks.workload import Workload
from grader.catalogue import find
from grader.dev.mutants import right, wrong

MakeRunner = Callable[[int, int], Runner]  # pages, page size
SECONDS = 5  # of one run; a program that loops is cut off


@dataclass(frozen=True)
class Program:
    """A scheduler, and perhaps a block manager to go with it."""

    name: str
    drill: str  # "scheduler" or "budget"
    scheduler: str
    blocks: str = ""


@dataclass
class Tally:
    """What came of all runs."""

    runs: int = 0
    wrong: int = 0  # runs whose tokens are wrong, or that do not end
    flagged: int = 0  # ... and that a layer flags
    early: int = 0  # runs flagged although the tokens came out right
    holes: list[str] = field(default_factory=list[str])
    layers: dict[str, int] = field(default_factory=dict[str, int])


def wrong_programs() -> list[Program]:
    """Return every known wrong scheduler, block manager and budget scheduler."""
    scheduler = right(find("scheduler"))[0].text
    return [
        *(Program(one.name, "scheduler", one.text) for one in wrong(find("scheduler"))),
        *(Program(one.name, "scheduler", scheduler, one.text) for one in wrong(find("blocks"))),
        *(Program(one.name, "budget", one.text) for one in wrong(find("budget"))),
    ]


def right_programs() -> list[Program]:
    """Return every known right one, however it is made."""
    scheduler = right(find("scheduler"))[0].text
    return [
        *(Program(one.name, "scheduler", one.text) for one in right(find("scheduler"))),
        *(Program(one.name, "scheduler", scheduler, one.text) for one in right(find("blocks"))),
        *(Program(one.name, "budget", one.text) for one in right(find("budget"))),
    ]


def study(
    programs: Iterable[Program], workloads: Sequence[Workload], make_runner: MakeRunner
) -> Tally:
    """Run every program on every workload, believed and checked."""
    tally = Tally()
    truths: dict[tuple[str, str], list[list[int]]] = {}
    for program in programs:
        module = candidate(program.drill, program.scheduler)
        for plain in workloads:
            workload = fitted(plain, program.drill)
            runner = make_runner(room(workload), workload.page_size)
            key = program.drill, workload.name
            if key not in truths:
                truths[key] = alone(runner, workload)
            _compare(tally, program, module, workload, runner, truths[key])
    return tally


def _compare(
    tally: Tally,
    program: Program,
    module: ModuleType,
    workload: Workload,
    runner: Runner,
    truth: list[list[int]],
) -> None:
    tally.runs += 1
    found: list[list[int]] | str = "it does not end"
    with _alarm() as rang:
        found = naive.outputs(Local(program.drill, module, program.blocks), runner, workload)
    if rang:
        found = "it does not end"
    runner.reset()
    layer = "loop"
    with _alarm():
        course = run(Local(program.drill, module, program.blocks), runner, workload)
        layer = course.violations[0].layer if course.violations else ""
        layer = layer or (f"ended: {course.problem.kind}" if course.problem else "")
    if layer:
        tally.layers[layer] = tally.layers.get(layer, 0) + 1
    if found == truth:
        tally.early += bool(layer)
        return
    tally.wrong += 1
    tally.flagged += bool(layer)
    if not layer:
        tally.holes.append(f"{program.name} on {workload.name}")


class _Late(BaseException):
    """The alarm rang."""


@contextmanager
def _alarm() -> Generator[list[bool], None, None]:
    """End the block after some seconds; what it yields is then no longer empty."""
    rang: list[bool] = []

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield rang
    except _Late:
        rang.append(True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
