"""Test files that need torch: skipped with a sentence where it is not installed."""

from collections.abc import Iterable
from pathlib import Path

import pytest


class TorchModule(pytest.Module):
    """A test file that is imported only where torch is."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Return the tests of the file, or skip it."""
        torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
        torch.set_num_threads(1)  # shared machines: a second thread costs more than it brings
        return super().collect()


def make_module(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Return the file as one that needs torch; for `pytest_pycollect_makemodule`."""
    return TorchModule.from_parent(parent, path=module_path)
