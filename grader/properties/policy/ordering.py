"""The rules of level 1: R1 to R7.

Left out: which of them claims a wrong order (`claims.py`).
"""

from typing import cast

from grader.check import Difference, Row, Run, Told
from grader.properties.policy.claims import cost_order, order_rule
from grader.properties.policy.shapes import CostObservation, CostScenario, Load

GROWTH = 8  # a fourfold load may cost this many times as much, at most


def fcfs_keeps_the_order(run: Run) -> Difference | Told:
    """R1: the list's order, match never called."""
    return order_rule(run, "R1")


def the_longest_match_goes_first(run: Run) -> Difference | Told:
    """R2: sorted by match, stable; told where no two prompts share a token."""
    return order_rule(run, "R2")


def more_than_limit_are_not_sorted(run: Run) -> Difference | Told:
    """R3: above the limit as fcfs, at the limit still sorted."""
    return order_rule(run, "R3")


def the_second_of_a_cold_group_waits(run: Run) -> Difference | Told:
    """R4: who is deferred, and that they come last in list order."""
    if run.scenario["kind"] == "cost":
        return cost_order(run, "R4")
    return order_rule(run, "R4")


def nobody_is_lost_or_doubled(run: Run) -> Difference | Told:
    """R5: the answer is a permutation, and the input is what it was."""
    if run.scenario["kind"] == "cost":
        return cost_order(run, "R5")
    return order_rule(run, "R5")


def nonsense_is_refused(run: Run) -> Difference | Told:
    """R6: ValueError that names the value."""
    return order_rule(run, "R6")


def looks_grow_with_the_tokens(run: Run) -> Difference | Told:
    """R7: a load of four times the tokens costs at most eight times the looks."""
    if run.scenario["kind"] != "cost":
        return Told.IDLE
    case = cast(CostScenario, run.scenario)
    loads = cast(CostObservation, run.got)["loads"]
    if not all(load["in_order"] for load in loads):
        return Told.IDLE
    count, defer, base = case["prompts"], case["defer"], loads[0]
    most = GROWTH * max(base["looks"], count * (defer + 1))
    rows = [Row(_load_words(count, base), "any number of looks", f"{base['looks']:,} looks")]
    for load, prompts in zip(loads[1:3], (4 * count, count), strict=True):
        looks = f"{load['looks']:,} looks"
        rows.append(Row(_load_words(prompts, load), f"at most {most:,} looks", looks))
        if load["looks"] > most:
            return Difference(tuple(rows), heading="load")
    return Told.HELD


def _load_words(prompts: int, load: Load) -> str:
    return f"{prompts} prompts, {load['tokens']:,} tokens"
