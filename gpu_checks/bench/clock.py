"""The clock: the learner's file and the reference in turn under one model, static batching beside.

Everybody runs in a jailed worker, on the same runner. Left out: how speeds are compared (`wall.py`)
and what they are held against (`grade.py`).
"""

from gpu_checks.adapter.session import Jailed, Source
from gpu_checks.bench.latency import latency
from gpu_checks.bench.schedule import roofline
from gpu_checks.bench.wall import Wall, measure, speed
from gpu_checks.bench.workloads import WORKLOADS
from gpu_checks.course import Course, Problem
from gpu_checks.engine import Checks, run
from gpu_checks.order import Result
from gpu_checks.protocol import Runner
from gpu_checks.runner import about, costs
from gpu_checks.trial import Stop, made
from gpu_checks.verify.policies import static
from gpu_checks.workload import Workload
from grader.catalogue import find

PLAIN = Checks(ledger=False)


def clock(result: Result, name: str) -> None:
    """Measure one workload; the result gets speeds, latencies and shares of a step."""
    order = result.order
    workload = WORKLOADS[name](order.scale(name))
    runner = made(order, order.model, [workload])
    workload = workload.within(runner.vocab)
    result.machine = dict(about(runner))
    result.wall_on = result.where = f"{order.model} on {name}"
    result.wall = _compared(result, runner, workload)
    assert result.last is not None, "it was just run"
    steps = result.last.steps
    price = costs(runner)
    result.measured = latency(result.last, [step.end for step in steps])
    result.shares = _shares(result.last)
    result.pace = [(step.model, roofline(step, price, host=0.0)) for step in steps]
    with Jailed(Source("scheduler", static().scheduler)) as batch:
        result.static_speed = speed(run(batch, runner, workload, PLAIN))


def reference(drill: str) -> Source:
    """Return the project's own answer to a drill."""
    return Source(drill, find(drill).reference.read_text(encoding="utf-8"))


def _compared(result: Result, runner: Runner, workload: Workload) -> Wall:
    source = result.order.source
    with Jailed(source) as mine, Jailed(reference(source.drill)) as theirs:

        def learner() -> Course:
            result.last = run(mine, runner, workload, PLAIN)
            return result.last

        wall = measure(learner, lambda: run(theirs, runner, workload, PLAIN))
    if wall is None:
        broken = result.last.problem if result.last else None
        result.problem = broken or Problem("crash", "it did not end when it was timed")
        raise Stop
    return wall


def _shares(course: Course) -> tuple[float, float, float]:
    """Return mean seconds a step: in the scheduler, in the engine, in the model."""
    steps = course.steps[1:] or course.steps
    learner = sum(step.learner for step in steps)
    host = sum(step.host for step in steps)
    model = sum(step.model for step in steps)
    return learner / len(steps), host / len(steps), model / len(steps)
