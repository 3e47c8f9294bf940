"""Batching: when each request is done, if the batch waits for its longest one and if it does not.

Requests that generate tokens share `batch_size` slots; a slot generates one token a step.
All requests are there before step 1, the first step, and are served in index order.
"""

from collections.abc import Sequence


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
    raise NotImplementedError("write simulate_static()")


def simulate_continuous(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    """Return (total_steps, finish) when a free slot takes the next request at once.

    As `simulate_static`, but without groups: a slot that frees at the end of step t takes the next
    request, in index order, from step t + 1 on. [5, 1, 1, 1] in 2 slots gives (5, [5, 1, 2, 3]).

    Raises ValueError as `simulate_static` does. The input stays as it is; the list is a new one.
    The cost is O(n log batch_size), whatever the lengths; a batch size may be far above n.
    """
    raise NotImplementedError("write simulate_continuous()")


def utilization(out_lens: Sequence[int], batch_size: int, total_steps: int) -> float:
    """Return the share of slots that generated a token, over `total_steps` steps.

    That is all tokens over `batch_size * total_steps`, as a float, and 0.0 for no requests:
    [5, 1, 1, 1] in 2 slots over 5 steps gives 0.8. Too few steps are not checked: over 2 steps it
    is 2.0.

    Raises ValueError as `simulate_static` does, for a `total_steps` that is no int too, and for
    one that is negative, or 0 although there are requests.
    """
    raise NotImplementedError("write utilization()")
