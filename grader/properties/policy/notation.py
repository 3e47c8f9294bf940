"""How a fixed scenario is written short.

Left out: the scenarios themselves (`telling.py`).
"""

from collections.abc import Sequence
from typing import cast

from grader import check
from grader.properties.policy.queues import FLOORS
from grader.properties.policy.shapes import (
    AgeScenario,
    Edge,
    Entry,
    OrderScenario,
    Prompt,
    ScoreScenario,
    Shape,
    TreeScenario,
    Way,
)
from grader.properties.policy.words import rids


def order_case(
    *waiting: Prompt,
    cache: Sequence[Prompt] = (),
    policy: str = "lpm",
    names: str = "",
    **numbers: int,
) -> check.Scenario:
    """Make a call of order() with requests A, B, …, that arrived in the reverse order.

    With names "B C A" they are called so, and arrived in the order of their names.
    """
    entries = _entries(waiting, names)
    case = {"kind": "order", "policy": policy, **numbers, "cache": [*cache], "waiting": entries}
    return cast(check.Scenario, case)


def _entries(prompts: Sequence[Prompt], names: str) -> list[Entry]:
    called = names.split() or rids(len(prompts))
    arrivals = [sorted(called).index(name) for name in called]
    if not names:
        arrivals = [len(prompts) - index for index in range(len(prompts))]
    return [
        {"rid": name, "arrival": arrival, "prompt": prompt}
        for name, arrival, prompt in zip(called, arrivals, prompts, strict=True)
    ]


def renamed(scenario: check.Scenario, name: str) -> check.Scenario:
    """Return the scenario with one name for its first and its last request."""
    entries = cast(OrderScenario, scenario)["waiting"]
    entries[0]["rid"] = entries[-1]["rid"] = name
    return scenario


def called(scenario: check.Scenario, *names: str) -> check.Scenario:
    """Return the scenario with its first requests called so, spaces and all."""
    for entry, name in zip(cast(OrderScenario, scenario)["waiting"], names, strict=False):
        entry["rid"] = name
    return scenario


def crowded(scenario: check.Scenario, *copies: int) -> check.Scenario:
    """Return the scenario with so many copies of its first request, its second, …"""
    for entry, number in zip(cast(OrderScenario, scenario)["waiting"], copies, strict=False):
        entry["copies"] = number
    return scenario


def tree_case(
    nodes: Sequence[tuple[int, list[int], *tuple[list[int], ...]]],
    *prompts: Prompt,
    names: str = "",
    called: str = "",
    again: bool = False,
) -> check.Scenario:
    """Make a tree, and a queue as that of `order_case`; `called` names the root and the nodes.

    A node is its parent and the pieces of its edge.
    """
    edges: list[Edge] = []
    for parent, piece, *more in nodes:
        edges.append({"parent": parent, "piece": piece})
        if more:
            edges[-1]["more"] = more
    for edge, name in zip(edges, called.split()[1:], strict=bool(called)):
        edge["name"] = name
    entries = _entries(prompts, names)
    case: TreeScenario = {"kind": "tree", "nodes": edges, "waiting": entries}
    if called:
        case["root"] = called.split()[0]
    if again:
        case["again"] = True
    return cast(check.Scenario, case)


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


def scores_case(
    weight: int, *waiting: list[int], names: Way = "up", stem: bool = False
) -> check.Scenario:
    """Make a call of order_with_age() with these matches and passes waited."""
    case: ScoreScenario = {"kind": "scores", "age_weight": weight, "waiting": [*waiting]}
    if names != "up":
        case["names"] = names
    if stem:
        case["stem"] = True
    return cast(check.Scenario, case)


def bound_case(*calls: list[int]) -> check.Scenario:
    """Make calls of bound(): backlog, arrivals, slots, max_match, age_weight."""
    return cast(check.Scenario, {"kind": "bound", "calls": [*calls]})


def beside_the_least(bad: str) -> dict[str, check.Scenario]:
    """Make calls of bound() with this number refused and another the least that is allowed."""
    others = [name for name in FLOORS if name != bad]
    return {
        f"{bad} refused beside the least {other}": refused_case(
            "bound", **{bad: FLOORS[bad] - 1, other: FLOORS[other]}
        )
        for other in others
    }


def cost_case(shape: Shape = "end", *, defer: int, tail: int = 1) -> check.Scenario:
    """Make loads of 16 prompts and more."""
    case = {"kind": "cost", "prompts": 16, "defer": defer, "shape": shape, "tail": tail}
    return cast(check.Scenario, case)


def refused_case(call: str, **named: int) -> check.Scenario:
    """Make a call with one number that is refused; the others of bound() are good."""
    whole = {"backlog": 1, "arrivals": 2, "slots": 3, "max_match": 4, "age_weight": 5, **named}
    return cast(
        check.Scenario,
        {"kind": "refused", "call": call, "named": whole if call == "bound" else named},
    )
