"""From scores to tokens, on the device; which other rows are in the batch does not matter."""

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor


class Sampler(Protocol):
    """Chooses one token a row."""

    def __call__(self, logits: Tensor, requests: Tensor, positions: Tensor) -> Tensor:
        """Return tokens, (rows,), for scores (rows, vocab) after the position of each request."""
        ...


def greedy(logits: Tensor, requests: Tensor, positions: Tensor) -> Tensor:
    """Return the token with the highest score; requests and positions do not matter."""
    return logits.argmax(-1)


@dataclass(frozen=True)
class Keyed:
    """Sampling at a temperature, whose noise depends on seed, request and position alone.

    The token with the highest score / temperature + Gumbel noise is a draw from the softmax. A
    request that is preempted and computed again draws the same noise at the same position.
    """

    seed: int
    temperature: float

    def __call__(self, logits: Tensor, requests: Tensor, positions: Tensor) -> Tensor:
        """Return the tokens drawn."""
        vocab = torch.arange(logits.shape[-1], device=logits.device)
        key = scramble(scramble(requests + self.seed * 1_000_003) + positions)
        noise = scramble(key[:, None] + vocab) >> 9  # 23 bits and a half: what float32 holds
        uniform = (noise + 0.5) / 2**23
        return (logits.float() / self.temperature - (-uniform.log()).log()).argmax(-1)


def scramble(number: Tensor) -> Tensor:
    """Return 32 bits that look random, each dependent on all of the low 32 bits of the number.

    The two multipliers are those of the murmur3 finalizer; 0 gives 0, 1 gives 1,364,076,727.
    """
    bits = number & 0xFFFFFFFF
    bits = (bits ^ (bits >> 16)) * 0x85EBCA6B & 0xFFFFFFFF
    bits = (bits ^ (bits >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
    return bits ^ (bits >> 16)
