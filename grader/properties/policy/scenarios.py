"""Which scenarios of the drill `policy` are allowed, and which part each plays.

Left out: random ones (`draws.py`) and fixed ones (`telling.py`).
"""

from typing import Any, cast

from grader import check
from grader.properties.policy.orders import offending, requests_of
from grader.properties.policy.queues import FLOORS, largest_bound, refused_values
from grader.properties.policy.shapes import (
    AgeScenario,
    BoundScenario,
    CostScenario,
    Entry,
    OrderScenario,
    Prompt,
    RefusedScenario,
    ScoreScenario,
    TreeScenario,
)
from grader.properties.policy.trees import node_names

STEM = 40  # tokens of the stem that prompts may share
PLAYED = 4000  # passes of a bound, at most
TOKENS = 1 << 18  # in the vocabulary, as task.md promises
PARTS = {"tree": "weights", "age": "age", "scores": "age", "bound": "age", "refused": "age"}


def part(scenario: check.Scenario) -> str:
    """Return which part a scenario plays."""
    kind = scenario["kind"]
    return PARTS.get(cast(str, kind), "")


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: the loads of a cost take up to 0.1 s."""
    return 1.1 if scenario["kind"] == "cost" else 1.0


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows this scenario, with at most one value that is refused."""
    return VALID[cast(str, scenario["kind"])](scenario)


def _is_valid_prompt(prompt: Prompt) -> bool:
    pieces = all(len(piece) == 2 and 1 <= piece[1] <= 300 for piece in prompt)
    return 1 <= len(prompt) <= 4 and pieces and all(0 <= piece[0] < TOKENS for piece in prompt)


def _are_valid_entries(waiting: list[Entry]) -> bool:
    names = all(entry["rid"] and len(entry["rid"]) <= 64 for entry in waiting)
    copies = [entry.get("copies", 1) for entry in waiting]
    few = sum(copies) <= 140 and all(number >= 1 for number in copies)
    return few and names and all(_is_valid_prompt(entry["prompt"]) for entry in waiting)


def _is_valid_order(scenario: Any) -> bool:
    case = cast(OrderScenario, scenario)
    numbers = [scenario.get(name, 0) for name in ("limit", "check", "defer")]
    return (
        _are_valid_entries(case["waiting"])
        and len(case["cache"]) <= 140
        and all(_is_valid_prompt(prompt) for prompt in case["cache"])
        and all(-9 <= number <= 300 for number in numbers)
        and len(offending(case)) <= 1
    )


def _is_valid_cost(scenario: Any) -> bool:
    case = cast(CostScenario, scenario)
    least = 28 if case.get("shape") == "swap" else 8  # tokens among which enough can be swapped
    sane = 16 <= case["prompts"] <= 100 and 1 <= case.get("tail", 1) <= 64
    return sane and least <= case["defer"] <= 40


def _is_valid_tree(scenario: Any) -> bool:
    case = cast(TreeScenario, scenario)
    nodes = case["nodes"]
    rids = [entry["rid"] for entry in requests_of(case["waiting"])]
    names = node_names(case)
    if len(set(names)) != len(names) or not all(0 < len(name) <= 8 for name in names):
        return False
    if len(nodes) > 64 or not _are_valid_entries(case["waiting"]):
        return False
    if any(not 0 <= node["parent"] < place for place, node in enumerate(nodes, 1)):
        return False
    if not all(_is_valid_prompt([node["piece"], *node.get("more", [])]) for node in nodes):
        return False
    starts = {(node["parent"], node["piece"][0]) for node in nodes}
    return len(starts) == len(nodes) and len(set(rids)) == len(rids)


def _is_valid_age(scenario: Any) -> bool:
    case = cast(AgeScenario, scenario)
    groups = [case["start"], *case["later"]]
    matches = [match for group in groups for match in group]
    sane = 1 <= case["age_weight"] <= 9 and 1 <= case["slots"] <= 5
    return sane and len(groups) <= 20 and len(matches) <= 50 and all(0 <= m <= 20 for m in matches)


def _is_valid_scores(scenario: Any) -> bool:
    case = cast(ScoreScenario, scenario)
    waiting = case["waiting"]
    if len(waiting) > 8 or not all(len(entry) in (2, 3) for entry in waiting):
        return False
    if not all(1 <= copies <= 130 for _, _, *rest in waiting for copies in rest):
        return False
    if sum(entry[2] if len(entry) > 2 else 1 for entry in waiting) > 140:
        return False
    matches = [entry[0] for entry in waiting[:-1]]
    if case.get("stem") and any(matches) and min(matches) < STEM:
        return False
    passes = [entry[1] for entry in waiting]  # the list is in order of joining
    sane = 1 <= case["age_weight"] <= 2**63 and all(0 <= n <= 10**6 for n in passes)
    falls = passes == sorted(passes, reverse=True)
    return sane and falls and all(0 <= entry[0] <= 2_000 for entry in waiting)


def _is_valid_bound(scenario: Any) -> bool:
    calls = cast(BoundScenario, scenario)["calls"]
    return 1 <= len(calls) <= 20 and all(map(_is_valid_call, calls))


def _is_valid_call(call: list[int]) -> bool:
    floors = list(FLOORS.values())
    if len(call) != len(floors) or any(n < floor for n, floor in zip(call, floors, strict=True)):
        return False
    return largest_bound(call) <= PLAYED  # who plays the passes to find the bound has the time to


def _is_valid_refused(scenario: Any) -> bool:
    case = cast(RefusedScenario, scenario)
    names = set(FLOORS) if case["call"] == "bound" else {"age_weight"}
    small = all(abs(number) <= 20 for number in case["named"].values())
    return set(case["named"]) == names and small and len(refused_values(case)) == 1


VALID = {
    "order": _is_valid_order,
    "cost": _is_valid_cost,
    "tree": _is_valid_tree,
    "age": _is_valid_age,
    "scores": _is_valid_scores,
    "bound": _is_valid_bound,
    "refused": _is_valid_refused,
}
