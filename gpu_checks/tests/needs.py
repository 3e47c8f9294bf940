"""Test files that need torch, or Triton too: skipped with a sentence where that is missing."""

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


class TritonModule(TorchModule):
    """A test file that is imported only where torch and Triton are."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Return the tests of the file, or skip it."""
        pytest.importorskip("triton", reason="Triton is not installed: pip install triton")
        return super().collect()


def torch_module(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Return a file that needs torch; for `pytest_pycollect_makemodule`."""
    return _module(TorchModule, module_path, parent)


def triton_module(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Return a file that needs Triton; for `pytest_pycollect_makemodule`."""
    return _module(TritonModule, module_path, parent)


def _module(kind: type[TorchModule], path: Path, parent: pytest.Collector) -> pytest.Module:
    made: pytest.Module = kind.from_parent(parent, path=path)  # pyright: ignore[reportUnknownMemberType]
    return made
