"""What you are handed: a GPU with its link to the host, a model, and what a choice looks like."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Gpu:
    """A GPU and its link to host memory; the numbers are checked here, so you need not."""

    flops: float  # peak, in FLOP/s
    mfu: float  # the share of the peak that a prefill reaches, 0..1
    pcie: float  # bytes/s in one direction
    copy_latency: float = 0.0  # seconds that every single copy costs on top of its bytes

    def __post_init__(self) -> None:
        for number in (self.flops, self.mfu, self.pcie):
            if number <= 0:
                raise ValueError(f"a GPU cannot have {number}")
        if self.copy_latency < 0:
            raise ValueError(f"copy_latency must not be negative: {self.copy_latency}")


@dataclass(frozen=True)
class Model:
    """A transformer, as far as it matters here; the numbers are checked here too."""

    params: float
    layers: int
    heads: int  # that ask
    kv_heads: int  # whose keys and values are kept
    head_dim: int
    kv_bytes: int = 2  # of one number in the cache

    def __post_init__(self) -> None:
        sizes = (self.params, self.layers, self.heads, self.kv_heads, self.head_dim, self.kv_bytes)
        for number in sizes:
            if number <= 0:
                raise ValueError(f"a model cannot have {number}")


@dataclass(frozen=True)
class Decision:
    """What to do with a victim."""

    mode: Literal["swap", "recompute"]
    seconds: float  # that this costs
    freed_blocks: int  # blocks of the GPU that become free
