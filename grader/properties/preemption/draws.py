"""Random scenarios of the drill `preemption`: up to three calls on one machine, or nearly.

Left out: two values in one call that are refused, where a message may name either.
"""

import json
from collections.abc import Sequence
from typing import Any, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.preemption.machines import CARDS, MODELS
from grader.properties.preemption.nonsense import UNKNOWN
from grader.properties.preemption.refusals import FLOORS, POLICIES, offending
from grader.properties.preemption.shapes import Call
from grader.scenario import digits

TOKENS = (4, 5, 1, 2, 3, 8, 9, 16, 17, 33, 100, 1000)


BLOCK_SIZES = (4, 2, 16, 1, 3)
COPIES = (1, 2, 3, 64, 80)
RIDS = ("A", "B", "C", "D", "req-10", "req-9", "a b", "B,1")
PRIORITIES = (0, 1, -1, 2, -2, 11, 9, -9)
ARRIVALS = (0, 9, 3, 11, -5)
MACHINE = (  # what a random machine, or a call on another one, may have of its own
    *("flops", "mfu_percent", "pcie", "copy_ns"),
    *("params", "layers", "heads", "kv_heads", "head_dim", "kv_bytes"),
)
VALUES = (3, 2, 1, 5, 7, 29, 58, 97)
LARGE = 10**17  # and a little more is no float


def _timed(which: int, draw: Sequence[int]) -> Call:
    """Make one of the three calls on time from five small numbers."""
    a, b, c, d, e = draw
    tokens, size = TOKENS[a % 12], BLOCK_SIZES[b % 5]
    blocks = -(-tokens // size)
    shared = (0, c, blocks, blocks - 1)[c % 4] if c else 0
    shared = min(shared, blocks)
    cached = (0, tokens // 2, tokens - 1, tokens, tokens + 2, c)[d % 6]
    named = {"block_size": size}
    if which == 0:
        options = {"shared_blocks": shared, "copies_per_block": COPIES[e % 5]}
    elif which == 1:
        named, options = {}, {"cached": cached}
    else:
        private = blocks - shared
        rooms = (private, private - 1, private + 1, 0, 1000)
        named["host_free_blocks"] = max(0, rooms[e % 5])
        options = {
            "cached": cached,
            "shared_blocks": shared,
            "copies_per_block": COPIES[(b + d) % 5],
        }
    if (a + e) % 3 == 0:  # leave some out
        options = {name: number for name, number in options.items() if number not in (0, 1)}
    call = ("swap_seconds", "recompute_seconds", "choose")[which]
    return {"call": call, "tokens": tokens, "named": {**named, **options}}


def _queue(draw: Sequence[int]) -> Call:
    """Make a call of victims() from five small numbers."""
    a, b, c, d, e = draw
    count = a % 5
    running: list[list[str | int]] = []
    for index in range(count):
        private = 1 + (b + index * (1 + c % 3)) % 4
        priority = PRIORITIES[(c + d * (index // 2)) % 8]
        arrival = ARRIVALS[(index * (1 + 2 * (e % 2)) + c) % 5]
        running.append([RIDS[(index + 4 * (c == 0)) % 8], private, priority, arrival])
    total = sum(cast(int, entry[1]) for entry in running)
    need = max(1, (1, total, total + 1, total - 1, 2, 3, 4, total // 2)[d])
    return {
        "call": "victims",
        "running": running,
        "need_blocks": need,
        "policy": POLICIES[e % 4 // 2],
    }


def _spoil(call: Call, where: int, how: int) -> None:
    """Make one number of the call one that the contract refuses."""
    if call["call"] == "victims":
        running = call.get("running", [])
        if where % 3 == 0:
            call["policy"] = UNKNOWN[(where + 8 * how) % len(UNKNOWN)]
        elif where % 3 == 1 and running:
            running[how % len(running)][1] = (0, -1, -7)[how % 3]
        else:
            call["need_blocks"] = (0, -1, -7)[how % 3]
        return
    named = call.get("named", {})
    names = ["tokens", *named]
    name = names[where % len(names)]
    number = (FLOORS[name] - 1, -7)[how % 2]
    if name == "shared_blocks" and how % 3:
        number = -(-call.get("tokens", 0) // named["block_size"]) + how
    if name == "tokens":
        call["tokens"] = number
        named.pop("shared_blocks", None)  # or there would be two bad ones
    else:
        named[name] = number
        if name == "block_size":
            named.pop("shared_blocks", None)


def _enlarge(call: Call, where: int) -> None:
    """Make one number of the call one that floats do not hold."""
    if call["call"] == "victims":
        running = call.get("running", [])
        if running and where % 4:
            entry = running[where // 4 % len(running)]
            entry[where % 4] = cast(int, entry[where % 4]) + LARGE
        else:
            call["need_blocks"] = call.get("need_blocks", 1) + LARGE
        return
    named = call.get("named", {})
    names = [name for name in ("block_size", "cached", "host_free_blocks") if name in named]
    if names:  # tokens stay few, since a right program may count them one by one
        named[names[where % len(names)]] += LARGE


def _again(call: Call, where: int, how: int) -> Call:
    """Return the call once more, one thing in it changed; or nothing."""
    again = cast(Call, json.loads(json.dumps(call)))
    if call["call"] == "victims":
        running = again.get("running", [])
        if where % 3 == 0 and running:
            place = how % len(running)
            running[place][1 + how % 2] = 1 + where % 4
        elif where % 3 == 1:
            again["policy"] = POLICIES[how % 2]
        else:
            running.reverse()
        return again
    named = again.get("named", {})
    names = [*MACHINE, "tokens", *(name for name in named if name != "shared_blocks")]
    name = names[(8 * where + how) % len(names)]
    if name in MACHINE:
        again["but"] = {name: VALUES[how]}
    elif name == "tokens":
        again["tokens"] = call.get("tokens", 1) + how
    else:
        named[name] = how + FLOORS[name]
    return again if len(offending(again)) <= 1 else call  # fewer blocks may be shared twice over


def _call(draws: Sequence[int]) -> Call:
    which, twist, *draw = draws
    call = _queue(draw) if which > 2 else _timed(which, draw)
    if twist == 8:
        _spoil(call, draw[0] + draw[2], draw[3])
    if twist == 9:
        _enlarge(call, draw[0] + draw[4])
    return call


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    calls = [_call(draws[start : start + 7]) for start in (0, 7, 14)]
    count, way, where, how, model, card, field = draws[-7:]
    if way < 2:  # twice nearly the same, and perhaps the first one again
        first = calls[0]
        calls = [first, _again(first, where, how), first]
        count += not count
    case: dict[str, Any] = {"gpu": CARDS[model >= 3][card], "model": MODELS[model]}
    case["calls"] = calls[: 1 + count]
    if field < len(MACHINE):
        part = "gpu" if MACHINE[field] in case["gpu"] else "model"
        case[part] = {**case[part], MACHINE[field]: VALUES[where]}
    return cast(check.Scenario, case)


_CALL = (5, 10, 12, 5, 8, 8, 10)
SCENARIOS: SearchStrategy[check.Scenario] = digits(
    *_CALL, *_CALL, *_CALL, 3, 8, 8, 8, 5, 4, 30
).map(_scenario)
