"""Which scenarios of the drill `preemption` are allowed.

Left out: random ones (`draws.py`) and fixed ones (`telling.py`).
"""

from typing import cast

from grader import check
from grader.properties.preemption.refusals import offending
from grader.properties.preemption.shapes import Call, Card, Scenario, Sizes

LARGEST = 10**17
# The names that a call must have, and those that it may have.
ARGUMENTS: dict[str, tuple[list[str], list[str]]] = {
    "swap_seconds": (["block_size"], ["shared_blocks", "copies_per_block"]),
    "recompute_seconds": ([], ["cached"]),
    "choose": (
        ["block_size", "host_free_blocks"],
        ["cached", "shared_blocks", "copies_per_block"],
    ),
}


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the machine exists, and every call is one with at most one bad number."""
    case = cast(Scenario, scenario)
    return (
        _is_valid_machine(case["gpu"], case["model"])
        and 1 <= len(case["calls"]) <= 6
        and all(_is_valid_call(call) for call in case["calls"])
    )


def _is_valid_machine(gpu: Card, model: Sizes) -> bool:
    """Return whether GPU and model belong together: both real, in round numbers, or both small.

    So shrinking does not end at 8e9 parameters on a GPU of 3 FLOP/s.
    """
    if not (25 <= gpu["mfu_percent"] <= 100 and gpu["mfu_percent"] % 5 == 0):
        return False
    if gpu["copy_ns"] % 1000 or not 0 <= gpu["copy_ns"] <= 10**6:
        return False
    sizes = [model["layers"], model["heads"], model["kv_heads"], model["head_dim"]]
    rates = [gpu["flops"], gpu["pcie"]]
    if not all(1 <= size <= 1000 for size in [*sizes, model["kv_bytes"]]):
        return False
    if model["params"] < 10**9:
        return 1 <= model["params"] <= 1000 and all(16 <= rate <= 10**4 for rate in rates)
    return (
        min(sizes) >= 4
        and model["params"] % 10**7 == 0
        and gpu["flops"] % 10**12 == gpu["pcie"] % 10**9 == 0
        and 10**14 <= gpu["flops"] <= LARGEST
        and 10**9 <= gpu["pcie"] <= LARGEST
        and model["params"] <= LARGEST
    )


def _is_valid_call(call: Call) -> bool:
    if call["call"] == "victims":
        return set(call) == {"call", "running", "need_blocks", "policy"} and _is_valid_queue(call)
    if call["call"] not in ARGUMENTS or set(call) != {"call", "tokens", "named"}:
        return False
    needed, allowed = ARGUMENTS[call["call"]]
    named = call.get("named", {})
    known = set(needed) <= set(named) <= {*needed, *allowed}
    numbers = [call.get("tokens", 0), *named.values()]
    return known and all(abs(n) <= 10**6 for n in numbers) and len(offending(call)) <= 1


def _is_valid_queue(call: Call) -> bool:
    running = call.get("running", [])
    kinds = [str, int, int, int]
    if any([type(item) for item in entry] != kinds for entry in running):
        return False
    rids, arrivals = {entry[0] for entry in running}, {entry[3] for entry in running}
    unique = len(rids) == len(arrivals) == len(running) <= 8
    return unique and len(offending(call)) <= 1
