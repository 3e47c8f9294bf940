"""A clock for every test of this folder, which the test moves."""

from pathlib import Path

import pytest

from grader.mock.clock import INJECTED
from tests.mock.desk import Hands, hands


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Return the hands of the clock that commands and this process read."""
    found = hands(tmp_path)
    monkeypatch.setenv(INJECTED, str(found.path))
    return found
