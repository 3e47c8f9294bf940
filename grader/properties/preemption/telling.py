"""Fixed scenarios of the drill `preemption`, by what they tell, played before any random one.

Left out: calls that are refused (`nonsense.py`), calls that differ in one number
(`repeats.py`), and the names of the wrong programs that they tell (`grader/mutants/preemption`).
"""

from functools import partial
from typing import cast

from grader import check
from grader.properties.preemption.machines import (
    A100,
    BASE,
    LLAMA,
    LLAMA_2,
    ODD,
    OPT,
    SLOW_COPIES,
    TINY,
    WIDE,
    card,
)
from grader.properties.preemption.nonsense import NONSENSE, A, B, C
from grader.properties.preemption.repeats import REPEATS
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


def _overfull(call: str, *powers: int, **named: int) -> check.Scenario:
    """Return calls for a block of 10 ** power tokens, and one token more."""
    calls = [
        Call(call=call, tokens=10**power + 1, named={"block_size": 10**power, **named})
        for power in powers
    ]
    return cast(check.Scenario, {"gpu": BASE, "model": LLAMA, "calls": calls})


def _need(need: int, policy: str | None, *running: tuple[str, int, int, int]) -> check.Scenario:
    queue = [list[str | int](entry) for entry in running]
    call = Call(call="victims", running=queue, need_blocks=need)
    if policy is not None:
        call["policy"] = policy
    return _case(call, TIE, TINY)


TIE = card(128, 50, 32)  # 4 tokens of TINY in a block of 4: 1 s to swap, 1 s to compute
FAST = card(10**18, 50, 7 * 10**17)  # the same times are below 1e-15 s


ODD_NAMES = (" B", "B ", "a,b", "a-1", "a b", "\u00e9", "request-0123456789", "A\n")


_tie = partial(_choice, 4, TIE, TINY, block_size=4)


SMALL: dict[str, check.Scenario] = {
    "one block, out and back": _swap(4, TIE, TINY, block_size=4),
    "100 tokens are seven blocks": _swap(100),
    "two of them shared": _swap(100, shared_blocks=2),
    "all of them shared": _swap(100, shared_blocks=7),
    "64 copies a block": _swap(100, SLOW_COPIES, copies_per_block=64),
    "one copy a block": _swap(100, SLOW_COPIES),
    "a copy of an odd nanosecond": _swap(100, card(10**15, 50, 50 * 10**9, 1_237)),
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
    "29 percent of the peak": _compute(100, card(10**15, 29, 50 * 10**9)),
    "odd parameters": _compute(1, card(10**6, 50, 10**6), ODD),
    "a peak of half a FLOP": _compute(3, card(7, 50, 3), TINY),
    "a peak below one FLOP": _compute(3, card(1, 50, 3), TINY),
    "a tie": _tie(),
    "a tie of half that is cached": _choice(
        8, card(256, 50, 32), TINY, block_size=4, cached=4, shared_blocks=1
    ),
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
    "thirty of forty": _need(30, "fcfs", *((f"S{n}", 1, 0, n) for n in range(40))),
    "thirty of forty by priority": _need(
        30, "priority", *((f"S{n}", 1, n % 3, 7 * n % 40) for n in range(40))
    ),
    "all of a hundred": _need(100, "fcfs", *((f"S{n}", 1, 0, n) for n in range(100))),
    "all of a hundred by priority": _need(
        100, "priority", *((f"S{n}", 1, n % 3, 7 * n % 100) for n in range(100))
    ),
    "all of a hundred in vain": _need(101, "fcfs", *((f"S{n}", 1, 0, n) for n in range(100))),
    "names that look like numbers": _need(
        4, "fcfs", ("10", 1, 0, 0), ("9", 1, 0, 1), ("a", 1, 0, 2), ("A", 1, 0, 3)
    ),
    "names of more than letters": _need(
        8, "fcfs", *((rid, 1, 0, n) for n, rid in enumerate(ODD_NAMES))
    ),
    "nobody runs": _need(1, "priority"),
    "no policy is fcfs": _need(1, None, ("A", 1, 9, 0), ("B", 1, 0, 1)),
    "the largest priority goes": _need(1, "priority", ("A", 1, 9, 0), ("B", 1, 0, 1)),
    "of equals the latest goes": _need(1, "priority", ("A", 1, 5, 3), ("B", 1, 5, 1)),
    "the largest of negative ones goes": _need(1, "priority", ("A", 1, -4, 5), ("B", 1, -2, 3)),
    "of negative equals the latest goes": _need(1, "priority", ("A", 1, -1, 5), ("B", 1, -1, 7)),
    "nine is less than eleven": _need(1, "priority", ("A", 1, 11, 3), ("B", 1, 9, 7)),
    "arrivals of nine and eleven": _need(1, "priority", ("A", 1, 0, 11), ("B", 1, 0, 9)),
    "an arrival below zero": _need(1, "priority", ("A", 1, 0, 3), ("B", 1, 0, -5)),
    "priority before arrival": _need(
        2, "priority", ("A", 1, 1, 7), ("B", 1, 2, 0), ("C", 1, -1, 9)
    ),
}


