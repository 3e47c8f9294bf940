"""Fixed calls of the drill `preemption` that differ from another in one number alone.

In pairs, since whoever remembers an answer has to remember all that it depends on; and by
themselves, with each number very small or large. Left out: random ones (`draws.py`).
"""

from collections.abc import Iterator
from typing import cast

from grader import check
from grader.properties.preemption.machines import LLAMA, SLOW_COPIES
from grader.properties.preemption.refusals import offending
from grader.properties.preemption.shapes import Call

_COPIED = {"block_size": 16, "shared_blocks": 1, "copies_per_block": 2}
_CHOSEN = {**_COPIED, "cached": 720}
TIMED: dict[str, Call] = {
    "swap": {"call": "swap_seconds", "tokens": 900, "named": _COPIED},
    "recompute": {"call": "recompute_seconds", "tokens": 900, "named": {"cached": 720}},
    "choice with room": {
        "call": "choose",
        "tokens": 900,
        "named": {**_CHOSEN, "host_free_blocks": 56},
    },
    "choice without": {
        "call": "choose",
        "tokens": 900,
        "named": {**_CHOSEN, "host_free_blocks": 0},
    },
}
OTHERS = {
    "tokens": 800,
    "block_size": 15,
    "shared_blocks": 2,
    "copies_per_block": 1,
    "cached": 880,
    "host_free_blocks": 55,
}
OTHER_MACHINE = {
    "flops": 10**14,
    "mfu_percent": 25,
    "pcie": 40 * 10**9,
    "copy_ns": 9_000,
    "params": 7 * 10**9,
    "layers": 31,
    "heads": 40,
    "kv_heads": 7,
    "head_dim": 127,
    "kv_bytes": 1,
}
# Where a right program may loop: over tokens, the blocks of them, their copies, layers, heads.
LARGEST = {
    "mfu_percent": 100,
    "tokens": 100_003,
    "copies_per_block": 100_003,
    "layers": 1_001,
    "heads": 1_001,
    "kv_heads": 1_001,
    "head_dim": 1_001,
}
QUEUE: Call = {
    "call": "victims",
    "running": [["A", 3, 1, 0], ["B", 2, 1, 7], ["C", 1, 0, 4], ["D", 2, 1, 3]],
    "need_blocks": 4,
    "policy": "fcfs",
}


def _with(call: Call, name: str, number: int) -> Call:
    """Return the call with one of its numbers, or of its machine's, changed."""
    if name in OTHER_MACHINE:
        return {**call, "but": {name: number}}
    if name == "tokens":
        return {**call, "tokens": number}
    return {**call, "named": {**call.get("named", {}), name: number}}


def _timed(call: Call) -> Iterator[tuple[str, Call]]:
    """Yield the call with each number that it depends on changed, by its name."""
    for name, other in {**OTHERS, **OTHER_MACHINE}.items():
        if name not in OTHERS or name == "tokens" or name in call.get("named", {}):
            yield name, _with(call, name, other)


def _sizes(call: Call) -> Iterator[Call]:
    """Yield the call with each number in turn very small and very large."""
    for name in ("tokens", *call.get("named", {}), *OTHER_MACHINE):
        for number in (1, 2, 3, 99, 1_001, 100_003, 10**9 + 7):
            if number > LARGEST.get(name, 10**12):
                continue
            changed = _with(call, name, number)
            beside = {"tokens": "cached", "block_size": "shared_blocks"}.get(name)
            named = changed.get("named", {})
            changed["named"] = {key: n for key, n in named.items() if key != beside}
            if len(offending(changed)) == 0:
                yield changed


def _queues(call: Call) -> Iterator[tuple[str, Call]]:
    """Yield the call with each part of the queue changed, by its name."""
    running = call.get("running", [])
    first, *others, last = running
    yield "policy", {**call, "policy": "priority" if call.get("policy") == "fcfs" else "fcfs"}
    yield "need", {**call, "need_blocks": 2}
    yield "order", {**call, "running": running[::-1]}
    yield "length", {**call, "running": others}
    for place, name in enumerate(("rid", "blocks", "priority", "arrival")):
        other = ("E", 4, 2, 9)[place]
        for which, entry in {"first": first, "last": last}.items():
            changed = [*entry[:place], other, *entry[place + 1 :]]
            queue = [changed, *running[1:]] if entry is first else [*running[:-1], changed]
            yield f"{name} of the {which}", {**call, "running": queue}
    yield "nothing", call
    yield "nobody", {**call, "need_blocks": 100}


def _ranks() -> list[Call]:
    """Return two that run, with a priority or an arrival of more and more digits."""
    calls: list[Call] = []
    for digits in range(1, 18, 2):
        for less, more in ((9 * 10 ** (digits - 1), 10**digits), (-(10**digits), -2)):
            first, second = ["A", 1, less, 5], ["B", 1, more, 3]
            calls.append({**QUEUE, "running": [second, first]})
            first, second = ["A", 1, 4, less], ["B", 1, 4, more]
            calls.append({**QUEUE, "running": [second, first]})
    return [{**call, "need_blocks": 2, "policy": "priority"} for call in calls]


def _cases() -> Iterator[tuple[str, check.Scenario]]:
    machine = {"gpu": SLOW_COPIES, "model": LLAMA}
    for what, call in TIMED.items():
        for name, changed in _timed(call):
            case = {**machine, "calls": [call, changed]}
            yield f"{what}, then with other {name}", cast(check.Scenario, case)
        case = {**machine, "calls": [*_sizes(call)]}
        yield f"{what}, each number small and large", cast(check.Scenario, case)
    for policy in ("fcfs", "priority"):
        call = cast(Call, {**QUEUE, "policy": policy})
        for name, changed in _queues(call):
            case = {**machine, "calls": [call, changed]}
            yield f"{policy}, then with other {name}", cast(check.Scenario, case)
    yield "numbers of every length, signs too", cast(check.Scenario, {**machine, "calls": _ranks()})
    vain = cast(Call, {**QUEUE, "need_blocks": 100})
    case = {**machine, "calls": [vain, vain]}
    yield "in vain, twice", cast(check.Scenario, case)


REPEATS: dict[str, check.Scenario] = dict(_cases())
