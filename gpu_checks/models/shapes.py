"""The shapes of float models: as published, for random weights, or read from a config.json."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """What distinguishes one Llama from another."""

    layers: int
    width: int  # of a hidden state
    inner: int  # of the MLP
    heads: int
    kv_heads: int
    head_dim: int
    vocab: int
    theta: float  # base of the rotary frequencies
    epsilon: float  # in each RMS norm
    tied: bool  # the head is the embedding
    qk_norm: bool  # each query and key head is normed, as in Qwen3

    @property
    def parameters(self) -> int:
        """Return the numbers in all matrices but an embedding that is not the head."""
        attention = self.width * self.head_dim * (2 * self.heads + 2 * self.kv_heads)
        mlp = 3 * self.width * self.inner
        return self.layers * (attention + mlp) + self.vocab * self.width


SHAPES: Mapping[str, Shape] = {
    "tiny": Shape(4, 64, 128, 4, 2, 16, 256, 10_000.0, 1e-6, tied=True, qk_norm=True),
    "smollm2-135m": Shape(
        30, 576, 1536, 9, 3, 64, 49_152, 100_000.0, 1e-5, tied=True, qk_norm=False
    ),
    "qwen3-0.6b": Shape(
        28, 1024, 3072, 16, 8, 128, 151_936, 1_000_000.0, 1e-6, tied=True, qk_norm=True
    ),
    "llama-3-8b": Shape(
        32, 4096, 14_336, 32, 8, 128, 128_256, 500_000.0, 1e-5, tied=False, qk_norm=False
    ),
}
