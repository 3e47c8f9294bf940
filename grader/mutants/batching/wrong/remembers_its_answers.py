"""A first attempt at being quick: answers the same question twice with the same list."""

from functools import lru_cache
from heapq import heapreplace


def simulate_static(out_lens, batch_size):
    check(out_lens, batch_size)
    return static(tuple(out_lens), batch_size)


@lru_cache(maxsize=4)
def static(out_lens, batch_size):
    finish, start = [], 0
    for i in range(0, len(out_lens), batch_size):
        group = [start + n for n in out_lens[i : i + batch_size]]
        finish += group
        start = max(group)
    return start, finish


def simulate_continuous(out_lens, batch_size):
    check(out_lens, batch_size)
    return continuous(tuple(out_lens), batch_size)


@lru_cache(maxsize=4)
def continuous(out_lens, batch_size):
    heap, finish = [0] * min(batch_size, len(out_lens)), []
    for length in out_lens:
        finish.append(heap[0] + length)
        heapreplace(heap, finish[-1])
    return max(finish, default=0), finish


def utilization(out_lens, batch_size, total_steps):
    check(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < 0 or (out_lens and not total_steps):
        raise ValueError(f"total_steps: {total_steps!r}")
    return sum(out_lens) / (batch_size * total_steps) if out_lens else 0.0


def check(out_lens, batch_size):
    for value in [batch_size, *out_lens]:
        if type(value) is not int or value < 1:
            raise ValueError(f"bad value: {value!r}")
