"""A clock for every test of this folder, which the test moves."""

from functools import lru_cache
from pathlib import Path

import pytest

from grader import judge
from grader.catalogue import Drill
from grader.mock import mark
from grader.mock.clock import INJECTED
from grader.report import Report
from tests.mock.desk import Hands, hands


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """Return the hands of the clock that commands and this process read."""
    found = hands(tmp_path)
    monkeypatch.setenv(INJECTED, str(found.path))
    return found


@lru_cache(maxsize=256)
def judged(drill: Drill, source: str, seed: int, file: str, lenders: tuple[str, ...]) -> Report:
    """Grade a file once: the same file and seed give the same report, and many tests ask."""
    return judge.judge(drill, source, seed=seed, file=file, lenders=lenders)


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the sessions of this process take what was graded before."""

    def ask(drill: Drill, source: str, *, seed: int, file: str, lenders: tuple[str, ...]) -> Report:
        return judged(drill, source, seed, file, lenders)

    monkeypatch.setattr(mark, "judge", ask)
