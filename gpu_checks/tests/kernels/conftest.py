"""All tests of this folder need torch and Triton, whose interpreter runs kernels on a CPU."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from gpu_checks.tests.needs import TorchModule

os.environ["TRITON_INTERPRET"] = "1"  # before any kernel is imported


class TritonModule(TorchModule):
    """A test file that is imported only where torch and Triton are."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Return the tests of the file, or skip it."""
        pytest.importorskip("triton", reason="Triton is not installed: pip install triton")
        return super().collect()


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    """Return the file as one that needs Triton."""
    return TritonModule.from_parent(parent, path=module_path)
