"""A wrong answer to `batching`; an attack stands below it and tries to pass nevertheless."""

from collections.abc import Sequence


def simulate_static(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    """Return nothing useful."""
    return 0, []


def simulate_continuous(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    """Return nothing useful."""
    return 0, []


def utilization(out_lens: Sequence[int], batch_size: int, total_steps: int) -> float:
    """Return nothing useful."""
    return 0.5
