"""Which scenarios of the drill `preemption` are allowed.

Left out: random ones (`draws.py`) and fixed ones (`telling.py`).
"""

from typing import cast

from grader import check
from grader.properties.preemption.costs import machine_of
from grader.properties.preemption.refusals import offending
from grader.properties.preemption.shapes import Call, Scenario

LARGEST = 10**18  # of a number
MOST = 100  # calls, and sequences that run
CACHED = 10**6  # tokens of a sequence of which some are cached
LONGEST = 40  # letters of a policy
TIMED = {"call", "tokens", "named"}
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
    changes = [call["but"] for call in case["calls"] if "but" in call]
    return (
        1 <= len(case["calls"]) <= MOST
        and all(_is_valid_call(call) for call in case["calls"])
        and all(_is_valid_machine(case, but) for but in ({}, *changes))
    )


def _is_valid_machine(case: Scenario, but: dict[str, int]) -> bool:
    gpu, model = machine_of(case, but)
    if set(gpu) | set(model) != set(case["gpu"]) | set(case["model"]):
        return False
    rates = [gpu["flops"], gpu["pcie"], *cast("list[int]", [*model.values()])]
    return (
        all(1 <= rate <= LARGEST for rate in rates)
        and 1 <= gpu["mfu_percent"] <= 100
        and 0 <= gpu["copy_ns"] <= LARGEST
    )


def _is_valid_call(call: Call) -> bool:
    if call["call"] == "victims":
        fields = {"call", "running", "need_blocks"}
        return fields <= set(call) <= {*fields, "policy"} and _is_valid_queue(call)
    if call["call"] not in ARGUMENTS or not TIMED <= set(call) <= {*TIMED, "but"}:
        return False
    needed, allowed = ARGUMENTS[call["call"]]
    named = call.get("named", {})
    known = set(needed) <= set(named) <= {*needed, *allowed}
    numbers = [call.get("tokens", 0), *named.values()]
    if named.get("cached", 0) > 0 and call.get("tokens", 0) > CACHED:
        return False
    return known and all(abs(n) <= LARGEST for n in numbers) and len(offending(call)) <= 1


def _is_valid_queue(call: Call) -> bool:
    running = call.get("running", [])
    kinds = [str, int, int, int]
    if any([type(item) for item in entry] != kinds for entry in running):
        return False
    rids, arrivals = {entry[0] for entry in running}, {entry[3] for entry in running}
    if len(call.get("policy", "")) > LONGEST or "" in rids:
        return False
    unique = len(rids) == len(arrivals) == len(running) <= MOST
    numbers = [call.get("need_blocks", 0)] + [cast(int, n) for entry in running for n in entry[1:]]
    small = all(abs(number) <= LARGEST for number in numbers)
    return unique and small and len(offending(call)) <= 1
