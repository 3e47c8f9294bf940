"""What a way to attend is to the runner."""

from typing import Protocol

from gpu_checks.models.model import Attend
from gpu_checks.runner.batch import Batch
from gpu_checks.runner.pool import Pool


class Attention(Protocol):
    """Prepares, once a step, the function that every layer of the model calls."""

    name: str

    def plan(self, pool: Pool, batch: Batch) -> Attend:
        """Return the attention of one step: it writes all KV of a layer, then reads any."""
        ...
