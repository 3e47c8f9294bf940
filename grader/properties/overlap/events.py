"""The events of a trace, read from their text."""

import re
from dataclasses import dataclass
from functools import lru_cache

COUNT = re.compile(r"(\w+)[*=:](-?\d+)")  # "A*3" launches, "A=7" is sampled, "A:2" a source


@dataclass(frozen=True)
class Event:
    """One event: counts of a launch or tokens of a delivery, and sources or finished rids."""

    launch: bool
    step: int
    entries: dict[str, int]
    sources: dict[str, int]
    finished: list[str]


@lru_cache(maxsize=512)
def event_of(text: str) -> Event:
    """Return an event as the driver wrote it: "S 3 A*1 / A:2" launches step 3, A's input from 2."""
    head, _, tail = text.partition(" / ")
    kind, step, *_ = head.split()
    entries = {rid: int(number) for rid, number in COUNT.findall(head)}
    if kind == "S":
        sources = {rid: int(number) for rid, number in COUNT.findall(tail)}
        return Event(True, int(step), entries, sources, [])
    return Event(False, int(step), entries, {}, tail.split())
