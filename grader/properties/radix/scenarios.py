"""Which scenarios are allowed."""

from typing import cast

from grader import check
from grader.properties.radix.shapes import FAR, GOT, HANDED, Large, Op, Scenario, Shape

MOST = 60  # calls
TOKENS = 300  # of one sequence
SIZES: dict[Shape, tuple[int, int]] = {  # n, and n times page_size
    "edge": (60_000, 60_000),
    "chain": (2_000, 4_000),
    "wide": (10_000, 20_000),
    "fan": (200, 400),
    "comb": (200, 400),
    "brush": (100, 200),
    "bush": (1_000, 2_000),
}
COUNTED = 5_000  # n times page_size, at most, when counted


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: a large tree takes 0.1 s."""
    return 1.0 if scenario["large"] is None else 1.25


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract says what must happen in this scenario."""
    case = cast(Scenario, scenario)
    clock, ops, large = case["clock"], case["ops"], case["large"]
    if not -9 <= case["page_size"] <= 16 or len(ops) > MOST or len(clock) not in (0, 2):
        return False
    if clock and not (clock[0] in (0, 1, -FAR) and 1 <= clock[1] <= 9):
        return False
    if large is not None:
        return not ops and case["page_size"] >= 1 and _large_is_valid(large, case["page_size"])
    return all(_op_is_valid(op, bool(clock)) for op in ops)


def _op_is_valid(op: Op, is_ours: bool) -> bool:
    if op["do"] == "split":
        return -99 <= op["node"] <= 99 and -9 <= op["k"] <= 99
    tokens = op["tokens"]
    if len(tokens) > TOKENS or not all(map(_token_is_valid, tokens)):
        return False
    if op["do"] == "match" or op["extra"] == 0:
        return True
    # Subtle: whether a call that raises asks the clock is free, so its own clock could be anywhere
    return is_ours and -9 <= op["extra"] <= 9 and len(tokens) + op["extra"] >= 0


def _token_is_valid(token: int) -> bool:
    """Return whether it is an int of 64 bits, and none that the driver writes over lists."""
    return -(2**63) <= token < 2**63 and token not in (GOT, HANDED)


def _large_is_valid(large: Large, page: int) -> bool:
    n, tokens = SIZES[large["shape"]]
    if large["counted"]:
        tokens = min(tokens, COUNTED)
    return 1 <= large["n"] <= n and large["n"] * page <= tokens
