"""Static in one pass by a state machine; the answer is a NamedTuple, the error a class of its own."""

import heapq
import math
from typing import NamedTuple


class Run(NamedTuple):
    total: int
    finish: list


class Bad(ValueError):
    pass


def _good(value, least):
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise Bad("no good: %s" % (value,))
    return value


def _all(out_lens, batch_size):
    for value in reversed(out_lens):
        _good(value, 1)
    _good(batch_size, 1)


def simulate_static(out_lens, batch_size):
    _all(out_lens, batch_size)
    finish, base, longest, inside = [], 0, 0, 0
    for length in out_lens:  # a state machine: the group counts itself
        if inside == batch_size:
            base, longest, inside = base + longest, 0, 0
        inside += 1
        longest = length if length > longest else longest
        finish.append(base + length)
    return Run(base + longest, finish)


def simulate_continuous(out_lens, batch_size):
    _all(out_lens, batch_size)
    n = len(out_lens)
    finish = list(out_lens)
    if batch_size < n:
        heap = [(end, i) for i, end in enumerate(finish[:batch_size])]
        heapq.heapify(heap)
        for i in range(batch_size, n):
            end, _ = heapq.heappop(heap)
            finish[i] = end + out_lens[i]
            heapq.heappush(heap, (finish[i], i))
    return Run(sorted(finish)[-1] if n else 0, finish)


def utilization(out_lens, batch_size, total_steps):
    _good(total_steps, 0)
    _all(out_lens, batch_size)
    if len(out_lens) > 0:
        _good(total_steps, 1)
        return math.fsum(length / batch_size / total_steps for length in out_lens)
    return 0.0
