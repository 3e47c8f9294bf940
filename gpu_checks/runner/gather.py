"""Attention that runs anywhere: gather the slots of each row in order, then plain torch.

Slow, short, and what every kernel is compared with. Rows of one token go together, padded to the
longest context; every other row goes by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from gpu_checks.models.model import Attend, Mix
from gpu_checks.runner.batch import Batch
from gpu_checks.runner.pool import Pool


@dataclass(frozen=True)
class Group:
    """Rows of n tokens each that are computed together."""

    places: Tensor  # (rows, n): of their tokens in the batch
    slots: Tensor  # (rows, context): in order of position
    seen: Tensor  # (rows, n, context): which of them each token sees


class Gather:
    """A `Mix` over gathered slots."""

    name = "gather"

    def __init__(self, mix: Mix, scale: float) -> None:
        self.mix = mix
        self.scale = scale

    def plan(self, pool: Pool, batch: Batch) -> Attend:
        """Return the attention of one step."""
        groups = [group(rows, pool.page_size, batch) for rows in together(batch.packed.counts)]

        def attend(layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
            pool.write(layer, batch.slots, key, value)
            out = torch.empty_like(query)
            for part in groups:
                self._read(pool, layer, part, query, out)
            return out

        return attend

    def _read(self, pool: Pool, layer: int, part: Group, query: Tensor, out: Tensor) -> None:
        """Fill in what the tokens of a group read."""
        unseen = ~part.seen.any(1)[..., None, None]  # (rows, context, 1, 1)
        # Subtle: an unseen slot may hold NaN, and NaN times a weight of 0 is NaN.
        keys = pool.keys[layer][part.slots].masked_fill_(unseen, 0)
        values = pool.values[layer][part.slots].masked_fill_(unseen, 0)
        out[part.places] = self.mix(query[part.places], keys, values, part.seen, self.scale)


def together(counts: list[int]) -> Iterator[list[int]]:
    """Yield the rows that are computed together: counts 1 5 1 give rows 0 and 2, then row 1."""
    decodes = [row for row, count in enumerate(counts) if count == 1]
    if decodes:
        yield decodes
    yield from ([row] for row, count in enumerate(counts) if count > 1)


def group(rows: list[int], page_size: int, batch: Batch) -> Group:
    """Return where the tokens of some rows, of equal count, are, and what they see."""
    device = batch.tokens.device
    count = batch.packed.counts[rows[0]]
    longest = max(batch.packed.contexts[row] for row in rows)
    steps = torch.arange(count, device=device)
    at = torch.arange(longest, device=device)

    chosen = torch.tensor(rows, device=device)
    places = batch.lasts[chosen][:, None] - (count - 1) + steps
    pages = batch.tables[batch.seats[chosen]][:, : -(-longest // page_size)]
    slots = pages.repeat_interleave(page_size, 1)[:, :longest] * page_size + at % page_size
    seen = at <= batch.positions[places][..., None]
    return Group(places, slots, seen)
