"""The fingerprint model in torch: the tokens of `gpu_checks.fingerprint`, bit for bit.

Its attention is a sum over all slots, each weighted by its position: one stale slot changes it.
"""

import torch
from torch import Tensor

from gpu_checks.fingerprint import LAYERS, PRIME, VOCAB
from gpu_checks.models.model import Attend, Mix


def ordered_sum(query: Tensor, key: Tensor, value: Tensor, seen: Tensor, scale: float) -> Tensor:
    """Return sum over seen positions j of (j + 1) * value[j], modulo PRIME.

    Values 5 and 7 at positions 0 and 1, both seen: 1 * 5 + 2 * 7 = 19. `query`, `key` and
    `scale` are not looked at. A product is below 2**62, and 2**32 of
    them modulo PRIME add up below 2**63.
    """
    weight = torch.arange(1, value.shape[1] + 1, device=value.device)
    terms = value[:, None, :, 0, 0] * weight % PRIME  # (rows, 1, context)
    return (terms * seen).sum(-1)[..., None, None] % PRIME


class Fingerprint:
    """One number a token; a layer stores it, sums up, and squares."""

    layers = LAYERS
    heads = kv_heads = head_dim = 1
    vocab = VOCAB
    dtype = torch.int64
    scale = 1.0

    @property
    def mix(self) -> Mix:
        """Return the ordered sum."""
        return ordered_sum

    def forward(self, tokens: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """Return the last layer's numbers, (tokens, 1)."""
        number = (tokens * 1_000_003 + positions * 7_919 + 12_345) % PRIME
        for index in range(LAYERS):
            stored = number.view(-1, 1, 1)
            total = attend(index, stored, stored, stored).view(-1)
            number = (total * total + number * (48_271 + 2 * index) + index + 1) % PRIME
        return number[:, None]

    def logits(self, hidden: Tensor) -> Tensor:
        """Return one at the next token, zero elsewhere."""
        return (hidden % VOCAB == torch.arange(VOCAB, device=hidden.device)).to(torch.float32)

    def weight_bytes(self) -> int:
        """Return 0: it has none."""
        return 0

    def flops(self) -> int:
        """Return 0: it computes in whole numbers."""
        return 0
