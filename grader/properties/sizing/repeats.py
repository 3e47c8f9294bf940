"""Fixed calls of the drill `sizing` that differ from another in one thing alone.

In pairs, since whoever remembers an answer has to remember all that it depends on, and in which
order; and by themselves, with each number very small or large. Left out: random ones
(`scenarios.py`).
"""

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from grader import check
from grader.properties.sizing.shapes import Call

# Each with another value for every argument.
CALLS: tuple[tuple[Call, list[int]], ...] = (
    ({"call": "kv_bytes_per_token", "args": [3, 9, 5, 7, 2]}, [4, 10, 6, 8, 3]),
    ({"call": "num_blocks", "args": [1000, 500, 95, 20], "util": "0.9"}, [1100, 400, 200, 30]),
    ({"call": "blocks_for", "args": [17, 5]}, [23, 3]),
    ({"call": "max_concurrency", "args": [10, 16, 17]}, [11, 7, 33]),
    ({"call": "admits", "args": [3, 16, 32]}, [2, 7, 33]),
    ({"call": "max_len_that_fits", "args": [64, 16]}, [65, 15]),
    ({"call": "prefill_saved", "args": [100, 2000, 16]}, [99, 1990, 256]),
)
# In which every number counts, from one to very many.
SIZED: tuple[Call, ...] = (
    {"call": "kv_bytes_per_token", "args": [3, 10**39, 5, 7, 2]},
    {"call": "kv_bytes_per_token", "args": [1, 8, 1, 1]},
    {"call": "num_blocks", "args": [10**12, 500, 95, 20], "util": "0.9"},
    {"call": "num_blocks", "args": [1, 1, 1, 1], "util": "1.0"},
    {"call": "blocks_for", "args": [10**39, 16]},
    {"call": "blocks_for", "args": [1, 1]},
    {"call": "max_concurrency", "args": [100_000, 16, 10**39]},
    {"call": "max_concurrency", "args": [1, 1, 1]},
    {"call": "admits", "args": [63, 16, 1000]},
    {"call": "admits", "args": [1, 16, 1]},
    {"call": "admits", "args": [2, 1, 1]},
    {"call": "max_len_that_fits", "args": [64, 16]},
    {"call": "max_len_that_fits", "args": [1, 1]},
    {"call": "prefill_saved", "args": [100, 10**39, 16]},
    {"call": "prefill_saved", "args": [1, 1, 1]},
)
NUMBERS = (1, 2, 3, 15, 64, 65, 99, 1_001, 10**9 + 7, 10**22 + 1, 10**39 + 1)


def placed(call: Call, place: int, number: int) -> Call:
    """Return the call with another number at this place of its arguments."""
    return {**call, "args": [*call["args"][:place], number, *call["args"][place + 1 :]]}


def swapped(call: Call, one: int, other: int) -> Call:
    """Return the call with two of its arguments swapped."""
    args = call["args"]
    return placed(placed(call, one, args[other]), other, args[one])


def _changed(call: Call, others: list[int]) -> Iterator[tuple[str, Call]]:
    """Yield the call with one thing in it changed, by what is changed."""
    for place, other in enumerate(others):
        yield f"number {place + 1}", placed(call, place, other)
    for one, other in combinations(range(len(others)), 2):
        yield f"numbers {one + 1} and {other + 1} swapped", swapped(call, one, other)
    if "util" in call:
        yield "util", {**call, "util": "0.8"}
    if call["call"] == "kv_bytes_per_token":
        yield "no tp", {**call, "args": call["args"][:-1]}


def _cases() -> Iterator[tuple[str, check.Scenario]]:
    for call in SIZED:
        args = call["args"]
        sizes = [placed(call, place, n) for place in range(len(args)) for n in NUMBERS]
        yield f"{call['call']} of {args}, each number small and large", _case(call, *sizes)
    full = [Call(call="admits", args=[2, n, n]) for n in NUMBERS]
    yield (
        "one block, just full and a token too many",
        _case(*full, *(placed(call, 2, call["args"][2] + 1) for call in full)),
    )
    for call, others in CALLS:
        for what, changed in _changed(call, others):
            yield f"{call['call']}, then with {what}", _case(call, changed)


def _case(*calls: Call) -> check.Scenario:
    return cast(check.Scenario, {"calls": [*calls]})


REPEATS: dict[str, check.Scenario] = dict(_cases())
