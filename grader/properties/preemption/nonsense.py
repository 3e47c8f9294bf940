"""Fixed calls of the drill `preemption` that are refused: any argument, before any early way out.

Whoever answers early (nothing to move, no room, nobody runs) has to refuse all arguments before.
Left out: two values in one call that are refused.
"""

from collections.abc import Iterator
from typing import cast

from grader import check
from grader.properties.preemption.machines import BASE, LLAMA
from grader.properties.preemption.refusals import FLOORS
from grader.properties.preemption.shapes import Call

# By what makes an early answer tempting: calls that make sense, one number of them to be spoilt.
_SWAP = {"tokens": 100, "block_size": 16, "shared_blocks": 0, "copies_per_block": 1}
_CHOICE = {**_SWAP, "host_free_blocks": 9, "cached": 0}
CHOICES = {
    "a choice": _CHOICE,
    "no room": {**_CHOICE, "host_free_blocks": 0},
    "room for all but one": {**_CHOICE, "host_free_blocks": 6},
    "all shared": {**_CHOICE, "shared_blocks": 7},
    "all shared, no room": {**_CHOICE, "shared_blocks": 7, "host_free_blocks": 0},
    "all cached": {**_CHOICE, "cached": 100},
    "all cached, no room": {**_CHOICE, "cached": 100, "host_free_blocks": 0},
    "nearly all cached, one block a token": {**_CHOICE, "block_size": 1, "cached": 99},
    "a choice for one block": {**_CHOICE, "tokens": 2},
    "a choice for two blocks": {**_CHOICE, "tokens": 17},
}
SWAPS = {
    "a swap": _SWAP,
    "all of it shared": {**_SWAP, "shared_blocks": 7},
    "one block": {**_SWAP, "tokens": 2},
    "two blocks": {**_SWAP, "tokens": 17},
}
COMPUTES = {
    "a recompute": {"tokens": 100, "cached": 0},
    "all of it cached": {"tokens": 100, "cached": 100},
    "one token": {"tokens": 1, "cached": 0},
}


A, B, C = ("A", 3, 0, 0), ("B", 2, 0, 1), ("C", 1, 0, 2)
QUEUES = {
    "nobody runs": (1, ()),
    "one runs": (1, (A,)),
    "one runs, in vain": (4, (A,)),
    "the last will do": (1, (A, B, C)),
    "all but the first": (2, (A, B, C)),
    "all of them": (6, (A, B, C)),
    "all in vain": (7, (A, B, C)),
}


MOST = 10**18  # of a number
# How far below its floor a number is, but never below -MOST.
BELOW = (1, 2, 8, 1_234_567, 12_345_678_901_234_567, MOST + 1)
UNKNOWN = (
    *("lifo", "FCFS", "Fcfs", "PRIORITY", "Priority"),
    *("", " ", "f", "fc", "cf", "fcf", "cfs", "s", "p", "prio", "rior", "priorit", "y"),
    *("fcfs ", " fcfs", "priority ", " priority", "fcfs\n", "priority\n", "fcfs,", "fc-fs"),
    *("fcfs2", "xfcfs", "priority_lifo", "fcfs_priority", "fcfspriority", "fcfs,priority"),
    *("fcsf", "priorty", "*", "f.*", "None", "0", "1", "__class__", "victims", "sjf", "zzz"),
    *(
        "fifo",
        "FIFO",
        "lru",
        "first",
        "last",
        "default",
        "none",
        "any",
        "auto",
        "random",
        "arrival",
    ),
    *("'fcfs'", '"fcfs"', "'priority'", "(fcfs)", "fcfs()", "policy=fcfs", "priority\t", "fcfs\0"),
    *("the_one_with_the_fewest_output_tokens", "shortest_remaining_first", "fcfs" * 10),
)


def _timed(name: str, named: dict[str, int], below: int) -> Iterator[Call]:
    for spoilt in named:
        numbers = {**named, spoilt: max(FLOORS[spoilt] - below, -MOST)}
        if spoilt in ("tokens", "block_size"):
            numbers.pop("shared_blocks", None)  # or there would be two bad ones
        yield {"call": name, "tokens": numbers.pop("tokens"), "named": numbers}
    if "shared_blocks" in named:
        blocks = -(-named["tokens"] // named["block_size"])
        numbers = {**named, "shared_blocks": min(blocks + below, MOST)}
        yield {"call": name, "tokens": numbers.pop("tokens"), "named": numbers}


def _queue(need: int, running: tuple[tuple[str, int, int, int], ...], policy: str) -> Call:
    queue = [list[str | int](entry) for entry in running]
    return {"call": "victims", "running": queue, "need_blocks": need, "policy": policy}


def _queues(what: str, below: int, policy: str) -> Iterator[Call]:
    need, running = QUEUES[what]
    yield _queue(1 - below, running, policy)
    for place, (rid, _, priority, arrival) in enumerate(running):
        spoilt = (rid, 1 - below, priority, arrival)
        yield _queue(need, (*running[:place], spoilt, *running[place + 1 :]), policy)


def _case(calls: Iterator[Call]) -> check.Scenario:
    return cast(check.Scenario, {"gpu": BASE, "model": LLAMA, "calls": [*calls]})


def _cases() -> Iterator[tuple[str, check.Scenario]]:
    timed = {"swap_seconds": SWAPS, "recompute_seconds": COMPUTES, "choose": CHOICES}
    for name, kinds in timed.items():
        for what, named in kinds.items():
            calls = (call for below in BELOW for call in _timed(name, named, below))
            yield f"{what}, one number out of range", _case(calls)
    for what, (need, running) in QUEUES.items():
        for policy in ("fcfs", "priority"):
            calls = (call for below in BELOW for call in _queues(what, below, policy))
            yield f"{policy}, {what}, one number out of range", _case(calls)
        yield f"unknown policies, {what}", _case(_queue(need, running, one) for one in UNKNOWN)


NONSENSE: dict[str, check.Scenario] = dict(_cases())
