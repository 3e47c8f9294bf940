"""Play one scenario on the learner's file in a worker, and return what there is to draw.

Left out: what a file that cannot be played is told; a grade of the same scenario says that.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from grader.answer import Seen
from grader.catalogue import Drill, Rule
from grader.check import Difference, Run, Scenario
from grader.limits import Limits
from grader.material import material, modules
from grader.plain import Plain
from grader.shape import fits
from grader.tally import cause, judge_run
from grader.trace.picture import Picture
from grader.trace.table import table
from grader.worker import Setup, Worker

SEED = 0  # of the order of sets of strings in the worker


@dataclass(frozen=True)
class Trace:
    """One run of the learner's own: what was played, what it looked like, the rule it breaks."""

    drill: Drill
    name: str
    shown: tuple[str, ...]
    picture: Picture
    broken: Rule | None
    output: str
    output_cut: bool


def trace(drill: Drill, source: str, name: str, scenario: Scenario) -> Trace | None:
    """Return the trace of one scenario, None when the file cannot be played on it."""
    held = material(drill)
    must = held.must(scenario)
    setup = Setup(drill.name, source, modules(drill), drill.signatures, Limits(), SEED)
    with Worker(setup) as worker:
        problem = worker.load()
        answer = problem or worker.ask(scenario, held.seconds(scenario), must)
        if not isinstance(answer, Seen) or not fits(answer.observation, held.observation):
            return None
        seen, (output, output_cut) = answer.observation, worker.output
    return Trace(
        drill=drill,
        name=name,
        shown=tuple(held.show(scenario)),
        picture=draw(drill, scenario, seen),
        broken=_broken(drill, Run(scenario, must, seen)),
        output=output,
        output_cut=output_cut,
    )


def draw(drill: Drill, scenario: Scenario, seen: Plain) -> Picture:
    """Return the picture that the drill makes of a run, or a plain table."""
    module = _pictures(drill)
    drawn = cast("Picture | None", module.picture(scenario, seen)) if module else None
    return drawn or table(scenario, seen)


def lesson(drill: Drill) -> Scenario:
    """Return the worked run of the drill's task, or the first run that tells something."""
    module = _pictures(drill)
    if module:
        return cast(Scenario, module.LESSON)
    return next(iter(material(drill).telling.values()))


def _pictures(drill: Drill) -> ModuleType | None:
    name = f"grader.pictures.{drill.name}"
    return import_module(name) if find_spec(name) else None


def _broken(drill: Drill, run: Run) -> Rule | None:
    rules = tuple(rule for rule in drill.rules if rule.part == material(drill).part(run.scenario))
    outcomes = judge_run(material(drill).checks, rules, run)
    broken = {rule for rule, outcome in outcomes.items() if isinstance(outcome, Difference)}
    return cause(drill.rules, broken) if broken else None
