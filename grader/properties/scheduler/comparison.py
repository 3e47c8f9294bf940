"""Two states of the same moment, side by side: in what, and for whom, they differ.

Left out: what follows from it (`states.py`, `facets.py`).
"""

from collections import Counter
from typing import cast

from grader.properties.scheduler.parting import Parting
from grader.properties.scheduler.shapes import State


def unequal(must: State, got: State) -> set[str]:
    """Return in which of its fields a state is not as it must be: {"free", "tables"}."""
    return {key for key, value in must.items() if got.get(key) != value}


def misqueued(must: State, got: State) -> set[str]:
    """Return who is queued more often, or less often, than must be."""
    right, theirs = must["waiting"] + must["running"], got["waiting"] + got["running"]
    if len(right) == len(theirs) and set(right) == set(theirs):
        return set()
    counts = Counter(right)
    counts.subtract(theirs)
    return {name for name, count in counts.items() if count}


def whose_differ(at: Parting, must: State, got: State, *keys: str) -> set[str]:
    """Return for whom one of the lists by arrival differs."""
    names: set[str] = set()
    for key in keys:
        right, theirs = cast(list[int], must.get(key)), cast(list[int], got.get(key))
        if right != theirs:
            names |= {n for n, seat in at.seats.items() if right[seat] != theirs[seat]}
    return names
