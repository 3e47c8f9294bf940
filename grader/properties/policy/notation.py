"""How a fixed scenario is written short.

Left out: the scenarios themselves (`telling.py`).
"""

from collections.abc import Sequence
from typing import cast

from grader import check
from grader.properties.policy.shapes import AgeScenario, Edge, Entry, OrderScenario, Prompt
from grader.properties.policy.words import rid


def order_case(
    *waiting: Prompt, cache: Sequence[Prompt] = (), policy: str = "lpm", **numbers: int
) -> check.Scenario:
    """Make a call of order() with requests A, B, …, that arrived in the reverse order."""
    entries: list[Entry] = [
        {"rid": rid(index), "arrival": len(waiting) - index, "prompt": prompt}
        for index, prompt in enumerate(waiting)
    ]
    case = {"kind": "order", "policy": policy, **numbers, "cache": [*cache], "waiting": entries}
    return cast(check.Scenario, case)


def renamed(scenario: check.Scenario, name: str) -> check.Scenario:
    """Return the scenario with one name for its first and its last request."""
    entries = cast(OrderScenario, scenario)["waiting"]
    entries[0]["rid"] = entries[-1]["rid"] = name
    return scenario


def crowded(scenario: check.Scenario, copies: int) -> check.Scenario:
    """Return the scenario with so many copies of its first request."""
    cast(OrderScenario, scenario)["waiting"][0]["copies"] = copies
    return scenario


def tree_case(nodes: list[tuple[int, list[int]]], *prompts: Prompt) -> check.Scenario:
    """Make a tree and a queue of A, B, … in the order of arrival."""
    edges: list[Edge] = [{"parent": parent, "piece": piece} for parent, piece in nodes]
    entries: list[Entry] = [
        {"rid": rid(index), "arrival": index, "prompt": prompt}
        for index, prompt in enumerate(prompts)
    ]
    return cast(check.Scenario, {"kind": "tree", "nodes": edges, "waiting": entries})


def age_case(weight: int, slots: int, start: list[int], *later: list[int]) -> check.Scenario:
    """Make passes of order_with_age()."""
    case: AgeScenario = {
        "kind": "age",
        "age_weight": weight,
        "slots": slots,
        "start": start,
        "later": [*later],
    }
    return cast(check.Scenario, case)


def refused_case(call: str, **named: int) -> check.Scenario:
    """Make a call with one number that is refused; the others of bound() are good."""
    whole = {"backlog": 1, "arrivals": 2, "slots": 3, "max_match": 4, "age_weight": 5, **named}
    return cast(
        check.Scenario,
        {"kind": "refused", "call": call, "named": whole if call == "bound" else named},
    )
