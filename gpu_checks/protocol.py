"""What the engine and a model agree on: rows with block tables in, one token a row out.

Left out: who decides the rows (`adapter.py`) and whether they are right (`verify/`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

UNASKED = -1  # the answer to a row whose sample is not wanted


class Row(NamedTuple):
    """The tokens that one step computes for one request, and where their KV goes.

    The token at position p = start + i is tokens[i]; its KV is written to slot
    table[p // page_size] * page_size + p % page_size, and it attends to positions 0 .. p, read
    through the same table. Page size 4, start 5, tokens (7, 8), table (3, 0): 7 is written to slot
    0 * 4 + 1 = 1, 8 to slot 2; 8 attends to slots 12, 13, 14, 15, 0, 1, 2.
    """

    request: int  # unique among the live requests
    tokens: tuple[int, ...]  # ids to compute, at least one
    start: int  # position of the first
    table: tuple[int, ...]  # pages, in order of position; may be longer than what is needed
    sample: bool  # whether the token after the last one is wanted


class Runner(Protocol):
    """A model with a paged KV cache of `pages` * `page_size` slots.

    `step` gets rows that passed the contract checks: tokens in 0 .. vocab - 1, pages in
    0 .. pages - 1 and enough of them. It writes the KV of all rows before any row reads: a row may
    read slots that another row of the same step writes.
    """

    page_size: int
    pages: int
    vocab: int

    def step(self, rows: Sequence[Row]) -> list[int]:
        """Return the next token of each row, `UNASKED` where `sample` is False."""
        ...

    def poison(self, pages: Sequence[int]) -> None:
        """Make every slot of these pages one that no right program reads (NaN, garbage)."""
        ...

    def reset(self) -> None:
        """Forget all KV: every slot is poisoned."""
        ...


@dataclass(frozen=True)
class Spec:
    """Which runner is wanted."""

    model: str  # a key of MODELS
    device: str  # "cpu" or "cuda"
    pages: int
    page_size: int
    max_rows: int  # of one step
    max_tokens: int  # of one step, over all rows
    dtype: str = "auto"  # "auto", "float32", "float16", "bfloat16"
    weights: Path | None = None  # a folder with config.json and safetensors
    temperature: float = 0.0  # 0 takes the highest score; above it, tokens are drawn
    seed: int = 0  # of the draws, which depend on it, request and position alone


@dataclass(frozen=True)
class Costs:
    """What the roofline needs to know of a model on a device; bytes, floating-point operations."""

    weight_bytes: float  # read once a step
    kv_bytes: float  # written per token, read per token of context
    flops: float  # per token: 2 * parameters
    bandwidth: float  # bytes a second
    peak: float  # floating-point operations a second


EXACT = ("fingerprint", "bitexact")  # whose tokens do not depend on the batch, to the bit
MODELS: Mapping[str, str] = {
    "fingerprint": "int64: each token is a hash of all tokens before it, read through the pages",
    "bitexact": "±1 position codes through the real attention kernel; exact in every float format",
    "tiny": "a Llama of 4 layers, for the CPU; random weights, as all below",
    "smollm2-135m": "the shape of SmolLM2-135M",
    "qwen3-0.6b": "the shape of Qwen3-0.6B",
    "llama-3-8b": "the shape of Llama-3-8B",
}
