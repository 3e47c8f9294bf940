"""What you are handed: the trace that a run fills."""

from dataclasses import dataclass, field
from typing import TypeAlias

Launch: TypeAlias = tuple[str, int, dict[str, int], dict[str, int]]
Delivery: TypeAlias = tuple[str, int, dict[str, int], list[str]]


@dataclass
class Trace:
    """What happened, in order, and what came of it.

    ("S", 3, {"A": 1, "B": 1}, {"A": 2}) launches step 3 with one token of A and one of B; A's input
    token is the one that step 2 samples. ("U", 3, {"A": 7, "B": 9}, ["A"]) delivers step 3: the
    tokens 7 and 9 are appended, and A is done.
    """

    events: list[Launch | Delivery] = field(default_factory=list[Launch | Delivery])
    outputs: dict[str, list[int]] = field(default_factory=dict[str, list[int]])  # of every request
    scheduled: dict[str, int] = field(default_factory=dict[str, int])  # tokens launched, by rid
    wasted: int = 0  # sampled tokens that were dropped
