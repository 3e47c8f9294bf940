"""Batching: when each request is done, if the batch waits for its longest one and if it does not.

Requests that generate tokens share `batch_size` slots; a slot generates one token a step.
All requests are there before step 1, the first step, and are served in index order.
"""

from collections.abc import Sequence
from heapq import heappush, heapreplace


def simulate_static(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    """Return (total_steps, finish) when requests run in fixed groups.

    `out_lens[i]` is how many tokens request i generates, one a step; `finish[i]` is the step at
    whose end it is done. Requests go in groups of `batch_size`, in order; a group starts when the
    one before has wholly finished. `total_steps` is the largest finish, 0 for no requests.
    [5, 1, 1, 1] in groups of 2 gives (6, [5, 1, 6, 6]).

    Raises ValueError, naming the value, for a batch size or a length that is below 1 or no int
    (True is none), before anything else. The input stays as it is; the list is a new one. The cost
    is O(n), whatever the lengths and the batch size.
    """
    _check(out_lens, batch_size)
    finish: list[int] = []
    start = 0  # steps over before this group
    rest = list(out_lens)
    while rest:
        group, rest = rest[:batch_size], rest[batch_size:]
        finish += [start + length for length in group]
        start += max(group)
    return start, finish


def simulate_continuous(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    """Return (total_steps, finish) when a free slot takes the next request at once.

    As `simulate_static`, but without groups: a slot that frees at the end of step t takes the next
    request, in index order, from step t + 1 on. [5, 1, 1, 1] in 2 slots gives (5, [5, 1, 2, 3]).

    Raises ValueError as `simulate_static` does. The input stays as it is; the list is a new one.
    The cost is O(n log batch_size), whatever the lengths; a batch size may be far above n.
    """
    _check(out_lens, batch_size)
    finish: list[int] = []
    busy: list[int] = []  # heap: the step at whose end each slot in use is free again
    for length in out_lens:
        if len(busy) < batch_size:  # a slot that was never used, free from the start
            finish.append(length)
            heappush(busy, length)
        else:
            finish.append(busy[0] + length)
            heapreplace(busy, finish[-1])
    return max(finish, default=0), finish


def utilization(out_lens: Sequence[int], batch_size: int, total_steps: int) -> float:
    """Return the share of slots that generated a token, over `total_steps` steps.

    That is all tokens over `batch_size * total_steps`, as a float, and 0.0 for no requests:
    [5, 1, 1, 1] in 2 slots over 5 steps gives 0.8. Too few steps are not checked: over 2 steps it
    is 2.0.

    Raises ValueError as `simulate_static` does, for a `total_steps` that is no int too, and for
    one that is negative, or 0 although there are requests.
    """
    _check(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < 0 or (out_lens and total_steps == 0):
        raise ValueError(f"total_steps {total_steps!r} cannot hold {len(out_lens)} requests")
    if not out_lens:
        return 0.0
    return sum(out_lens) / (batch_size * total_steps)


def _check(out_lens: Sequence[int], batch_size: int) -> None:
    if type(batch_size) is not int or batch_size < 1:
        raise ValueError(f"batch_size must be a positive int, not {batch_size!r}")
    for length in out_lens:
        if type(length) is not int or length < 1:
            raise ValueError(f"a length must be a positive int, not {length!r}")
