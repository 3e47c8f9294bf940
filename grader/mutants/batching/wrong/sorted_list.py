"""Keeps the busy slots in a sorted list: bisect finds the place, the first entry frees next.

Odd: moves list entries about, so it is no textbook O(n log B), but fast enough; utilization comes
from an exact fraction.
"""

from bisect import insort
from collections.abc import Sequence
from fractions import Fraction


def simulate_static(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    check(batch_size, *out_lens)
    finish = []
    begin = end = 0
    for i, length in enumerate(out_lens):
        if i % batch_size == 0:
            begin = end
        finish.append(begin + length)
        end = max(end, finish[i])
    return end, finish


def simulate_continuous(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    check(batch_size, *out_lens)
    slots: list[int] = []
    finish = []
    for length in out_lens:
        free = slots.pop(0) if len(slots) == batch_size else 0
        insort(slots, free + length)
        finish.append(free + length)
    return (slots[-1] if slots else 0), finish


def utilization(out_lens: Sequence[int], batch_size: int, total_steps: int) -> float:
    check(batch_size, *out_lens)
    if isinstance(total_steps, bool) or not isinstance(total_steps, int):
        raise ValueError(f"{total_steps} steps")
    if total_steps < 0 or (total_steps == 0 and len(out_lens) > 0):
        raise ValueError(f"{total_steps} steps")
    return float(Fraction(sum(out_lens), batch_size * max(1, total_steps)))


def check(*values):
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"{value} is not a positive integer")
