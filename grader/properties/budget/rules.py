"""One check a rule."""

from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.properties.budget.claims import Claim
from grader.properties.budget.demands import breaches, outputs_alone
from grader.properties.budget.moments import moment_of
from grader.properties.budget.parting import first_difference
from grader.properties.budget.rows import difference
from grader.properties.budget.shapes import NAMES, Observation, Scenario, Whole


def _claimed(run: Run, rule: str) -> Difference | None:
    first = first_difference(run)
    return first[1] if first and first[0] == rule else None


def the_step_has_one_budget_and_one_cap(run: Run) -> Difference | Told:
    """R1."""
    return _claimed(run, "R1") or Told.HELD


def running_requests_come_first_in_their_order(run: Run) -> Difference | Told:
    """R2."""
    return _claimed(run, "R2") or Told.HELD


def the_last_of_running_gives_way(run: Run) -> Difference | Told:
    """R3; at stake when somebody is preempted."""
    stake = any(step["preempted"] for step in cast(Observation, run.must)["steps"])
    return _claimed(run, "R3") or (Told.HELD if stake else Told.IDLE)


def the_head_of_waiting_is_admitted_if_it_fits(run: Run) -> Difference | Told:
    """R4."""
    return _claimed(run, "R4") or Told.HELD


def the_plan_says_what_happened(run: Run) -> Difference | Told:
    """R5."""
    return _claimed(run, "R5") or Told.HELD


def update_appends_and_ends(run: Run) -> Difference | Told:
    """R6."""
    return _claimed(run, "R6") or Told.HELD


def every_step_keeps_the_laws(run: Run) -> Difference | Told:
    """R7: told from the learner's trace alone, wherever it parts from the reference's."""
    claimed = _claimed(run, "R7")
    if claimed:
        return claimed
    steps = cast(Observation, run.got)["steps"]
    for index, must, got in breaches(cast(Scenario, run.scenario), steps):
        now = moment_of(cast(Scenario, run.scenario), steps, index)
        return difference(steps, index, Claim("R7", must, got), now)
    return Told.HELD


def outputs_are_those_of_each_alone(run: Run) -> Difference | Told:
    """R8: told from the learner's outputs alone, once the play has come to its end."""
    claimed = _claimed(run, "R8")
    got, s = cast(Observation, run.got), cast(Scenario, run.scenario)
    if claimed or got["stop"]:
        return claimed or Told.HELD
    for index, request in enumerate(s["requests"]):
        prompt = tuple((7 * index + place) % 10 for place in range(request["prompt"]))
        alone = outputs_alone(prompt, request["max_tokens"], request["eos_at"], s["eos"])
        if got["outputs"].get(NAMES[index]) != alone:
            row = Row("end", f"{NAMES[index]}: {alone}", str(got["outputs"].get(NAMES[index])))
            return Difference((row,))
    steps = cast(list[Whole], got["steps"])
    free = steps[-1]["updated"]["free"] if steps else s["blocks"]
    if free != s["blocks"]:
        return Difference((Row("end", f"{s['blocks']} blocks free", f"{free} blocks free"),))
    return Told.HELD


def a_wrong_update_is_refused(run: Run) -> Difference | Told:
    """R9; at stake when the scenario makes such a call."""
    stake = any("refused" in step for step in cast(Observation, run.must)["steps"])
    return _claimed(run, "R9") or (Told.HELD if stake else Told.IDLE)


RULES: dict[str, Check] = {
    "R1": the_step_has_one_budget_and_one_cap,
    "R2": running_requests_come_first_in_their_order,
    "R3": the_last_of_running_gives_way,
    "R4": the_head_of_waiting_is_admitted_if_it_fits,
    "R5": the_plan_says_what_happened,
    "R6": update_appends_and_ends,
    "R7": every_step_keeps_the_laws,
    "R8": outputs_are_those_of_each_alone,
    "R9": a_wrong_update_is_refused,
}
