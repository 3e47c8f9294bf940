"""What a schedule is worth, and what those of three known schedulers are worth on each workload.

Everything follows from the schedule alone, so the known ones are measured once and kept in
known.json: `python -m gpu_checks.bench.standing` writes it anew, a test compares.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gpu_checks.adapter.session import Local, Session, candidate
from gpu_checks.bench.blank import Blank
from gpu_checks.bench.latency import Latency, latency
from gpu_checks.bench.schedule import QWEN_ON_L4, Score, predicted, score, throughput
from gpu_checks.bench.workloads import WORKLOADS
from gpu_checks.course import Course
from gpu_checks.engine import Checks, run
from gpu_checks.verify.policies import static

KNOWN = Path(__file__).with_name("known.json")
DIGITS = 9  # that are kept of a second, so that every machine writes the same file


@dataclass(frozen=True)
class Standing:
    """Counts, and what the roofline makes of them: Qwen3-0.6B in bfloat16 on an L4."""

    score: Score
    speed: float  # output tokens a second
    latency: Latency

    def to_json(self) -> dict[str, object]:
        """Return it as plain data."""
        latencies = {
            name: [round(value, DIGITS) for value in values]
            for name, values in asdict(self.latency).items()
        }
        counts = {
            name: round(value, DIGITS) if isinstance(value, float) else value
            for name, value in self.score.to_json().items()
        }
        return {"score": counts, "speed": round(self.speed, DIGITS), "latency": latencies}


def standing(course: Course) -> Standing:
    """Return what the schedule of a run is worth."""
    ends = predicted(course, QWEN_ON_L4)
    return Standing(score(course), throughput(course, ends), latency(course, ends))


def known(workload: str) -> Mapping[str, Standing]:
    """Return the standings of "scheduler" (prefill first), "budget" (mixed steps) and "static"."""
    return {
        name: Standing(
            score=Score(**entry["score"]),
            speed=entry["speed"],
            latency=Latency(**{key: tuple(values) for key, values in entry["latency"].items()}),
        )
        for name, entry in _table()[workload].items()
    }


@lru_cache(maxsize=1)
def _table() -> Any:  # workload -> scheduler -> standing
    return json.loads(KNOWN.read_text(encoding="utf-8"))


def measured(workload: str) -> dict[str, Standing]:
    """Return what `known` must return, by playing the workload."""
    sessions: dict[str, Session] = {
        "scheduler": Local("scheduler"),
        "budget": Local("budget"),
        "static": Local("scheduler", candidate("scheduler", static().scheduler)),
    }
    played = WORKLOADS[workload](1)
    blank = Blank(played.pages, played.page_size)
    return {
        name: standing(run(session, blank, played, Checks(ledger=False)))
        for name, session in sessions.items()
    }


def main() -> None:
    """Measure all and write the file."""
    table = {
        workload: {name: found.to_json() for name, found in measured(workload).items()}
        for workload in WORKLOADS
    }
    KNOWN.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
