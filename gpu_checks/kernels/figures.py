"""How fast the attention kernel is on the GPU at hand, beside a plain copy."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from gpu_checks.kernels.backend import Kernels
from gpu_checks.models.shapes import SHAPES
from gpu_checks.protocol import Row
from gpu_checks.runner.machine import copy_seconds, seconds
from gpu_checks.runner.packed import pack
from gpu_checks.runner.pool import Pool
from gpu_checks.runner.selftest import Shape, place

GIGA = 1e9


@dataclass(frozen=True)
class Decode:
    """One decode step of one layer."""

    shape: Shape
    rows: int
    context: int
    page_size: int
    processors: int

    @property
    def bytes_read(self) -> int:
        """Return the bytes of keys and values that the step has to read."""
        number = self.shape.kv_heads * self.shape.head_dim * self.shape.dtype.itemsize
        return 2 * self.rows * self.context * number

    def work(self, device: str) -> Callable[[], Tensor]:
        """Return what computes the step, over tables of which no two pages lie side by side."""
        shape = self.shape
        pages = -(-self.context // self.page_size)
        pool = Pool(shape, pages * self.rows, self.page_size, device)
        pool.keys.fill_(0.5)
        pool.values.fill_(0.5)
        rows = [
            Row(row, (0,), self.context - 1, tuple(range(row, pages * self.rows, self.rows)), True)
            for row in range(self.rows)
        ]
        batch = place(rows, pack(rows, self.page_size), device)
        attend = Kernels(shape.scale, shape.heads // shape.kv_heads, self.processors).plan(
            pool, batch
        )
        query = torch.randn(self.rows, shape.heads, shape.head_dim, device=device).to(shape.dtype)
        key = torch.randn(self.rows, shape.kv_heads, shape.head_dim, device=device).to(shape.dtype)
        return lambda: attend(0, query, key, key)


def figures(device: str) -> list[tuple[str, str]]:
    """Return names and values of what was measured; nothing on a CPU, where it would say nothing.

    64 rows of 1,024 tokens, heads of Qwen3-0.6B in bfloat16: 268 MB, more than any cache holds.
    """
    if device == "cpu":
        return []
    heads = SHAPES["qwen3-0.6b"]
    dim = heads.head_dim
    shape = Shape(heads.heads, heads.kv_heads, dim, torch.bfloat16, dim**-0.5)
    processors = torch.cuda.get_device_properties(device).multi_processor_count
    step = Decode(shape, 64, 1024, 16, processors)
    copying = step.bytes_read / copy_seconds(step.bytes_read // 2, device)
    reading = step.bytes_read / seconds(step.work(device))
    return [
        ("copy", f"{copying / GIGA:,.0f} GB/s"),
        ("decode attention, 64 x 1,024", f"{reading / GIGA:,.0f} GB/s"),
        ("share of the copy", f"{reading / copying:.0%}"),
    ]
