"""Right or wrong: a learner's file under exact models, with every layer.

First small workloads full of chunks, hits, preemptions and early ends, then those of the score.
What stops a trial is noted in the result; what was seen until then stays.
"""

from collections.abc import Iterable

from gpu_checks.adapter.session import Ended, Jailed
from gpu_checks.alone import alone
from gpu_checks.bench.workloads import WORKLOADS
from gpu_checks.course import Course, Problem
from gpu_checks.engine import Checks, Watch, run
from gpu_checks.order import Order, Result
from gpu_checks.protocol import EXACT, Runner, Spec
from gpu_checks.runner import about, build
from gpu_checks.verify.small import fitted, room, small
from gpu_checks.verify.violation import LAYERS, Violation
from gpu_checks.workload import Workload

SMALL = 12  # small workloads; each was chosen by its seed to have something of everything
WATCHED = Checks(pages=True)


class Stop(Exception):
    """The grade ends here; why stands in the result."""


def small_trial(result: Result, model: str, watch: Watch | None) -> None:
    """Run the small workloads under a model; those of one page size share a runner."""
    order = result.order
    workloads = [fitted(small(seed, 64), order.source.drill) for seed in range(SMALL)]
    for size in sorted({workload.page_size for workload in workloads}):
        alike = [workload for workload in workloads if workload.page_size == size]
        runner = made(order, model, alike)
        for workload in alike:
            _try(result, model, runner, workload, watch)


def trial(result: Result, model: str, name: str, watch: Watch | None) -> None:
    """Run one of the workloads of the score under a model."""
    workload = WORKLOADS[name](result.order.scale(name))
    runner = made(result.order, model, [workload])
    result.courses[name] = _try(result, model, runner, workload, watch)


def made(order: Order, model: str, workloads: Iterable[Workload]) -> Runner:
    """Return a runner that is large enough for each workload, and for its requests alone."""
    many = list(workloads)
    rows = max(workload.max_rows for workload in many)
    spec = Spec(
        model=model,
        device=order.device,
        pages=max(room(workload) for workload in many),
        page_size=many[0].page_size,
        max_rows=rows,
        max_tokens=max(rows, *(workload.budget for workload in many)),
        weights=None if model in EXACT else order.weights,
    )
    return build(spec)


def _try(
    result: Result, model: str, runner: Runner, workload: Workload, watch: Watch | None
) -> Course:
    result.machine = dict(about(runner))
    result.where = f"{model} on {workload.name}"
    runner.reset()
    course = played(result, runner, workload.within(runner.vocab), WATCHED, watch)
    for layer in LAYERS[:3]:
        result.looked[layer] += len(course.steps)
    if not course.is_whole:
        result.courses[workload.name] = course
        raise Stop
    result.violation = _difference(course, alone(runner, course.workload))
    result.looked["models"] += len(course.steps)
    if result.violation:
        result.courses[workload.name] = course
        raise Stop
    return course


def played(
    result: Result, runner: Runner, workload: Workload, checks: Checks, watch: Watch | None = None
) -> Course:
    """Return a run of the learner's file in a fresh worker; what it printed and broke is kept."""
    session = Jailed(result.order.source)
    try:
        with session:
            course = run(session, runner, workload, checks, watch)
    except Ended as ended:  # it does not even load
        result.problem = Problem(ended.kind, ended.says, ended.line)
        raise Stop from ended
    finally:
        result.output = session.worker.output[0] or result.output
    result.last = course
    result.problem = course.problem
    result.violation = course.violations[0] if course.violations else None
    return course


def _difference(course: Course, truth: list[list[int]]) -> Violation | None:
    """Return the first token that is not that of running alone."""
    for life, right in zip(course.lives, truth, strict=True):
        got = life.tokens[life.prompt :]
        for at, pair in enumerate(zip(got, right, strict=False)):
            if pair[0] != pair[1]:
                says = f"completion {at} is {pair[0]}; alone it is {pair[1]}"
                return Violation("models", len(course.steps), life.number, says)
    return None
