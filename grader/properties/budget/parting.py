"""The first step that differs, and the rule that it breaks.

Left out: what is wrong within a step (`plans.py`, `states.py`, `updates.py`), in this order.
"""

from functools import lru_cache
from typing import cast

from grader.check import Difference, Run
from grader.properties.budget.claims import Claim
from grader.properties.budget.moments import Moment, moment_of
from grader.properties.budget.plans import claim_plan
from grader.properties.budget.rows import difference
from grader.properties.budget.shapes import Observation, Scenario, Step, Whole
from grader.properties.budget.states import claim_state
from grader.properties.budget.updates import claim_update
from grader.properties.budget.words import plan_words


@lru_cache(maxsize=8)
def first_difference(run: Run) -> tuple[str, Difference] | None:
    """Return the first difference and the rule that it breaks, or None if the plays agree."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    s = cast(Scenario, run.scenario)
    for index, step in enumerate(must["steps"]):
        now = moment_of(s, must["steps"], index)
        if index >= len(got["steps"]):
            found: Claim | None = _claim_missing(step, got["where"], got["stop"])
        elif step == got["steps"][index]:
            continue
        else:
            found = _claim_step(now, step, got["steps"][index], got["stop"])
        found = found or Claim("R7", plan_words(step), got["stop"] or "something else")
        return found.rule, difference(must["steps"], index, found, now)
    last = len(must["steps"])
    ending = Claim("R6", "every request has ended", got["stop"] or "another step")
    if len(got["steps"]) == last and not got["stop"]:
        ending = Claim("R8", f"outputs {must['outputs']}", f"outputs {got['outputs']}")
        if got["beside"]:
            ending = Claim("R8", "undisturbed beside a second scheduler", got["beside"])
    return ending.rule, difference(must["steps"], last, ending, None)


def _claim_missing(must: Step, where: str, stop: str) -> Claim:
    """The play ended before this step had a plan: name the rule that was at work."""
    if where in ("add", "plan"):  # refused by what is given, or no Plan at all
        return Claim("R4" if where == "add" else "R5", plan_words(must), stop)
    rule = "R7" if not must["rids"] else "R2"
    if must["admitted"]:
        rule = "R4"
    if must["preempted"]:
        rule = "R3"
    return Claim(rule, plan_words(must), stop or "ends before this step")


def _claim_step(now: Moment, must: Step, got: Step, stop: str) -> Claim | None:
    found = claim_plan(now, must, got)
    if found is None and "planned" not in got:
        found = Claim("R5" if must["sample"] != got["sample"] else "R7", plan_words(must), stop)
    return (
        found
        or claim_state(cast(Whole, must), cast(Whole, got))
        or claim_update(cast(Whole, must), got, stop)
    )
