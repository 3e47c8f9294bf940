"""What every test stands on: a home and a working folder of its own, and the installed command."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parent.parent
COMMAND = Path(sys.executable).with_name("drill")

Drill: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a state folder and a working folder that nothing else uses."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DRILL_HOME", str(folder))
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return folder


@pytest.fixture
def drill() -> Drill:
    """Return a function that runs the installed command in a real process."""

    def run(
        *arguments: str, seconds: float = 60, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(COMMAND), *arguments],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **environment},
            timeout=seconds,
            check=False,
        )

    return run


@pytest.fixture
def answer() -> Callable[[str], Path]:
    """Return a function that writes the reference of a drill as a learner's file."""

    def write(name: str) -> Path:
        path = Path(f"{name}.py")
        text = (ROOT / "reference" / f"{name}.py").read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        return path

    return write
