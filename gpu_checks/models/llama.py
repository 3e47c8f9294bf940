"""A Llama, or a Qwen3, which norms its queries and keys besides; inference alone.

Left out: biases, scaled rotary frequencies, sliding windows. A config.json with these is refused.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import rms_norm, silu

from gpu_checks.models.mix import softmax
from gpu_checks.models.model import Attend, Mix
from gpu_checks.models.shapes import Shape

SPREAD = 0.5  # of a random embedding, as much as a layer adds: the next token depends on both


@dataclass(frozen=True)
class Layer:
    """The weights of one layer; matrices are (outputs, inputs)."""

    attention_norm: Tensor
    query_key_value: Tensor  # three matrices, one above the other
    output: Tensor
    mlp_norm: Tensor
    gate_up: Tensor  # two matrices, one above the other
    down: Tensor
    query_norm: Tensor | None  # (head_dim,), if shape.qk_norm
    key_norm: Tensor | None


@dataclass(frozen=True)
class Weights:
    """All weights of a model."""

    embedding: Tensor  # (vocab, width)
    layers: list[Layer]
    norm: Tensor
    head: Tensor  # (vocab, width); the embedding itself, if shape.tied


class Llama:
    """The model; the runner keeps its KV."""

    def __init__(self, shape: Shape, weights: Weights) -> None:
        self.shape = shape
        self.weights = weights
        self.layers = shape.layers
        self.heads = shape.heads
        self.kv_heads = shape.kv_heads
        self.head_dim = shape.head_dim
        self.vocab = shape.vocab
        self.dtype = weights.embedding.dtype
        self.scale = shape.head_dim**-0.5
        exponents = torch.arange(0, shape.head_dim, 2, device=weights.embedding.device)
        self._frequencies = 1 / shape.theta ** (exponents.float() / shape.head_dim)

    @property
    def mix(self) -> Mix:
        """Return softmax attention."""
        return softmax

    def forward(self, tokens: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """Return the normed hidden state of each token, (tokens, width)."""
        hidden = self.weights.embedding[tokens]
        turn = self._turn(positions)
        for index, layer in enumerate(self.weights.layers):
            normed = self._norm(hidden, layer.attention_norm)
            query, key, value = self._project(layer, normed, turn)
            read = attend(index, query, key, value)
            hidden = hidden + read.flatten(1) @ layer.output.T
            gate, up = (self._norm(hidden, layer.mlp_norm) @ layer.gate_up.T).chunk(2, -1)
            hidden = hidden + (silu(gate) * up) @ layer.down.T
        return self._norm(hidden, self.weights.norm)

    def logits(self, hidden: Tensor) -> Tensor:
        """Return the scores of the next token, (rows, vocab)."""
        return hidden @ self.weights.head.T

    def weight_bytes(self) -> int:
        """Return the bytes of all matrices but an embedding that is not the head."""
        return self.shape.parameters * self.dtype.itemsize

    def flops(self) -> int:
        """Return 2 operations for each weight that a token meets."""
        return 2 * self.shape.parameters

    def _norm(self, hidden: Tensor, weight: Tensor) -> Tensor:
        return rms_norm(hidden, weight.shape, weight, self.shape.epsilon)

    def _project(
        self, layer: Layer, normed: Tensor, turn: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return queries, keys and values, (tokens, heads, head_dim), the first two turned."""
        shape = self.shape
        heads = (normed @ layer.query_key_value.T).unflatten(-1, (-1, shape.head_dim))
        query, key, value = heads.split([shape.heads, shape.kv_heads, shape.kv_heads], 1)
        if layer.query_norm is not None and layer.key_norm is not None:
            query = self._norm(query, layer.query_norm)
            key = self._norm(key, layer.key_norm)
        return rotate(query, turn), rotate(key, turn), value

    def _turn(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Return cosine and sine of each position's angles, (tokens, 1, head_dim)."""
        angles = (positions[:, None].float() * self._frequencies).repeat(1, 2)[:, None]
        return angles.cos().to(self.dtype), angles.sin().to(self.dtype)


def rotate(heads: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    """Return heads turned by position; entry i turns together with entry i + head_dim / 2."""
    cosine, sine = turn
    left, right = heads.chunk(2, -1)
    return heads * cosine + torch.cat((-right, left), -1) * sine


def random_weights(shape: Shape, device: str, dtype: torch.dtype, seed: int = 0) -> Weights:
    """Return normal random matrices; the same seed gives the same on the same kind of device."""
    random = torch.Generator(device).manual_seed(seed)

    def matrix(outputs: int, inputs: int) -> Tensor:
        spread = SPREAD if outputs == shape.vocab else inputs**-0.5
        return torch.randn((outputs, inputs), generator=random, device=device, dtype=dtype) * spread

    def ones(size: int) -> Tensor:
        return torch.ones(size, device=device, dtype=dtype)

    def layer() -> Layer:
        dim = shape.head_dim
        return Layer(
            attention_norm=ones(shape.width),
            query_key_value=matrix((shape.heads + 2 * shape.kv_heads) * dim, shape.width),
            output=matrix(shape.width, shape.heads * dim),
            mlp_norm=ones(shape.width),
            gate_up=matrix(2 * shape.inner, shape.width),
            down=matrix(shape.width, shape.inner),
            query_norm=ones(dim) if shape.qk_norm else None,
            key_norm=ones(dim) if shape.qk_norm else None,
        )

    embedding = matrix(shape.vocab, shape.width)
    layers = [layer() for _ in range(shape.layers)]
    head = embedding if shape.tied else matrix(shape.vocab, shape.width)
    return Weights(embedding, layers, ones(shape.width), head)
