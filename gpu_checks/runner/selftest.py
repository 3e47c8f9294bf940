"""Before anything is computed: does this attention give what gathering in float32 gives?

Three rows, as schedulers make them: a decode, a chunk, a fresh prompt; on pages in falling order,
whose other slots are NaN.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from gpu_checks.models.mix import softmax
from gpu_checks.models.model import Heads
from gpu_checks.protocol import Row
from gpu_checks.runner.attention import Attention
from gpu_checks.runner.batch import Batch, upload
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.packed import Packed, pack
from gpu_checks.runner.pool import Pool

SPANS = ((70, 1), (21, 16), (0, 33))  # of each row: first position, number of tokens
TOLERANCE = {torch.float32: 1e-4, torch.float16: 4e-3, torch.bfloat16: 3e-2}


@dataclass
class Shape:
    """The attention of a model, in a format of choice."""

    heads: int
    kv_heads: int
    head_dim: int
    dtype: torch.dtype
    scale: float
    layers: int = 1


def complaint(attention: Attention, heads: Heads, page_size: int, device: str) -> str:
    """Return what is wrong with an attention, in a sentence; nothing if it agrees."""
    try:
        worst = difference(attention, heads, page_size, device)
    except Exception as error:  # a compiler or a driver may raise anything
        return f"{attention.name} failed: {type(error).__name__}: {error}".splitlines()[0]
    limit = TOLERANCE[heads.dtype]
    if worst <= limit:
        return ""
    return f"{attention.name} differs from gathering by {worst:.2g}, more than {limit:.2g}"


def difference(attention: Attention, heads: Heads, page_size: int, device: str) -> float:
    """Return the largest difference of any output from the gather path in float32.

    An output that is NaN, as one that was never written may be, differs by infinity.
    """
    random = torch.Generator(device).manual_seed(7)

    def draw(count: int, number: int) -> Tensor:
        size = (count, number, heads.head_dim)
        return torch.randn(size, generator=random, device=device).to(heads.dtype)

    rows = spans(page_size)
    earlier = pack([Row(0, (0,) * row.start, 0, row.table, False) for row in rows], page_size)
    (slots,) = upload([earlier.slots], device)
    cached = draw(len(slots), heads.kv_heads), draw(len(slots), heads.kv_heads)
    batch = place(rows, pack(rows, page_size), device)
    count = len(batch.tokens)
    step = draw(count, heads.heads), draw(count, heads.kv_heads), draw(count, heads.kv_heads)

    def run(tried: Attention, dtype: torch.dtype) -> Tensor:
        shape = Shape(heads.heads, heads.kv_heads, heads.head_dim, dtype, heads.scale)
        pool = Pool(shape, len(rows) * len(rows[0].table), page_size, device)
        pool.write(0, slots, *(tensor.to(dtype) for tensor in cached))
        return tried.plan(pool, batch)(0, *(tensor.to(dtype) for tensor in step)).float()

    got = run(attention, heads.dtype)
    expected = run(Gather(softmax, heads.scale), torch.float32)
    worst = (got - expected).abs().max().item()
    return float("inf") if math.isnan(worst) else worst


def spans(page_size: int) -> list[Row]:
    """Return the three rows, each with pages of its own."""
    width = max(-(-(start + count) // page_size) for start, count in SPANS)
    tables = [tuple(range((i + 1) * width - 1, i * width - 1, -1)) for i in range(len(SPANS))]
    return [
        Row(request, (0,) * count, start, table, True)
        for request, ((start, count), table) in enumerate(zip(SPANS, tables, strict=True))
    ]


def place(rows: list[Row], packed: Packed, device: str) -> Batch:
    """Return the rows on the device, row i at seat i."""
    columns = [packed.tokens, packed.positions, packed.slots, range(len(rows)), packed.lasts]
    tables = torch.tensor([row.table for row in rows], device=device)
    return Batch.of(upload(columns, device), tables, packed)
