"""What the tests of the GPU tier stand on: a home and a working folder that nothing else uses."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a state folder and a working folder of its own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DRILL_HOME", str(folder))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return folder
