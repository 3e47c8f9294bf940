"""Looks at each length only when its turn comes, and computes no total before the end.

Odd: works on part of the input before a bad value further on is met, which nobody can see.
"""

from heapq import heapify, heapreplace
from itertools import islice


def simulate_static(out_lens, batch_size):
    size = number(batch_size, 1)
    source = iter(out_lens)
    finish = []
    while group := [number(x, 1) for x in islice(source, min(size, len(out_lens)))]:
        begin = max(finish[-size:] or [0])
        finish.extend(begin + x for x in group)
    return max(finish, default=0), finish


def simulate_continuous(out_lens, batch_size):
    size = min(number(batch_size, 1), max(1, len(out_lens)))
    slots = [0] * size
    heapify(slots)
    finish = []
    for x in out_lens:
        end = slots[0] + number(x, 1)
        heapreplace(slots, end)
        finish.append(end)
    return max(slots), finish


def utilization(out_lens, batch_size, total_steps):
    size, steps = number(batch_size, 1), number(total_steps, 0)
    tokens = 0
    for x in out_lens:
        tokens += number(x, 1)
    if tokens and not steps:
        raise ValueError(f"{tokens} tokens in {steps} steps")
    return tokens / size / steps if tokens else 0.0


def number(value, least):
    if type(value) is int and value >= least:
        return value
    raise ValueError(f"got {value!r} where an int of at least {least} was expected")
