"""Decode steps recorded once for some batch sizes, and replayed for any.

A step of n rows replays the smallest recorded size that holds it. The rows beyond n are padding:
token 0 at position 0, written to and read from the scratch page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor

from gpu_checks.runner.batch import Batch
from gpu_checks.runner.packed import Packed
from gpu_checks.runner.pool import Pool

Work: TypeAlias = Callable[[], Tensor]
Capture: TypeAlias = Callable[[Work], Work]  # records what work does; the answer replays it
Compute: TypeAlias = Callable[[Batch, Tensor], Tensor]


def sizes(max_rows: int) -> list[int]:
    """Return the batch sizes to record, the last of them `max_rows` itself.

    Padding wastes less than half of a replay. 20 rows: 1, 2, 4, 8, 16, 20.
    """
    steps = [1, 2, 4, *range(8, 64, 8), *range(64, 256, 16), *range(256, max_rows, 32)]
    return [size for size in steps if size < max_rows] + [max_rows]


@dataclass(frozen=True)
class Recorded:
    """One batch size: what is overwritten before a replay, and the replay."""

    inputs: Tensor  # (5, size): tokens, positions, slots, seats, requests
    replay: Work


class Graphs:
    """The recorded sizes of one runner."""

    def __init__(
        self, compute: Compute, tables: Tensor, pool: Pool, max_rows: int, capture: Capture
    ) -> None:
        self._tables = tables
        self._padding = [0, 0, pool.scratch * pool.page_size, max_rows, 0]  # as in `inputs`
        self._compute = compute
        self._capacity = tables.shape[1] * pool.page_size
        # the largest first: the others then find their memory in its pool
        self.recorded = {size: self._record(size, capture) for size in sizes(max_rows)[::-1]}

    def replay(self, packed: Packed, seats: Sequence[int], requests: Sequence[int]) -> Tensor:
        """Return the next token of each row of a decode step, still on the device."""
        count = len(packed.tokens)
        size = min(size for size in self.recorded if size >= count)
        fields = (packed.tokens, packed.positions, packed.slots, seats, requests)
        flat: list[int] = []
        for field, pad in zip(fields, self._padding, strict=True):
            flat += [*field, *[pad] * (size - count)]
        recorded = self.recorded[size]
        host = torch.tensor(flat, pin_memory=recorded.inputs.is_cuda).view(len(fields), size)
        recorded.inputs.copy_(host, non_blocking=True)
        return recorded.replay()[:count]

    def _record(self, size: int, capture: Capture) -> Recorded:
        """Record a decode of `size` rows, all padding until something is copied over them."""
        device = self._tables.device
        inputs = torch.tensor([[pad] * size for pad in self._padding], device=device)
        tokens, positions, slots, seats, requests = inputs
        # contexts are known on the device only; on the host stands what they cannot exceed
        packed = Packed(counts=[1] * size, contexts=[self._capacity] * size)
        lasts = torch.arange(size, device=device)
        batch = Batch(tokens, positions, slots, seats, lasts, self._tables, packed)
        return Recorded(inputs, capture(lambda: self._compute(batch, requests)))


def cuda_capture() -> Capture:
    """Return what records CUDA graphs that share one pool of memory."""
    handle = torch.cuda.graph_pool_handle()

    def capture(work: Work) -> Work:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            work()  # kernels compile, libraries allocate: neither may happen while recording
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=handle):
            out = work()

        def replay() -> Tensor:
            graph.replay()
            return out

        return replay

    return capture
