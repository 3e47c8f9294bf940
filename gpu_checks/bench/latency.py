"""Latencies as a user feels them, from the ends of steps: first token, gaps, whole requests."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from gpu_checks.course import Course

PERCENTILES = (50, 90, 99)


@dataclass(frozen=True)
class Latency:
    """Seconds at p50, p90 and p99.

    ttft: arrival to the first token. itl: between two tokens of a request. tpot: (last - first) /
    (n - 1) of a request. e2e: arrival to the last token.
    """

    ttft: tuple[float, ...]
    tpot: tuple[float, ...]
    itl: tuple[float, ...]
    e2e: tuple[float, ...]

    def to_json(self) -> dict[str, list[float]]:
        """Return it as plain data."""
        return {name: list(values) for name, values in asdict(self).items()}


def latency(course: Course, ends: Sequence[float]) -> Latency:
    """Return the latencies of a run whose step i ended at `ends[i]`, the first beginning at 0."""
    times: dict[int, list[float]] = {life.number: [] for life in course.lives}
    arrived: dict[int, float] = {}
    for step, end, begun in zip(course.steps, ends, [0.0, *ends], strict=False):
        arrived |= dict.fromkeys(step.arrived, begun)
        for piece in step.pieces:
            if piece.sampled:
                times[piece.request].append(end)
    some = {number: at for number, at in times.items() if at}
    return Latency(
        ttft=percentiles([at[0] - arrived[number] for number, at in some.items()]),
        tpot=percentiles([(at[-1] - at[0]) / (len(at) - 1) for at in some.values() if at[1:]]),
        itl=percentiles([b - a for at in some.values() for a, b in pairwise(at)]),
        e2e=percentiles([at[-1] - arrived[number] for number, at in some.items()]),
    )


def percentiles(values: Sequence[float]) -> tuple[float, ...]:
    """Return p50, p90 and p99 by nearest rank: of 1 to 10 these are 5, 9 and 10; of none, 0."""
    ordered = sorted(values)
    if not ordered:
        return (0.0,) * len(PERCENTILES)
    return tuple(ordered[max(0, -(-len(ordered) * p // 100) - 1)] for p in PERCENTILES)
