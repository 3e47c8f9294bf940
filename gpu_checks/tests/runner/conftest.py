"""All tests of this folder need torch."""

from gpu_checks.tests.needs import torch_module as pytest_pycollect_makemodule

__all__ = ["pytest_pycollect_makemodule"]