LARGE: dict[str, check.Scenario] = {
    "the one private block of more than floats count": _swap(16 * 10**16 + 1, shared_blocks=10**16),
    "the one of many full blocks": _swap(16 * (10**16 + 1), shared_blocks=10**16),
    "no private block of many": _swap(10**16 + 1, block_size=1, shared_blocks=10**16 + 1),
    "a swap of less than a femtosecond": _swap(4, FAST, TINY, block_size=4),
    "a recompute of less than a femtosecond": _compute(4, FAST, TINY),
    "a choice within a femtosecond": _choice(4, FAST, TINY, block_size=4),
    "a swap that is faster by a hair": _choice(
        4, card(36 * 10**7, 50, 9 * 10**7 + 1), TINY, block_size=4
    ),
    "a swap that is slower by a hair": _choice(
        4, card(36 * 10**7, 50, 9 * 10**7 - 1), TINY, block_size=4
    ),
    "a token more than a large block": _overfull("swap_seconds", 3, 5, 7, 9, 12, 15, 17),
    "a choice for a token more than a large block": _overfull("choose", 3, 5, host_free_blocks=1),
    "one shared block too many for floats to tell": _swap(
        10**17, block_size=1, shared_blocks=10**17 + 1
    ),
    "arrivals above priorities": _need(1, "priority", ("A", 1, 1, 10**17), ("B", 1, 2, 0)),
    "arrivals far below": _need(1, "priority", ("A", 1, 1, 0), ("B", 1, 2, -(10**17))),
    "priorities that 32 bits do not hold": _need(1, "priority", ("A", 1, 2**31, 0), ("B", 1, 0, 5)),
    "arrivals that 32 bits do not hold": _need(1, "priority", ("A", 1, 0, 2**32), ("B", 1, 0, 5)),
    "priorities that floats do not tell apart": _need(
        1, "priority", ("A", 1, 10**16 + 1, 0), ("B", 1, 10**16, 5)
    ),
    "arrivals that floats do not tell apart": _need(
        1, "priority", ("A", 1, 0, 10**16 + 1), ("B", 1, 0, 10**16)
    ),
    "priorities that floats do not tell apart, turned": _need(
        1, "priority", ("A", 1, 10**16, 5), ("B", 1, 10**16 + 1, 0)
    ),
    "arrivals that floats do not tell apart, turned": _need(
        1, "priority", ("A", 1, 0, 10**16), ("B", 1, 0, 10**16 + 1)
    ),
    "a need that floats do not count": _need(
        10**16 + 1, "fcfs", ("A", 1, 0, 0), ("D", 10**16, 0, 7)
    ),
    "a need that many blocks miss by one": _need(
        10**16 + 1, "fcfs", ("A", 1, 0, 0), ("D", 10**16 - 1, 0, 7)
    ),
}


TELLING: dict[str, check.Scenario] = {**SMALL, **LARGE, **NONSENSE, **REPEATS}
