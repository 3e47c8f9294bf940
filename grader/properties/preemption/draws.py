"""Random scenarios of the drill `preemption`: up to three calls on one machine.

Left out: two values in one call that are refused, where a message may name either.
"""

from collections.abc import Sequence
from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.preemption.machines import CARDS, MODELS
from grader.properties.preemption.nonsense import UNKNOWN
from grader.properties.preemption.refusals import FLOORS, POLICIES
from grader.properties.preemption.shapes import Call
from grader.scenario import digits

TOKENS = (4, 5, 1, 2, 3, 8, 9, 16, 17, 33, 100, 1000)


BLOCK_SIZES = (4, 2, 16, 1, 3)
COPIES = (1, 2, 3, 64, 80)


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
        priority = (c * (index + 1) + d) % 3 - (d == 7)
        running.append([chr(65 + index), private, priority, (index * (1 + 2 * (e % 2)) + c) % 5])
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


_CALL = (5, 9, 12, 5, 8, 8, 10)


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    calls: list[Call] = []
    for start in (0, 7, 14):
        which, spoil, *draw = draws[start : start + 7]
        call = _queue(draw) if which > 2 else _timed(which, draw)
        if spoil == 8:
            _spoil(call, draw[0] + draw[2], draw[3])
        calls.append(call)
    count, model, card = draws[-3:]
    case = {"gpu": CARDS[model >= 3][card], "model": MODELS[model], "calls": calls[: 1 + count]}
    return cast(check.Scenario, case)


SCENARIOS: SearchStrategy[check.Scenario] = digits(*_CALL, *_CALL, *_CALL, 3, 5, 4).map(_scenario)
