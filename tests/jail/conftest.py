"""Run code in a jailed process, as a worker does, and hear what became of it."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHOLE = """
layers = enter(Limits(memory_bytes=1 << 29, cpu_seconds=5, open_files=32, processes=16),
               keep=frozenset({0, 1, 2}))
"""
BOOT = """import sys
sys.path.insert(0, sys.argv[1])
import os
from grader.jail import Limits, enter, level
from grader.jail import descriptors, environment, landlock, limits, process, seccomp, user
"""


@dataclass(frozen=True)
class Ended:
    """How a jailed process ended: exit code, and everything it printed."""

    code: int
    said: str


Jailed: TypeAlias = Callable[..., Ended]


def start(code: str, layers: str = WHOLE, python: str = sys.executable, **options: Any) -> Ended:
    """Run `code` after the lines `layers`; a refused call shows as PermissionError in `said`."""
    done = cast(Any, subprocess.run)(
        [python, "-P", "-s", "-S", "-c", f"{BOOT}{layers}\n{code}", str(ROOT)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"LANG": "C.UTF-8", "CANARY": "sings"},
        cwd=os.sep,
        start_new_session=True,
        timeout=20,
        check=False,
        **options,
    )
    return Ended(done.returncode, done.stdout.decode(errors="replace"))


@pytest.fixture
def jailed() -> Jailed:
    """Return the function that runs code in a jail."""
    return start


@pytest.fixture(scope="session")
def standing() -> dict[str, bool]:
    """Return which layers stand on this system."""
    ended = start("print(*(f'{x.name}={int(x.on)}' for x in layers), sep=';')")
    pairs = (entry.split("=") for entry in ended.said.strip().split(";"))
    return {name: on == "1" for name, on in pairs}


@pytest.fixture
def landlock(standing: dict[str, bool]) -> None:
    """Skip where the kernel has no Landlock."""
    if not standing["landlock"]:
        pytest.skip("no Landlock here")


@pytest.fixture
def seccomp(standing: dict[str, bool]) -> None:
    """Skip where there is no seccomp."""
    if not standing["seccomp"]:
        pytest.skip("no seccomp here")
