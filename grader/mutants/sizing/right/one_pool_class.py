"""A frozen dataclass holds the pool and does all the work; the functions hand over to it."""

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Pool:
    blocks: int
    block_size: int

    def __post_init__(self):
        for what in ("blocks", "block_size"):
            if getattr(self, what) < 1:
                raise ValueError(f"{what}={getattr(self, what)!r}")

    @property
    def usable(self):
        return self.blocks - 1

    def needed(self, tokens):
        if not tokens > 0:
            raise ValueError(f"{tokens} tokens")
        return math.ceil(Fraction(tokens, self.block_size))


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    named = dict(layers=layers, heads=kv_heads, dim=head_dim, bytes=dtype_bytes, tp=tp)
    for name in named:
        if named[name] < 1:
            raise ValueError(f"{name} is {named[name]}")
    heads = 1 if tp > kv_heads else kv_heads // tp
    return math.prod((2, layers, heads, head_dim, dtype_bytes))


def num_blocks(total, util, weights, activations, block_bytes):
    for size in (total, weights, activations, block_bytes):
        if size < 1:
            raise ValueError(f"got a size of {size}")
    if not (util > 0 and util <= 1):
        raise ValueError(f"util is {util!r}")
    share = Fraction(format(util))
    left = -(-total * share.numerator // share.denominator) - weights - activations
    return max(left // block_bytes, 0)


def blocks_for(tokens, block_size):
    return Pool(1, block_size).needed(tokens)


def max_concurrency(num_blocks, block_size, max_len):
    return Fraction(num_blocks) / Pool(num_blocks, block_size).needed(max_len)


def admits(num_blocks, block_size, max_len):
    pool = Pool(num_blocks, block_size)
    return not pool.needed(max_len) > pool.usable


def max_len_that_fits(num_blocks, block_size):
    return Pool(num_blocks, block_size).usable * block_size


def prefill_saved(requests, prefix, block_size):
    if requests < 1 or prefix < 1:
        raise ValueError(f"{requests} requests with {prefix} tokens")
    pool = Pool(requests, block_size)
    return pool.usable * range(0, prefix + 1, block_size)[-1]
