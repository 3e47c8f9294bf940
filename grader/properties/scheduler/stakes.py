"""Which rules a workload puts to the test, told from the play of the reference.

Left out: which rule a play breaks (`claims.py`).
"""

from functools import lru_cache
from typing import cast

from grader.check import Run
from grader.properties.scheduler.shapes import Observation, Scenario, State, Step

ALWAYS = ("R3", "R5", "R6", "R10", "R11", "R12", "R13", "R15")


@lru_cache(maxsize=8)
def at_stake(run: Run) -> frozenset[str]:
    """Return the rules that this workload puts to the test; the others are on the road anyway."""
    must, scenario = cast(Observation, run.must), cast(Scenario, run.scenario)
    stakes: set[str] = {*ALWAYS}
    running: list[str] = []
    for step in must["steps"]:
        planned, done = step["planned"], step["done"]
        if planned is None or done is None:
            continue
        _stakes_of(step, planned, running, stakes)
        running = done["running"]
    return frozenset(stakes if scenario["caching"] else stakes - {"R14"})


def _stakes_of(step: Step, planned: State, running: list[str], stakes: set[str]) -> None:
    if step["kind"] == "prefill":
        if running:
            stakes.add("R1")
        if planned["waiting"]:
            stakes.update(("R2", "R4", "R16"))
        if any(planned["cached"]):
            stakes.add("R14")
    elif step["batch"]:
        stakes.update(("R7", "R16"))
        if planned["waiting"]:
            stakes.add("R2")
        if len(planned["running"]) < len(running):
            stakes.update(("R8", "R9"))
