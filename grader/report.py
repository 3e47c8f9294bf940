"""What a grade ends in: plain, versioned data, from which every screen and format is made."""

import platform
import sys
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, TypeAlias

from grader import __version__
from grader.check import Difference, Scenario
from grader.jail import Layer
from grader.strength import NOT_MEASURED, Strength

SCHEMA = 1  # raised whenever a field of the JSON changes its meaning or goes away

Status: TypeAlias = Literal["passed", "failed", "ungradable", "limit"]
RuleStatus: TypeAlias = Literal["ok", "failed", "wait", "unwritten", "untold"]

ALL = "all"  # the scope of a grade whose pass counts: every rule, the usual number of scenarios

PRACTICE = "practice"  # the disclosure that shows rule, scenario and first step that differs

EXIT = {"passed": 0, "failed": 1, "ungradable": 3, "limit": 4}


def versions() -> dict[str, str]:
    """Return the versions that a verdict may depend on."""
    # Subtle: importlib.metadata takes 18 ms to import; a loaded module says its version itself.
    hypothesis = sys.modules.get("hypothesis")
    return {
        "infra-drill": __version__,
        "python": platform.python_version(),
        "hypothesis": str(getattr(hypothesis, "__version__", "not used")),
        "system": sys.platform,
    }


@dataclass(frozen=True)
class RuleReport:
    """The verdict on one rule.

    `scenarios` is in how many the rule was at stake; `needs` are the broken rules it waits for.
    """

    id: str
    title: str
    status: RuleStatus
    scenarios: int
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counterexample:
    """The smallest scenario found that breaks the rule that is told.

    `repeats` is False when a fresh worker did not break the rule on it: then the answer depends on
    earlier calls or on chance, and the difference is that of the first time.
    """

    rule: str
    means: str
    case: str  # "r10-7c1f"
    scenario: Scenario
    shown: tuple[str, ...]
    difference: Difference
    repeats: bool
    also: int  # how many other rules are broken


@dataclass(frozen=True)
class Problem:
    """Why a file could not be graded, or which limit it hit."""

    kind: str  # syntax, import, missing, signature, unwritten, crash, time, memory, output, …
    says: str
    line: int = 0
    shown: tuple[str, ...] = ()  # the scenario in which it happened


@dataclass(frozen=True)
class Isolation:
    """What confined the learner's code."""

    level: str
    layers: tuple[Layer, ...]

    def to_json(self) -> dict[str, object]:
        """Return the level, and each layer with the reason why it is off."""
        return {"level": self.level, "layers": [layer._asdict() for layer in self.layers]}


@dataclass(frozen=True)
class Practice:
    """What the history adds to a grade when it records it."""

    since_start: float | None = None  # seconds since the drill was begun; None: nobody knows
    hints: int = 0  # shown since then
    unchanged_since: int | None = None  # first attempt whose code was the same
    next_review: str | None = None  # "2026-12-02", when a pass was scheduled

    def to_json(self) -> dict[str, object]:
        """Return the fields as they stand in the report, the time in whole seconds."""
        since = self.since_start
        return {**asdict(self), "since_start": None if since is None else int(since)}


@dataclass(frozen=True)
class Report:
    """One grade of one file."""

    drill: str
    file: str
    scope: str  # ALL, or what the grade was cut down to: "rule R8 only"
    status: Status
    rules: tuple[RuleReport, ...]
    seed: int
    scenarios: int
    digest: str  # of all scenarios played, in order
    seconds: float
    counterexample: Counterexample | None = None
    problem: Problem | None = None
    parts: dict[str, str] | None = None  # part -> "passed", "failed" or "unwritten"
    output: str = ""
    output_cut: bool = False
    isolation: Isolation | None = None
    attempt: int = 0
    judge: Strength = NOT_MEASURED
    needed: int = 0  # scenarios checked until one broke a rule, or all
    disclosure: str = PRACTICE  # how much of a failure is shown; "mock": counts only
    practice: Practice | None = None  # None until it is recorded
    versions: dict[str, str] = field(default_factory=versions)  # where it was judged

    @property
    def exit_code(self) -> int:
        """Return the exit code of a command that ends in this report."""
        return EXIT[self.status]

    @property
    def broken(self) -> tuple[RuleReport, ...]:
        """Return the rules that are broken."""
        return tuple(rule for rule in self.rules if rule.status == "failed")

    def numbered(self, attempt: int) -> "Report":
        """Return the same report with the number of the attempt."""
        return replace(self, attempt=attempt)

    def to_json(self) -> dict[str, object]:
        """Return the report as the object that `drill grade --json` prints."""
        found, problem = self.counterexample, self.problem
        return {
            "schema": SCHEMA,
            "drill": self.drill,
            "file": self.file,
            "attempt": self.attempt,
            "scope": self.scope,
            "status": self.status,
            "rules": [self._rule(rule) for rule in self.rules],
            "parts": self.parts or {},
            "problem": asdict(problem) if problem else None,
            "repeats": found.repeats if found else None,
            "output": {"text": self.output, "truncated": self.output_cut},
            "seed": f"{self.seed:08x}",
            "scenarios": {"played": self.scenarios, "digest": self.digest},
            "seconds": round(self.seconds, 3),
            "isolation": self.isolation.to_json() if self.isolation else None,
            "versions": self.versions,
            "disclosure": self.disclosure,
            "practice": self.practice.to_json() if self.practice else None,
            "judge": {
                "mutants": self.judge.known,
                "killed": self.judge.rejected,
                "kinds": self.judge.kinds,
            },
        }

    def _rule(self, rule: RuleReport) -> dict[str, object]:
        found = self.counterexample
        told = found if found and found.rule == rule.id else None
        last = told.difference.rows[-1] if told else None
        return {
            "id": rule.id,
            "title": rule.title,
            "status": rule.status,
            "scenarios": rule.scenarios,
            "needs": list(rule.needs),
            "case": told.case if told else None,
            "input": told.scenario if told else None,
            "first_difference": (
                {"step": last.label, "must": last.must, "got": last.got} if last else None
            ),
        }
