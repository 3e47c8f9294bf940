"""What every request did at every step, as a few segments a request: the data of all pictures."""

from collections.abc import Iterator
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from gpu_checks.course import Course, Step

Kind: TypeAlias = Literal["waiting", "prefill", "decode", "held", "preempted", "hit"]
MEANS: dict[Kind, str] = {
    "waiting": "waiting",
    "hit": "prefill after a prefix hit",
    "prefill": "prefill chunk",
    "decode": "decode",
    "held": "holds pages, not in the step",
    "preempted": "preempted",
}
COLORS: dict[Kind, str] = {  # told apart also by who sees no red or green, and in grey
    "waiting": "#e4e6ea",
    "hit": "#8e5bd0",
    "prefill": "#e69f00",
    "decode": "#2b7bba",
    "held": "#b9cfe2",
    "preempted": "#d01c3f",
}


class Segment(NamedTuple):
    """A stretch of steps in which a request did the same; steps count from 0."""

    kind: Kind
    first: int
    steps: int


def timeline(course: Course) -> list[list[Segment]]:
    """Return the segments of every request: [decode from step 3 on, 2 steps] is a Segment."""
    rows: list[list[Kind | None]] = [[] for _ in course.lives]
    state: dict[int, Kind] = {}  # of requests that are not in a step: waiting, held or preempted
    for step in course.steps:
        state |= dict.fromkeys(step.arrived, "waiting")
        state |= dict.fromkeys(step.preempted, "preempted")
        done = _did(step)
        for number, row in enumerate(rows):
            row.append(done.get(number) or state.get(number))
        state |= dict.fromkeys(done, "held")
        for number in step.finished:
            del state[number]
    return [list(_segments(row)) for row in rows]


def _did(step: Step) -> dict[int, Kind]:
    done: dict[int, Kind] = {}
    for piece in step.pieces:
        kind: Kind = "decode" if piece.is_decode else "prefill"
        done[piece.request] = "hit" if step.hits.get(piece.request) else kind
    return done


def _segments(row: list[Kind | None]) -> Iterator[Segment]:
    first = 0
    for kind, group in groupby(row):
        count = len(list(group))
        if kind is not None:
            yield Segment(kind, first, count)
        first += count


def owners(course: Course, most: int) -> list[list[int]]:
    """Return for each page that is shown the owner at every step, -1 for none.

    At most `most` pages are shown: of 1,000 and 250, every fourth.
    """
    stride = -(-course.workload.pages // most)
    shown = range(0, course.workload.pages, stride)
    return [[owned[page] for owned in course.pages[: len(course.steps)]] for page in shown]
