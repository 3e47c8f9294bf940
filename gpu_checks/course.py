"""The course of a run: what every step did, and how it ended. Records for metrics and views."""

from dataclasses import dataclass, field
from typing import NamedTuple

from gpu_checks.verify.life import Life
from gpu_checks.verify.violation import Violation
from gpu_checks.workload import Workload


class Piece(NamedTuple):
    """What a step computed for one request."""

    request: int
    start: int
    length: int  # tokens
    sampled: bool
    is_decode: bool = False  # the one token that was sampled last


@dataclass(slots=True)
class Step:
    """One step; seconds are of wall clock."""

    number: int
    kind: str  # "prefill", "decode" or "mixed"
    pieces: list[Piece] = field(default_factory=list[Piece])
    arrived: list[int] = field(default_factory=list[int])
    preempted: list[int] = field(default_factory=list[int])
    hits: dict[int, int] = field(default_factory=dict[int, int])  # request -> tokens not computed
    recomputed: int = 0  # tokens whose KV had existed before
    finished: list[int] = field(default_factory=list[int])
    used: int = 0  # pages that somebody holds, once the step is planned
    running: int = 0  # requests that hold pages
    waiting: int = 0  # requests that hold none
    learner: float = 0.0  # seconds in the scheduler, the way there and back
    host: float = 0.0  # seconds of the engine itself
    model: float = 0.0  # seconds in the model
    end: float = 0.0  # seconds from the start of the run until the samples were there


@dataclass(frozen=True)
class Problem:
    """Why a run ended early: a loop, a crash, an odd answer."""

    kind: str
    says: str
    line: int = 0


@dataclass
class Course:
    """One run of one workload under one scheduler."""

    workload: Workload
    lives: list[Life]
    steps: list[Step] = field(default_factory=list[Step])
    violations: list[Violation] = field(default_factory=list[Violation])
    problem: Problem | None = None
    pages: list[list[int]] = field(default_factory=list[list[int]])  # per step: owner of each page
    seconds: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Return whether every request ran to its end and nothing was found wrong."""
        done = all(life.finished for life in self.lives)
        return done and not self.violations and self.problem is None

    @property
    def outputs(self) -> list[list[int]]:
        """Return the completions of every request."""
        return [life.tokens[life.prompt :] for life in self.lives]
