"""The wall score: output tokens a second of the learner's file beside the reference.

Same process, same model, same workload, in the order R L L R three times after a warm-up, so that a
machine that grows warm or busy meets both alike. When the reference differs from itself by more
than 3 %, the clock is not to be trusted, and says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

from gpu_checks.course import Course

ROUNDS = 3
NOISE = 0.03  # of the reference against itself, above which the clock does not count

Kind: TypeAlias = Literal["L", "R"]
Play = Callable[[], Course]


@dataclass(frozen=True)
class Wall:
    """What the clock says: `ratio` is learner / reference, above 1 is faster."""

    learner: tuple[float, ...]  # output tokens a second of each run
    reference: tuple[float, ...]
    ratio: float  # median of the pairwise ratios
    spread: tuple[float, float]  # the smallest and the largest of them
    noise: float  # largest difference of the reference from itself within a round

    @property
    def is_noisy(self) -> bool:
        """Return whether the reference differs from itself by too much."""
        return self.noise > NOISE

    def to_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "learner": list(self.learner),
            "reference": list(self.reference),
            "ratio": self.ratio,
            "spread": list(self.spread),
            "noise": self.noise,
            "noisy": self.is_noisy,
        }


def measure(learner: Play, reference: Play, rounds: int = ROUNDS) -> Wall | None:
    """Run both in turn and compare; None when the learner's run did not reach its end."""
    speeds: dict[Kind, list[float]] = {"L": [], "R": []}
    plays: dict[Kind, Play] = {"L": learner, "R": reference}
    order: list[Kind] = ["R", "L", "L", "R"]
    for kind in ("R", "L", *order * rounds):  # the first two warm up
        course = plays[kind]()
        if not course.is_whole:
            return None
        speeds[kind].append(speed(course))
    return compare(speeds["L"][1:], speeds["R"][1:])


def compare(learner: Sequence[float], reference: Sequence[float]) -> Wall:
    """Return the score of speeds measured in the order R L L R R L L R ...

    Each run of the learner's is held against the neighbouring one of the reference: R 100 L 99
    L 98 R 98 gives the ratios 0.99 and 1.0, the median 0.995, and 2 % of noise.
    """
    ratios = [mine / theirs for mine, theirs in zip(learner, reference, strict=True)]
    rounds = zip(reference[::2], reference[1::2], strict=True)
    noise = max(abs(a - b) / max(a, b) for a, b in rounds)
    spread = min(ratios), max(ratios)
    return Wall(tuple(learner), tuple(reference), median(ratios), spread, noise)


def speed(course: Course) -> float:
    """Return output tokens a second: to the end of the last step, the scheduler's time included."""
    tokens = sum(piece.sampled for step in course.steps for piece in step.pieces)
    return tokens / course.steps[-1].end
