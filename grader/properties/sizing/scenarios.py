"""Which scenarios of the drill `sizing` are allowed, and random ones.

Left out: fixed scenarios that each tell a fault (`telling.py`), and calls with two values that are
refused, where a message may name either.
"""

import math
import re
from collections.abc import Sequence
from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.sizing.formulas import offending
from grader.properties.sizing.repeats import placed, swapped
from grader.properties.sizing.shapes import Call, Scenario
from grader.scenario import digits


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether every call exists, has its arguments, and at most one that is refused."""
    calls = cast(Scenario, scenario)["calls"]
    return 0 < len(calls) <= MOST_CALLS and all(_is_valid_call(call) for call in calls)


def _is_valid_call(call: Call) -> bool:
    if call["call"] not in ARGUMENTS or ("util" in call) != (call["call"] == "num_blocks"):
        return False
    least, most = ARGUMENTS[call["call"]]
    if not least <= len(call["args"]) <= most or any(abs(n) >= TOO_LARGE for n in call["args"]):
        return False
    util = call.get("util", "0.5")
    if not UTIL.fullmatch(util) or not math.isfinite(float(util)):
        return False
    return len(offending(call)) <= 1


MOST_CALLS = 100
TOO_LARGE = 10**40
UTIL = re.compile(r"-?[0-9]{1,400}(\.[0-9]{1,400})?([eE][-+]?[0-9]{1,3})?")
ARGUMENTS = {  # how many whole numbers a call may have
    "kv_bytes_per_token": (4, 5),
    "num_blocks": (4, 4),
    "blocks_for": (2, 2),
    "max_concurrency": (3, 3),
    "admits": (3, 3),
    "max_len_that_fits": (2, 2),
    "prefill_saved": (3, 3),
}

GIB = 2**30
SIZES = (4, 2, 1, 3, 8, 16, 5, 7, 10, 32, 33, 64, 100, 128, 512, 2000)
BLOCK_SIZES = (4, 2, 1, 3, 8, 16, 5, 256)
LAYERS = (2, 1, 3, 32, 28, 40, 61)
KV_HEADS = (8, 4, 2, 1, 3, 10, 32, 40)
HEAD_DIMS = (4, 2, 1, 64, 128, 80)
DTYPES = (2, 1, 4)
TPS = (2, 1, 4, 8, 3, 16)
TOTALS = (100, 1000, 10, 64, 4096, 999, 40 * GIB, 80 * GIB)
UTILS = (
    *("0.9", "0.5", "0.07", "0.55", "0.92", "0.29", "1.0", "0.3", "0.925", "0.1234"),
    *("0.30000000000000004", "0.123456789012", "0.00001", "0.0625"),
)
BLOCK_BYTES = (1, 4, 20, 2, 7, 2 * 2**20)
BAD_NUMBERS = (0, -1, -7)
BAD_UTILS = ("0.0", "1.5", "-0.1", "1.01", "1.0000001")
LARGE = 10**16  # and a little more is no float


def _draw(pool: Sequence[int], number: int) -> int:
    return pool[number % len(pool)]


def _blocks_call(a: int, b: int, c: int, d: int, e: int) -> Call:
    total = _draw(TOTALS, a)
    weights, activations = max(1, total * b // 16), max(1, total * c // 64)
    block = _draw(BLOCK_BYTES, d)
    util = UTILS[e] if d % 2 else f"{(16 * c + b + e) % 99 + 1}e-2"
    return {"call": "num_blocks", "args": [total, weights, activations, block], "util": util}


def _arguments(call: str, a: int, b: int, c: int, d: int, e: int) -> list[int]:
    if call == "kv_bytes_per_token":
        numbers = [_draw(LAYERS, a), _draw(KV_HEADS, b), _draw(HEAD_DIMS, c), _draw(DTYPES, d)]
        return numbers if e < 4 else [*numbers, _draw(TPS, e)]
    if call == "prefill_saved":
        return [_draw(SIZES, a), _draw(SIZES, b), _draw(BLOCK_SIZES, c)]
    if call == "blocks_for":
        return [_draw(SIZES, a), _draw(BLOCK_SIZES, b)]
    block_size = _draw(BLOCK_SIZES, b)
    if call == "max_len_that_fits":
        return [_draw(SIZES, a), block_size]
    blocks = _draw(SIZES, a) + LARGE * (e == 6)
    near = blocks + _draw((0, -1, 1, -2), c)  # blocks that max_len fills: about the whole pool
    max_len = near * block_size - _draw((0, 1, block_size - 1), d)
    return [blocks, block_size, max_len if e < 7 and max_len > 0 else _draw(SIZES, d)]


def _one_call(draw: tuple[int, ...]) -> Call:
    spoil, which, a, b, c, d, e = draw
    name = list(ARGUMENTS)[which]
    if name == "num_blocks":
        call = _blocks_call(a, b, c, d, e)
    else:
        call = Call(call=name, args=_arguments(name, a, b, c, d, e))
    if spoil == 4:
        _spoil(call, a + b, c)
    if spoil == 5:
        call["args"][(a + b) % len(call["args"])] += LARGE
    return call


def _spoil(call: Call, where: int, how: int) -> None:
    """Make one argument of the call one that the contract refuses."""
    place = where % (len(call["args"]) + ("util" in call))
    if place == len(call["args"]):
        call["util"] = BAD_UTILS[how % len(BAD_UTILS)]
    else:
        call["args"][place] = _draw(BAD_NUMBERS, how)


def _again(call: Call, where: int, how: int) -> Call:
    """Return the call once more, one thing in it changed; or nothing."""
    args = call["args"]
    place, other = where % len(args), how % len(args)
    if how % 2:
        return swapped(call, place, other)
    if "util" in call and how == 4:
        return {**call, "util": UTILS[where % len(UTILS)]}
    again = placed(call, place, SIZES[how])
    return again if len(offending(again)) <= 1 else call


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    calls = [_one_call(draws[start : start + 7]) for start in (0, 7, 14)]
    count, way, where, how = draws[-4:]
    if way == 0:  # twice nearly the same, and perhaps the first one again
        calls = [calls[0], _again(calls[0], where, how), calls[0]]
        count += not count
    return cast(check.Scenario, {"calls": calls[: 1 + count]})


_CALL = (6, 7, 16, 16, 16, 16, 14)
SCENARIOS: SearchStrategy[check.Scenario] = digits(*_CALL, *_CALL, *_CALL, 3, 4, 60, 16).map(
    _scenario
)
