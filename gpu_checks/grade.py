"""Grade a file: is it right, under exact models; what is its schedule worth; what says the clock.

    right or wrong  ->  schedule score  ->  wall score  ->  pass line

The learner's code runs in workers alone. A fault ends the grade: what was seen until then is kept.
Left out: how it is shown (`report/`).
"""

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median

from gpu_checks.adapter.session import Ended, Jailed, Source
from gpu_checks.alone import alone
from gpu_checks.bench.blank import Blank
from gpu_checks.bench.latency import latency
from gpu_checks.bench.schedule import roofline
from gpu_checks.bench.standing import Standing, known, standing
from gpu_checks.bench.wall import Wall, measure, speed
from gpu_checks.bench.workloads import WORKLOADS
from gpu_checks.course import Course, Problem
from gpu_checks.engine import Checks, Watch, run
from gpu_checks.order import Beside, Line, Order, Result
from gpu_checks.protocol import EXACT, Runner, Spec
from gpu_checks.runner import about, build, costs
from gpu_checks.verify.policies import static
from gpu_checks.verify.violation import LAYERS, Violation
from gpu_checks.workload import Workload
from grader.catalogue import find

Tell = Callable[[str], None]
CLOCKED = "tail"  # the workload of the wall score
MIXED = "tight"  # the workload on which mixed steps are worth their trouble
NEAR, FASTER, GAPS, GAIN = 0.95, 1.8, 0.7, 1.02  # of the reference; of static; distinction
UNCHECKED = Checks(ledger=False)


class Stop(Exception):
    """The grade ends here; why stands in the result."""


def grade(order: Order, tell: Tell, watch: Watch | None = None) -> Result:
    """Run the whole order; `tell` hears what is being done, `watch` sees every checked step."""
    result = Result(order)
    began = time.perf_counter()
    with suppress(Stop):
        for model in (order.model,) if order.model in EXACT else EXACT:
            for name in order.workloads:
                tell(f"{model} on {name}")
                _verify(result, model, name, watch)
        for name in order.workloads:
            tell(f"the schedule of {name}")
            result.schedules[name] = _schedule(result, name)
        if order.model not in EXACT:
            _clock(result, tell)
        _judge(result)
    result.seconds = time.perf_counter() - began
    return result


def made(order: Order, model: str, workload: Workload) -> Runner:
    """Return a runner that is large enough for a workload."""
    weights = None if model in EXACT else order.weights
    pages, size, rows = workload.pages, workload.page_size, workload.max_rows
    tokens = max(workload.budget, rows)
    return build(Spec(model, order.device, pages, size, rows, tokens, weights=weights))


def _verify(result: Result, model: str, name: str, watch: Watch | None) -> None:
    """Run a workload under an exact model, with all layers."""
    order = result.order
    workload = WORKLOADS[name](order.scale)
    runner = made(order, model, workload)
    workload = workload.within(runner.vocab)
    result.machine = dict(about(runner))
    result.where = f"{model} on {name}"
    course = _played(result, runner, workload, Checks(pages=True), watch)
    result.courses[name] = course
    for layer in LAYERS[:3]:
        result.looked[layer] += len(course.steps)
    if course.violations:
        result.violation = course.violations[0]
    result.problem = course.problem
    if not course.is_whole:
        raise Stop
    result.violation = _differs(course, alone(runner, workload))
    result.looked["models"] += len(course.steps)
    if result.violation:
        raise Stop


def _played(
    result: Result, runner: Runner, workload: Workload, checks: Checks, watch: Watch | None = None
) -> Course:
    """Return one run of the learner's file in a fresh worker; what it printed is kept."""
    session = Jailed(result.order.source)
    try:
        with session:
            return run(session, runner, workload, checks, watch)
    except Ended as ended:  # it does not even load
        result.problem = Problem(ended.kind, ended.says, ended.line)
        raise Stop from ended
    finally:
        result.output = session.worker.output[0] or result.output


def _differs(course: Course, truth: list[list[int]]) -> Violation | None:
    """Return the first token that is not that of running alone."""
    for life, right in zip(course.lives, truth, strict=True):
        got = life.tokens[life.prompt :]
        for at, pair in enumerate(zip(got, right, strict=False)):
            if pair[0] != pair[1]:
                says = f"completion {at} is {pair[0]}; alone it is {pair[1]}"
                return Violation("models", len(course.steps), life.number, says)
    return None


