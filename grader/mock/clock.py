"""How much of a round is over, told by a clock that nobody can move.

A steady clock that runs on while the machine sleeps measures the round; the wall clock beside it
only tells of jumps. After a restart of the machine the steady clock has begun anew: then the wall
clock counts on, and never back behind what was seen.

`DRILL_MOCK_CLOCK` names a JSON file {"wall", "boot", "boot_id"} that stands for both clocks. It is
for tests; a round that was started with it says so in its report.
"""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

from grader.error import DrillError

INJECTED = "DRILL_MOCK_CLOCK"
JUMP = 5.0  # seconds by which the clocks may come apart without a word: the network sets clocks
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class Reading:
    """Both clocks at one moment, in seconds; `boot_id` is "" where the system does not say."""

    wall: float
    boot: float
    boot_id: str


@dataclass(frozen=True)
class Course:
    """How far a round is: `seconds` since its start, and how far the wall clock was moved."""

    seconds: float
    drift: float
    restarted: bool


def read() -> Reading:
    """Return what the clocks say now."""
    chosen = os.environ.get(INJECTED)
    if chosen:
        return _injected(Path(chosen))
    # CLOCK_BOOTTIME counts the time asleep; where there is none, the monotonic clock must do.
    steady = getattr(time, "CLOCK_BOOTTIME", None)
    boot = time.monotonic() if steady is None else time.clock_gettime(steady)
    return Reading(time.time(), boot, _boot_id())


def is_injected() -> bool:
    """Return whether a file stands for the clocks."""
    return bool(os.environ.get(INJECTED))


def course(start: Reading, seen: float, drift: float, now: Reading) -> Course:
    """Return how far a round is that began at `start`, was last seen at `seen` seconds.

    `drift` is how far the wall clock had been moved when it was last looked at. Started at wall
    1000 and boot 50; wall 4720 and boot 170 now: 120 seconds, and the wall clock was moved by 3600.
    """
    steady = now.boot - start.boot
    wall = now.wall - start.wall
    if now.boot_id != start.boot_id or steady < seen - JUMP:
        return Course(max(seen, wall - drift), drift, True)
    return Course(max(seen, steady), wall - steady, False)


def shown(seconds: float) -> str:
    """Return a time left or passed as it is shown: 754.2 seconds are "12:34"."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def _injected(path: Path) -> Reading:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return Reading(float(said["wall"]), float(said["boot"]), str(said["boot_id"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DrillError(
            f"{INJECTED}={path} is no clock ({type(error).__name__})",
            hint="unset it: it is for tests",
        ) from error


def _boot_id() -> str:
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""
