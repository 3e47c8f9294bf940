"""What a model is to the runner: it computes packed tokens, and leaves the KV to the runner."""

from typing import Protocol

from torch import Tensor, dtype


class Attend(Protocol):
    """One step's attention: writes the KV of all its tokens, then reads through the pages."""

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """Return what each token reads, (tokens, heads, head_dim).

        `query` is (tokens, heads, head_dim); `key` and `value` are (tokens, kv_heads, head_dim).
        """
        ...


class Mix(Protocol):
    """How a query combines the slots that it sees; plain torch, so that it runs anywhere."""

    def __call__(
        self, query: Tensor, key: Tensor, value: Tensor, seen: Tensor, scale: float
    ) -> Tensor:
        """Return (rows, n, heads, head_dim).

        `query` is (rows, n, heads, head_dim); `key` and `value` are (rows, context, kv_heads,
        head_dim), zero where nobody of the row sees them; `seen` is bool, (rows, n, context).
        """
        ...


class Cached(Protocol):
    """The shape of a KV cache."""

    layers: int
    kv_heads: int
    head_dim: int
    dtype: dtype


class Heads(Cached, Protocol):
    """The shape of attention."""

    heads: int  # heads / kv_heads of them share a head of the cache
    scale: float  # by which scores are multiplied


class Model(Heads, Protocol):
    """The two halves of a step; weights are on their device already."""

    vocab: int

    @property
    def mix(self) -> Mix:
        """Return how queries combine slots; for the gather path."""
        ...

    def forward(self, tokens: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """Return the hidden state of each of the packed tokens, (tokens, width)."""
        ...

    def logits(self, hidden: Tensor) -> Tensor:
        """Return the scores of the next token of some hidden states, (rows, vocab)."""
        ...

    def weight_bytes(self) -> int:
        """Return how many bytes of weights one step reads."""
        ...

    def flops(self) -> int:
        """Return the floating-point operations of one token, without attention."""
        ...
