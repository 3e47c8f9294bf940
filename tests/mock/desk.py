"""What the tests of mock interviews share: a clock that they move, and rounds in this process."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from grader.mock.clock import INJECTED

ROOT = Path(__file__).resolve().parents[2]
NOON = 1_796_040_000.0  # wall clock at the start of every test, in seconds since 1970


@dataclass
class Hands:
    """The hands of the injected clock; `moved` is what was added to the wall clock."""

    path: Path
    seconds: float = 0.0
    moved: float = 0.0
    boot_id: str = "first boot"
    boot: float = 500.0

    def put(self, seconds: float) -> None:
        """Let so many seconds have passed since the start."""
        self.seconds = seconds
        said = {
            "wall": NOON + self.seconds + self.moved,
            "boot": self.boot + self.seconds,
            "boot_id": self.boot_id,
        }
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(said), encoding="utf-8")
        fresh.replace(self.path)  # a window may be reading it

    def move_wall(self, seconds: float) -> None:
        """Move the system clock."""
        self.moved += seconds
        self.put(self.seconds)

    def restart(self) -> None:
        """Restart the machine: its steady clock begins anew."""
        self.boot_id, self.boot = "second boot", 3.0 - self.seconds
        self.put(self.seconds)


def hands(folder: Path) -> Hands:
    """Return an injected clock at 0 seconds; the caller sets the variable that names it."""
    clock = Hands(folder / "clock.json")
    clock.put(0)
    return clock


def environment(clock: Hands) -> dict[str, str]:
    """Return the environment in which commands read this clock."""
    return {**os.environ, INJECTED: str(clock.path)}


def reference(name: str) -> str:
    """Return the answer of a drill."""
    return (ROOT / "reference" / f"{name}.py").read_text(encoding="utf-8")


QUICK = """
title = "A quick one"

[[part]]
kind = "code"
title = "write it"
minutes = 10
drill = "batching"
grades = 2

[[part]]
kind = "quiz"
title = "the numbers"
minutes = 5
questions = 2
topic = "batching"

[[part]]
kind = "say"
title = "say it"
minutes = 5
drill = "batching"
"""
WRONG = ("max(finish", "min(finish")  # breaks a rule of batching


def quick() -> str:
    """Write a short round into this folder; return the name of its file."""
    Path("quick.toml").write_text(QUICK, encoding="utf-8")
    return "quick.toml"


def wrong_batching() -> str:
    """Return a file for batching that breaks a rule."""
    text = reference("batching")
    assert WRONG[0] in text
    return text.replace(*WRONG)


def part(number: int) -> Path:
    """Return the folder of a part of the only session in this folder."""
    (found,) = Path().glob("mock-*")
    return found / f"part-{number}"
