"""The rules of level 1 but R7: R1 to R6.

Left out: which of them claims a wrong order (`claims.py`), and R7 (`costs.py`).
"""

from grader.check import Difference, Run, Told
from grader.properties.policy.claims import order_rule
from grader.properties.policy.costs import cost_order


def fcfs_keeps_the_order(run: Run) -> Difference | Told:
    """R1: the list's order, match never called."""
    return order_rule(run, "R1")


def the_longest_match_goes_first(run: Run) -> Difference | Told:
    """R2: sorted by match, stable; told where no two prompts share a token."""
    if run.scenario["kind"] == "cost":
        return cost_order(run, "R2")
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
