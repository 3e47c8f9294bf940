"""Passes that count: a drill that was written, not pasted.

A pass counts when it is the first, or when the file was begun anew since the last one that counted
and its code is not that of an earlier pass. So a file that is pasted, or graded twice, moves
nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grader import history
from grader.history import BEGUN, Attempt


@dataclass(frozen=True)
class Sitting:
    """All attempts from the beginning of a file to the pass that counts."""

    passed: Attempt
    broken: frozenset[str]  # rules that one of them broke
    gave_up: bool  # the answer was opened


def sittings(drill: str) -> Iterator[Sitting]:
    """Yield the passes that count, oldest first, each with what led to it."""
    events = history.events(drill)
    seen: set[str] = set()  # code that passed before
    counted: float | None = None  # when the last pass counted
    attempts = history.of(drill)
    for number, attempt in enumerate(attempts):
        if not attempt.is_pass:
            continue
        begun = max((e.at for e in events if e.kind in BEGUN and e.at <= attempt.at), default=0.0)
        is_new = attempt.code not in seen and (counted is None or begun > counted)
        seen.add(attempt.code)
        if is_new:
            before = counted or 0.0
            since = max(begun, before)
            broken = {rule for one in attempts[:number] if one.at >= since for rule in one.broken}
            opened = any(e.kind == "solution" and before < e.at <= attempt.at for e in events)
            counted = attempt.at
            yield Sitting(attempt, frozenset(broken), opened)
