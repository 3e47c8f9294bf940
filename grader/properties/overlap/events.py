"""The events of a trace, read from their text."""

from dataclasses import dataclass
from functools import lru_cache


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
    """Return an event as the driver wrote it: "S 3 A1 / A:2" launches step 3, A's input from 2."""
    head, _, tail = text.partition(" / ")
    kind, step, *words = head.split()
    if kind == "S":
        entries = {word[0]: int(word[1:]) for word in words}
        sources = {word[0]: int(word[2:]) for word in tail.split()}
        return Event(True, int(step), entries, sources, [])
    return Event(False, int(step), {w[0]: int(w[2:]) for w in words}, {}, tail.split())
