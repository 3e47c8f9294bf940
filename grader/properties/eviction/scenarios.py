"""Which scenarios there are."""

from typing import cast

from grader import check
from grader.properties.eviction.shapes import BIG_TREES, Op, Scenario


def part(scenario: check.Scenario) -> str:
    """Return "request" for a scenario of level 2, "" for the main part."""
    return "request" if scenario["pool"] else ""


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: a tree with thousands of leaves takes 0.2 s."""
    return 5.0 if scenario["leaves"] else 1.0


ALL = 10**6  # a usual way to ask for everything
MANY = 99  # more tokens than a tree of a random scenario holds


def scenario_of(
    ops: list[Op],
    page: int = 1,
    pace: int = 1,
    pool: int = 0,
    chunk: int = 0,
    leaves: int = 0,
    alone: bool = False,
) -> check.Scenario:
    """Return a scenario with these operations, or with so many `leaves` and none."""
    scenario: Scenario = {
        "page": page,
        "pace": pace,
        "pool": pool,
        "chunk": chunk,
        "leaves": leaves,
        "ops": ops,
    }
    if alone:
        scenario["alone"] = True
    return cast(check.Scenario, scenario)


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the driver can play this, and the contract allows it."""
    one = cast(Scenario, scenario)
    if one["leaves"]:
        is_large = one["leaves"] in BIG_TREES[: 1 if one.get("alone") else None]
        return is_large and not one["ops"] and not one["pool"]
    if not (1 <= one["page"] <= 16 and 1 <= one["pace"] <= 9 and 0 <= one["chunk"] <= 8):
        return False
    if not 0 < len(one["ops"]) <= 64 or not 0 <= one["pool"] <= 64:
        return False
    if one["pool"] == 0:
        return one["chunk"] == 0 and all(_is_tree_op(op) for op in one["ops"])
    return one["pace"] == 1 and all(_is_life_op(op) for op in one["ops"])


def _is_tree_op(op: Op) -> bool:
    if not all(1 <= token <= 9 for token in op["tokens"]) or len(op["tokens"]) > 64:
        return False
    if op["do"] == "evict":
        return not op["tokens"] and (-9 <= op["n"] <= MANY or op["n"] == ALL)
    if op["do"] == "uneven":
        return 0 <= op["n"] <= 1 and len(op["tokens"]) >= op["n"]
    if op["do"] == "miscut":
        return not op["tokens"] and 0 <= op["n"] <= 4
    if op["do"] == "split":
        return 0 <= op["n"] <= 9
    if op["do"] in ("unlock", "later", "cut", "refuse"):
        return not op["tokens"] and 0 <= op["n"] <= MANY
    if op["do"] == "swap":
        return not op["tokens"] and op["n"] == 0
    return op["do"] in ("insert", "match", "lock", "bad") and op["n"] == 0


def _is_life_op(op: Op) -> bool:
    if not all(1 <= token <= 9 for token in op["tokens"]) or not 0 <= op["n"] <= 9:
        return False
    if op["do"] == "start":
        return 1 <= len(op["tokens"]) <= 64 and op["n"] >= 1
    if op["do"] == "step":
        return len(op["tokens"]) == 1
    return op["do"] in ("finish", "swap") and not op["tokens"]
