"""Counts slots by the step in which they free, in a dict; a heap holds each such step once.

Odd: several slots that free together are one entry; bad input is found by filter, the last bad
value is named first.
"""

import heapq
from collections import Counter


def simulate_static(out_lens, batch_size):
    refuse(out_lens, batch_size)
    lens = list(out_lens)
    groups = [lens[i : i + batch_size] for i in range(0, len(lens), batch_size)]
    finish, over = [], 0
    for group in groups:
        for length in group:
            finish.append(over + length)
        over = max(finish[-len(group) :])
    return over, finish


def simulate_continuous(out_lens, batch_size):
    refuse(out_lens, batch_size)
    free = Counter({0: batch_size})
    times = [0]
    finish = []
    for length in out_lens:
        while not free[times[0]]:
            del free[heapq.heappop(times)]
        now = times[0]
        free[now] -= 1
        if now + length not in free:
            heapq.heappush(times, now + length)
        free[now + length] += 1
        finish.append(now + length)
    return max([0, *finish]), finish


def utilization(out_lens, batch_size, total_steps):
    refuse(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < (1 if out_lens else 0):
        raise ValueError("total_steps: " + repr(total_steps))
    tokens = sum(out_lens)
    return tokens / batch_size / total_steps if tokens else 0.0


def refuse(out_lens, batch_size):
    values = [batch_size, *out_lens]
    bad = [value for value in values if type(value) is not int or value <= 0]
    if bad:
        raise ValueError(f"not positive integers: {bad[::-1]!r}")
