"""All tests of this folder need torch and Triton, whose interpreter runs kernels on a CPU."""

import os

from gpu_checks.tests.needs import triton_module as pytest_pycollect_makemodule

__all__ = ["pytest_pycollect_makemodule"]

os.environ["TRITON_INTERPRET"] = "1"  # before any kernel is imported
