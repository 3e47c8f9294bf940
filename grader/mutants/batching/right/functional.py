"""No loop statement: accumulate, chain and reduce.

Odd: answers a named tuple with a list of a class of its own, which is a tuple and a list all the
same; the parameters have other names.
"""

from functools import reduce
from heapq import heappushpop
from itertools import accumulate, chain
from typing import NamedTuple


class Finish(list):
    """Finish times."""


class Run(NamedTuple):
    """What a simulator answers."""

    total: int
    finish: Finish


def simulate_static(lens, size):
    valid(lens, size)
    groups = [lens[i : i + size] for i in range(0, len(lens), size)]
    starts = list(accumulate(map(max, groups), initial=0))
    ends = chain.from_iterable(
        [start + length for length in group] for start, group in zip(starts, groups)
    )
    return Run(starts[-1], Finish(ends))


def simulate_continuous(lens, size):
    valid(lens, size)
    heap = list(lens[:size])
    first = Finish(heap)
    heap.sort()

    def follow(finish, length):
        # the next to free is taken off when its successor's end is known
        end = heap[0] + length
        heappushpop(heap, end)
        finish.append(end)
        return finish

    finish = reduce(follow, lens[size:], first)
    return Run(max(finish, default=0), finish)


def utilization(lens, size, steps):
    valid(lens, size)
    if type(steps) is not int or steps < bool(lens):
        raise ValueError(f"steps={steps}")
    return sum(lens) / (size * steps or 1)


def valid(lens, size):
    bad = next((x for x in chain((size,), lens) if type(x) is not int or x < 1), 1)
    if bad != 1 or type(bad) is not int:
        raise ValueError(f"neither size nor lengths may be {bad}")
