"""The kernels as a way to attend: decodes in one launch, chunks in another."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from gpu_checks.kernels.attention import paged_attention
from gpu_checks.kernels.launch import cut, lines_of, parts_of, power, slots_of
from gpu_checks.kernels.merge import merge
from gpu_checks.kernels.store import store
from gpu_checks.models.model import Attend
from gpu_checks.runner.batch import Batch, upload
from gpu_checks.runner.pool import Pool


@dataclass(frozen=True)
class Blocks:
    """The blocks of one launch, and the most lines that one of them has."""

    seats: Tensor
    firsts: Tensor
    counts: Tensor
    lines: int


@dataclass(frozen=True)
class Read:
    """What the parts of a context read, and with which weight."""

    out: Tensor  # (tokens, heads, parts, head_dim); float32 if there are several
    weights: Tensor  # (tokens, heads, parts): log2
    like: Tensor  # the query: shape and format of the answer

    @classmethod
    def of(cls, query: Tensor, parts: int) -> "Read":
        """Return room for what a query reads."""
        tokens, heads, dim = query.shape
        dtype = query.dtype if parts == 1 else torch.float32
        out = torch.empty((tokens, heads, parts, dim), dtype=dtype, device=query.device)
        return cls(out, out.new_empty(out.shape[:3]), query)

    @property
    def parts(self) -> int:
        """Return how many parts there are."""
        return self.out.shape[2]

    def merged(self) -> Tensor:
        """Return the parts put together, (tokens, heads, head_dim)."""
        if self.parts == 1:
            return self.out[:, :, 0]
        out = torch.empty_like(self.like)
        tokens, heads, dim = out.shape
        merge[tokens * heads,](
            self.out, self.weights, out, DIM=dim, BLOCK_DIM=power(dim), PARTS=self.parts
        )
        return out


class Kernels:
    """Paged attention by Triton, for `group` query heads to a head of the cache."""

    name = "triton"

    def __init__(self, scale: float, group: int, processors: int) -> None:
        self.scale = scale * math.log2(math.e)
        self.group = group
        self.processors = processors

    def plan(self, pool: Pool, batch: Batch) -> Attend:
        """Return the attention of one step."""
        launches = self._launches(batch)
        kv_heads = pool.keys.shape[2]
        programs = sum(len(blocks.firsts) for blocks in launches) * kv_heads
        parts = parts_of(programs, self.processors)

        def attend(layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
            write(pool, layer, batch.slots, rowwise(key), rowwise(value))
            query = query.contiguous()
            read = Read.of(query, parts)
            for blocks in launches:
                self._launch(pool, layer, batch, blocks, query, read)
            return read.merged()

        return attend

    def _launches(self, batch: Batch) -> list[Blocks]:
        """Return the decodes of a step, a block each, and the blocks of its chunks."""
        counts = batch.packed.counts
        one = lines_of(self.group, 1)
        if batch.packed.is_decode:  # nothing is sent: this is what a graph records
            return [Blocks(batch.seats, batch.lasts, torch.ones_like(batch.lasts), one)]
        many = lines_of(self.group, max(counts))
        chunks = cut(counts, many, self.group)
        decodes = [row for row, count in enumerate(counts) if count == 1]
        columns = [
            decodes,
            [block.row for block in chunks],
            [block.first for block in chunks],
            [block.count for block in chunks],
        ]
        singles, rows, firsts, sizes = upload(columns, str(batch.tokens.device))
        launches = [Blocks(batch.seats[rows], firsts, sizes, many)]
        if decodes:
            lasts = batch.lasts[singles]
            launches.append(Blocks(batch.seats[singles], lasts, torch.ones_like(lasts), one))
        return launches

    def _launch(
        self, pool: Pool, layer: int, batch: Batch, blocks: Blocks, query: Tensor, read: Read
    ) -> None:
        """Let the blocks read their slots."""
        kv_heads, dim = pool.keys.shape[2:]
        paged_attention[len(blocks.firsts), kv_heads, read.parts](
            query,
            pool.keys[layer],
            pool.values[layer],
            read.out,
            read.weights,
            batch.positions,
            batch.tables,
            blocks.seats,
            blocks.firsts,
            blocks.counts,
            self.scale,
            batch.tables.stride(0),
            GROUP=self.group,
            DIM=dim,
            BLOCK_DIM=power(dim),
            PAGE=pool.page_size,
            LINES=blocks.lines,
            SLOTS=slots_of(query.dtype.itemsize),
            PARTS=read.parts,
        )


def write(pool: Pool, layer: int, slots: Tensor, key: Tensor, value: Tensor) -> None:
    """Put keys and values of a step into their slots."""
    size = key.shape[1] * key.shape[2]
    store[len(slots),](
        key,
        value,
        pool.keys[layer],
        pool.values[layer],
        slots,
        key.stride(0),
        value.stride(0),
        SIZE=size,
        BLOCK=power(size),
    )


def rowwise(heads: Tensor) -> Tensor:
    """Return heads whose numbers lie together within each token; a copy only if they do not."""
    whole = heads.stride(2) == 1 and heads.stride(1) == heads.shape[2]
    return heads if whole else heads.contiguous()
