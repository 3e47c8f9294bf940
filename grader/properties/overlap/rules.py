"""One check a rule."""

from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.properties.overlap.demands import miscount, outputs_alone
from grader.properties.overlap.parting import first_difference
from grader.properties.overlap.scenarios import is_bad
from grader.properties.overlap.shapes import Observation, Scenario, names_of


def _claimed(run: Run, rule: str) -> Difference | Told:
    if is_bad(cast(Scenario, run.scenario)) and rule != "R8":
        return Told.IDLE
    first = first_difference(run)
    return first[1] if first and first[0] == rule else Told.HELD


def batches_are_launched_while_there_is_room(run: Run) -> Difference | Told:
    """R1."""
    return _claimed(run, "R1")


def tokens_in_flight_count_in_the_plan(run: Run) -> Difference | Told:
    """R2."""
    return _claimed(run, "R2")


def computed_moves_at_planning(run: Run) -> Difference | Told:
    """R3."""
    return _claimed(run, "R3")


def an_input_in_flight_is_named_by_its_step(run: Run) -> Difference | Told:
    """R4."""
    return _claimed(run, "R4")


def a_late_token_is_dropped(run: Run) -> Difference | Told:
    """R5."""
    return _claimed(run, "R5")


def outputs_are_those_of_the_synchronous_run(run: Run) -> Difference | Told:
    """R6: told from the outputs alone."""
    claimed = _claimed(run, "R6")
    s, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    if claimed is not Told.HELD or got["stop"]:
        return claimed
    for index, name in enumerate(names_of(s)):
        alone, mine = outputs_alone(s, index), got["outputs"].get(name)
        if mine != alone:
            return Difference((Row(name, str(alone), str(mine)),), heading="outputs of")
    return Told.HELD


def no_token_is_scheduled_in_vain(run: Run) -> Difference | Told:
    """R7: told by counting."""
    s, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    if is_bad(s) or not s["requests"]:
        return Told.IDLE
    wrong = None if got["stop"] else miscount(s, got)
    return Difference((wrong,), heading="request") if wrong else _claimed(run, "R7")


def bad_sizes_are_refused(run: Run) -> Difference | Told:
    """R8; at stake when a size is bad, or when a good call is refused."""
    claimed = _claimed(run, "R8")
    if claimed is Told.HELD and not is_bad(cast(Scenario, run.scenario)):
        return Told.IDLE
    return claimed


RULES: dict[str, Check] = {
    "R1": batches_are_launched_while_there_is_room,
    "R2": tokens_in_flight_count_in_the_plan,
    "R3": computed_moves_at_planning,
    "R4": an_input_in_flight_is_named_by_its_step,
    "R5": a_late_token_is_dropped,
    "R6": outputs_are_those_of_the_synchronous_run,
    "R7": no_token_is_scheduled_in_vain,
    "R8": bad_sizes_are_refused,
}
