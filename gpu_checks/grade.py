"""Grade a file: is it right, under exact models; what is its schedule worth; what says the clock.

    right or wrong  ->  schedule score  ->  wall score  ->  pass line

The learner's code runs in workers alone. A fault ends the grade: what was seen until then is kept.
Left out: how it is shown (`report/`).
"""

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median

from gpu_checks.bench.blank import Blank
from gpu_checks.bench.clock import PLAIN, clock
from gpu_checks.bench.standing import Standing, known, standing
from gpu_checks.bench.workloads import WORKLOADS
from gpu_checks.engine import Watch
from gpu_checks.order import Beside, Line, Order, Result
from gpu_checks.protocol import EXACT
from gpu_checks.trial import Stop, played, small_trial, trial

Tell = Callable[[str], None]
CLOCKED = "tail"  # the workload of the wall score
MIXED = "tight"  # the workload on which mixed steps are worth their trouble
NEAR, FASTER, GAPS, GAIN = 0.95, 1.8, 0.7, 1.02  # of the reference; of static; distinction


def grade(order: Order, tell: Tell, watch: Watch | None = None) -> Result:
    """Run the whole order; `tell` hears what is being done, `watch` sees every checked step."""
    result = Result(order)
    began = time.perf_counter()
    with suppress(Stop):
        _grade(result, tell, watch)
    result.seconds = time.perf_counter() - began
    return result


def _grade(result: Result, tell: Tell, watch: Watch | None) -> None:
    order = result.order
    for model in (order.model,) if order.model in EXACT else EXACT:
        tell(f"{model} on small workloads")
        small_trial(result, model, watch)
        for name in order.workloads:
            tell(f"{model} on {name}")
            trial(result, model, name, watch)
    for name in order.workloads:
        tell(f"the schedule of {name}")
        result.schedules[name] = _schedule(result, name)
    if order.model not in EXACT:
        name = CLOCKED if CLOCKED in order.workloads else order.workloads[0]
        tell(f"the clock: {order.model} on {name}, learner and reference in turn")
        clock(result, name)
    _judge(result)


def _schedule(result: Result, name: str) -> Beside:
    """Return what the learner's schedule is worth, at full size and without a model."""
    workload = WORKLOADS[name](1)
    result.where = f"the schedule of {name}"
    course = played(result, Blank(workload.pages, workload.page_size), workload, PLAIN)
    if not course.is_whole:
        raise Stop
    others = known(name)
    return Beside(standing(course), others[result.order.source.drill], others["static"])


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
