"""Plays events in order of time: a slot frees, a slot takes a request from a queue.

Odd: numbers the slots that are in use, empties a queue of its own, and answers from a dict.
"""

from collections import deque
from heapq import heappop, heappush


def simulate_static(out_lens, batch_size):
    _positive("batch_size", batch_size)
    queue = deque(_lengths(out_lens))
    finish = {}
    now = 0
    while queue:
        group = {}
        while queue and len(group) < batch_size:
            group[len(finish) + len(group)] = queue.popleft()
        finish.update((i, now + length) for i, length in group.items())
        now += max(group.values())
    return now, [finish[i] for i in range(len(finish))]


def simulate_continuous(out_lens, batch_size):
    _positive("batch_size", batch_size)
    waiting = deque(enumerate(_lengths(out_lens)))
    events = []  # (step, slot)
    finish = {}
    now = 0
    for slot in range(min(batch_size, len(waiting))):
        _take(waiting, events, finish, now, slot)
    while events:
        now, slot = heappop(events)
        if waiting:
            _take(waiting, events, finish, now, slot)
    return now, [finish[i] for i in sorted(finish)]


def utilization(out_lens, batch_size, total_steps):
    _positive("batch_size", batch_size)
    lengths = _lengths(out_lens)
    if isinstance(total_steps, bool) or not isinstance(total_steps, int) or total_steps < 0:
        raise ValueError(f"total_steps is {total_steps!r}")
    if not lengths:
        return 0.0
    if total_steps == 0:
        raise ValueError(f"{len(lengths)} requests in total_steps 0")
    return sum(lengths) / float(batch_size * total_steps)


def _take(waiting, events, finish, now, slot):
    request, length = waiting.popleft()
    finish[request] = now + length
    heappush(events, (now + length, slot))


def _lengths(out_lens):
    for i, length in enumerate(out_lens):
        _positive(f"out_lens[{i}]", length)
    return list(out_lens)


def _positive(name, value):
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{name} is {value!r}, not a positive int")
