"""Which values the contract refuses.

Left out: how a message must name them (`rules.py`).
"""

from typing import cast

from grader.properties.preemption.shapes import Call

POLICIES = ("fcfs", "priority")
FLOORS = {
    "tokens": 1,
    "block_size": 1,
    "copies_per_block": 1,
    "shared_blocks": 0,
    "cached": 0,
    "host_free_blocks": 0,
}


def offending(call: Call) -> list[int | str]:
    """Return the values that the contract refuses."""
    if call["call"] == "victims":
        private = [cast(int, entry[1]) for entry in call.get("running", [])]
        bad: list[int | str] = [number for number in private if number < 1]
        bad += [need for need in [call.get("need_blocks", 1)] if need < 1]
        return bad + [name for name in [call.get("policy", "fcfs")] if name not in POLICIES]
    named = {"tokens": call.get("tokens", 0), **call.get("named", {})}
    bad = [number for name, number in named.items() if number < FLOORS[name]]
    shared, size = named.get("shared_blocks", 0), named.get("block_size", 1)
    # Without a block there is none to share: a bad size makes shared blocks bad as well.
    if shared > (0 if min(named["tokens"], size) < 1 else -(-named["tokens"] // size)):
        bad.append(shared)
    return bad
