"""What is asked of the tier, and what comes of it: plain records."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from gpu_checks.adapter.session import Source
from gpu_checks.bench.latency import Latency
from gpu_checks.bench.standing import Standing
from gpu_checks.bench.wall import Wall
from gpu_checks.course import Course, Problem
from gpu_checks.verify.violation import LAYERS, Layer, Violation

Status: TypeAlias = Literal["passed", "failed", "ungradable", "limit"]
LIMITS = ("time", "memory", "output", "reply")


@dataclass(frozen=True)
class Order:
    """Which file is run, on what, under which model."""

    source: Source
    device: str  # "cpu" or "cuda"
    model: str  # of the wall score; an exact one alone says only right or wrong
    workloads: tuple[str, ...]
    weights: Path | None = None

    def scale(self, workload: str) -> int:
        """Return by what a workload is made smaller where a model computes; 1 on a GPU."""
        if self.device != "cpu":
            return 1
        return 16 if workload == "nano" else 8


@dataclass(frozen=True)
class Beside:
    """The schedule of one workload: the learner's, the reference's, static batching's."""

    learner: Standing
    reference: Standing
    static: Standing


@dataclass(frozen=True)
class Line:
    """One line that a pass must reach."""

    says: str  # "at least 0.95 of the reference's speed"
    value: float
    least: float
    measured: bool  # by the clock; otherwise predicted from the schedule
    below: bool = False  # whether `least` is a most

    @property
    def holds(self) -> bool:
        """Return whether it is reached."""
        return self.value <= self.least if self.below else self.value >= self.least


@dataclass
class Result:
    """All that came of an order; whatever was not reached is empty."""

    order: Order
    machine: dict[str, str] = field(default_factory=dict[str, str])
    looked: dict[Layer, int] = field(default_factory=lambda: dict.fromkeys(LAYERS, 0))  # steps
    violation: Violation | None = None
    problem: Problem | None = None
    where: str = ""  # model and workload of the violation or the problem
    last: Course | None = None  # the learner's last run, in which it happened
    courses: dict[str, Course] = field(default_factory=dict[str, Course])  # by workload, to look at
    schedules: dict[str, Beside] = field(default_factory=dict[str, Beside])  # by workload
    wall: Wall | None = None
    wall_on: str = ""  # model and workload
    measured: Latency | None = None  # of the learner's last run by the clock
    shares: tuple[float, float, float] = (0.0, 0.0, 0.0)  # seconds a step: learner, engine, model
    pace: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    # for each step of that run, seconds in the model and what the roofline says
    static_speed: float = 0.0  # by the clock
    lines: list[Line] = field(default_factory=list[Line])
    distinction: list[Line] = field(default_factory=list[Line])
    output: str = ""  # what the learner's code printed
    seconds: float = 0.0

    @property
    def is_right(self) -> bool:
        """Return whether all layers were asked and hold."""
        return not self.violation and not self.problem and all(self.looked.values())

    @property
    def status(self) -> Status:
        """Return the verdict: passed only if all layers are green and every line is reached."""
        if self.violation:
            return "failed"
        if self.problem:
            return "limit" if self.problem.kind in LIMITS else "ungradable"
        if not self.is_right:
            return "ungradable"
        return "passed" if all(line.holds for line in self.lines) else "failed"

    @property
    def is_distinguished(self) -> bool:
        """Return whether it passed, and reached what only mixed steps reach."""
        reached = bool(self.distinction) and all(line.holds for line in self.distinction)
        return self.status == "passed" and reached
