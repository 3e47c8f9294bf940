"""The KV cache: for each layer, a row of slots; slot = page * page_size + offset."""

from collections.abc import Sequence

import torch
from torch import Tensor

from gpu_checks import fingerprint
from gpu_checks.models.model import Cached


class Pool:
    """Keys and values, (layers, slots, kv_heads, head_dim), and one page more than was asked for.

    That page is `scratch`: the padding of a batch is written there.
    """

    def __init__(self, cached: Cached, pages: int, page_size: int, device: str) -> None:
        self.page_size = page_size
        self.scratch = pages
        slots = (pages + 1) * page_size
        shape = (cached.layers, slots, cached.kv_heads, cached.head_dim)
        self.keys = torch.empty(shape, dtype=cached.dtype, device=device)
        self.values = torch.empty_like(self.keys)
        self.garbage = float("nan") if cached.dtype.is_floating_point else fingerprint.POISON
        self.reset()

    def reset(self) -> None:
        """Fill every slot with what no right program reads."""
        self.keys.fill_(self.garbage)
        self.values.fill_(self.garbage)

    def poison(self, pages: Sequence[int]) -> None:
        """Fill the slots of some pages with what no right program reads."""
        at = torch.tensor(pages, dtype=torch.int64, device=self.keys.device)
        for cache in (self.keys, self.values):
            paged = cache.unflatten(1, (-1, self.page_size))  # (layers, pages, page_size, ...)
            paged.index_fill_(1, at, self.garbage)

    def write(self, layer: int, slots: Tensor, key: Tensor, value: Tensor) -> None:
        """Put one token's key and value into each of the slots."""
        self.keys[layer].index_copy_(0, slots, key)
        self.values[layer].index_copy_(0, slots, value)
