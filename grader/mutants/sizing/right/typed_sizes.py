"""Wraps every argument in an int subclass that refuses; answers are ints of a subclass too."""

from fractions import Fraction
from typing import Final


class Size(int):
    def __new__(cls, value):
        if value < 1:
            raise ValueError(f"{value!s}: a size is at least one")
        return super().__new__(cls, value)

    def over(self, other):
        return -(int(self) // -int(other))


TWO: Final = Size(2)


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    layers, kv_heads, head_dim, dtype_bytes, tp = map(
        Size, (layers, kv_heads, head_dim, dtype_bytes, tp)
    )
    try:
        heads = Size(kv_heads // tp)
    except ValueError:
        heads = Size(1)
    return Size(TWO * layers * heads * head_dim * dtype_bytes)


def num_blocks(total, util, weights, activations, block_bytes):
    total, weights, activations, block_bytes = map(Size, (total, weights, activations, block_bytes))
    match util:
        case share if share <= 0:
            raise ValueError(f"util {share} takes nothing")
        case share if share > 1:
            raise ValueError(f"util {share} takes too much")
    exact = Fraction(str(util)) * total
    usable = exact.numerator // exact.denominator + (exact.denominator != 1)
    return max(0, usable - weights - activations) // block_bytes


def blocks_for(tokens, block_size):
    return Size(tokens).over(Size(block_size))


def max_concurrency(num_blocks, block_size, max_len):
    return Fraction(Size(num_blocks), Size(max_len).over(Size(block_size)))


def admits(num_blocks, block_size, max_len):
    return Size(num_blocks) > Size(max_len).over(Size(block_size))


def max_len_that_fits(num_blocks, block_size):
    return Size(block_size) * (Size(num_blocks) - 1)


def prefill_saved(requests, prefix, block_size):
    requests, prefix, block_size = Size(requests), Size(prefix), Size(block_size)
    return (requests - 1) * block_size * (prefix // block_size)