def _schedule(result: Result, name: str) -> Beside:
    """Return what the learner's schedule is worth, at full size and without a model."""
    workload = WORKLOADS[name](1)
    result.where = f"the schedule of {name}"
    course = _played(result, Blank(workload.pages, workload.page_size), workload, UNCHECKED)
    if not course.is_whole:
        result.problem = course.problem
        result.violation = course.violations[0] if course.violations else None
        raise Stop
    others = known(name)
    return Beside(standing(course), others[result.order.source.drill], others["static"])


def _clock(result: Result, tell: Tell) -> None:
    """Measure learner against reference, and static batching beside them."""
    order = result.order
    name = CLOCKED if CLOCKED in order.workloads else order.workloads[0]
    workload = WORKLOADS[name](order.scale)
    runner = made(order, order.model, workload)
    workload = workload.within(runner.vocab)
    result.machine = dict(about(runner))
    result.wall_on = f"{order.model} on {name}"
    tell(f"the clock: {result.wall_on}, learner and reference in turn")
    last: list[Course] = []
    result.wall = _compared(result, runner, workload, reference(order.source.drill), last)
    result.measured = latency(last[-1], [step.end for step in last[-1].steps])
    result.shares = _shares(last[-1])
    price = costs(runner)
    result.pace = [(step.model, roofline(step, price, host=0.0)) for step in last[-1].steps]
    with Jailed(Source("scheduler", static().scheduler)) as batch:
        result.static_speed = speed(run(batch, runner, workload, UNCHECKED))


def reference(drill: str) -> Source:
    """Return the project's own answer to a drill."""
    return Source(drill, find(drill).reference.read_text(encoding="utf-8"))


def _compared(
    result: Result, runner: Runner, workload: Workload, other: Source, last: list[Course]
) -> Wall:
    """Run the learner's file and another in turn; `last` gets the learner's courses."""
    with Jailed(result.order.source) as mine, Jailed(other) as theirs:

        def learner() -> Course:
            last.append(run(mine, runner, workload, UNCHECKED))
            return last[-1]

        wall = measure(learner, lambda: run(theirs, runner, workload, UNCHECKED))
    if wall is None:
        result.problem = last[-1].problem or Problem("crash", "it did not end when it was timed")
        result.where = result.wall_on
        raise Stop
    return wall


def _shares(course: Course) -> tuple[float, float, float]:
    """Return mean seconds a step: in the scheduler, in the engine, in the model."""
    steps = course.steps[1:] or course.steps
    totals = (sum(s.learner for s in steps), sum(s.host for s in steps), sum(s.model for s in steps))
    first, second, third = (total / len(steps) for total in totals)
    return first, second, third


def _judge(result: Result) -> None:
    """Hold speeds against the pass line: by the clock, or by the schedule where that is noisy."""
    wall = result.wall
    counts = wall is not None and not wall.is_noisy and result.order.device != "cpu"
    for name, beside in result.schedules.items():
        clocked = wall if counts and result.wall_on.endswith(f" {name}") else None
        ratio = clocked.ratio if clocked else beside.learner.speed / beside.reference.speed
        says = f"{name}: speed / that of the reference"
        result.lines.append(Line(says, ratio, NEAR, bool(clocked)))
        if name == CLOCKED:
            ratio = beside.learner.speed / beside.static.speed
            if clocked:
                ratio = median(clocked.learner) / result.static_speed
            says = f"{name}: speed / that of static batching"
            result.lines.append(Line(says, ratio, FASTER, bool(clocked)))
    if result.order.source.drill == "budget" and MIXED in result.schedules:
        result.distinction = _distinction(result.schedules[MIXED].learner)


def _distinction(mine: Standing) -> list[Line]:
    """Return what mixed steps must gain over prefill first: shorter gaps at no less speed."""
    first = known(MIXED)["scheduler"]
    gaps = mine.latency.itl[-1] / first.latency.itl[-1]
    says = f"{MIXED}: p99 between two tokens / that of prefill first"
    return [
        Line(says, gaps, GAPS, measured=False, below=True),
        Line(f"{MIXED}: speed / that of prefill first", mine.speed / first.speed, GAIN, False),
    ]
