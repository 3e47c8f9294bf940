"""Fixed scenarios of the drill `preemption`, by what they tell, played before any random one.

Left out: the names of the wrong programs that they tell (`grader/mutants/preemption`).
"""

from functools import partial
from typing import cast

from grader import check
from grader.properties.preemption.machines import (
    A100,
    BASE,
    LLAMA,
    LLAMA_2,
    OPT,
    SLOW_COPIES,
    TINY,
    WIDE,
    card,
)
from grader.properties.preemption.shapes import Call, Card, Sizes


def _case(call: Call, gpu: Card = BASE, model: Sizes = LLAMA) -> check.Scenario:
    return cast(check.Scenario, {"gpu": gpu, "model": model, "calls": [call]})


def _swap(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    whole = {"block_size": 16, **named}
    return _case({"call": "swap_seconds", "tokens": tokens, "named": whole}, gpu, model)


def _compute(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    return _case({"call": "recompute_seconds", "tokens": tokens, "named": {**named}}, gpu, model)


def _choice(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    whole = {"block_size": 16, "host_free_blocks": 10**5, **named}
    return _case({"call": "choose", "tokens": tokens, "named": whole}, gpu, model)


def _need(need: int, policy: str, *running: tuple[str, int, int, int]) -> check.Scenario:
    queue = [list[str | int](entry) for entry in running]
    call = Call(call="victims", running=queue, need_blocks=need, policy=policy)
    return _case(call, TIE, TINY)


TIE = card(128, 50, 32)  # 4 tokens of TINY in a block of 4: 1 s to swap, 1 s to compute


A, B, C = ("A", 3, 0, 0), ("B", 2, 0, 1), ("C", 1, 0, 2)


_tie = partial(_choice, 4, TIE, TINY, block_size=4)


TELLING: dict[str, check.Scenario] = {
    "one block, out and back": _swap(4, TIE, TINY, block_size=4),
    "100 tokens are seven blocks": _swap(100),
    "two of them shared": _swap(100, shared_blocks=2),
    "all of them shared": _swap(100, shared_blocks=7),
    "64 copies a block": _swap(100, SLOW_COPIES, copies_per_block=64),
    "one copy a block": _swap(100, SLOW_COPIES),
    "a full last block": _swap(96),
    "every head its own KV": _swap(100, model=LLAMA_2),
    "one byte a number": _swap(5, card(1000, 50, 100), WIDE, block_size=4),
    "four tokens": _compute(4, TIE, TINY),
    "100 tokens": _compute(100),
    "8192 tokens": _compute(8192),
    "half of 8192 cached": _compute(8192, cached=4096),
    "all of them cached": _compute(100, cached=100),
    "more cached than there are": _compute(100, cached=10**6),
    "one token": _compute(1, cached=1),
    "a tie": _tie(),
    "52 cached blocks of 1000 tokens": _choice(1000, cached=52 * 16),
    "53 cached blocks of 1000 tokens": _choice(1000, cached=53 * 16),
    "OPT-13B, small copies, blocks of 15": _choice(
        512, A100, OPT, block_size=15, copies_per_block=80
    ),
    "OPT-13B, small copies, blocks of 16": _choice(512, A100, OPT, copies_per_block=80),
    "a link above the break-even": _choice(100, card(989 * 10**12, 50, 10**10), LLAMA),
    "a link below the break-even": _choice(96, card(989 * 10**12, 50, 6 * 10**9), LLAMA),
    "host room for all but one": _choice(100, host_free_blocks=6),
    "host room for exactly as many": _choice(100, host_free_blocks=7),
    "host room for the private ones": _choice(100, host_free_blocks=5, shared_blocks=2),
    "no host room, and two shared": _choice(100, host_free_blocks=0, shared_blocks=2),
    "no host room, nothing to move": _choice(100, host_free_blocks=0, shared_blocks=7),
    "the last one is enough": _need(1, "fcfs", A, B, C),
    "the last two": _need(2, "fcfs", A, B, C),
    "all of them": _need(6, "fcfs", A, B, C),
    "all of them would not do": _need(7, "fcfs", A, B, C),
    "nobody runs": _need(1, "priority"),
    "the largest priority goes": _need(1, "priority", ("A", 1, 9, 0), ("B", 1, 0, 1)),
    "of equals the latest goes": _need(1, "priority", ("A", 1, 5, 3), ("B", 1, 5, 1)),
    "priority before arrival": _need(
        2, "priority", ("A", 1, 1, 7), ("B", 1, 2, 0), ("C", 1, -1, 9)
    ),
    "no tokens": _compute(0),
    "a negative cache": _compute(100, cached=-1),
    "blocks of nothing": _swap(100, block_size=0),
    "fewer than no shared blocks": _swap(100, shared_blocks=-7),
    "eight of seven blocks shared": _swap(100, shared_blocks=8),
    "no copy a block": _swap(100, copies_per_block=0),
    "less than no host room": _choice(100, host_free_blocks=-7),
    "a choice with a negative cache": _choice(100, cached=-7),
    "a choice with too many shared": _choice(100, shared_blocks=8),
    "a policy that nobody knows": _need(1, "lifo", A),
    "a policy in capitals": _need(1, "FCFS", A),
    "a policy behind all others": _need(1, "sjf", A),
    "nothing needed": _need(0, "fcfs", A),
    "less than nothing needed": _need(-7, "priority", A),
    "a victim without blocks": _need(1, "fcfs", ("A", 0, 0, 0), B),
    "a victim of negative blocks": _need(1, "priority", ("A", -7, 0, 0), B),
}
