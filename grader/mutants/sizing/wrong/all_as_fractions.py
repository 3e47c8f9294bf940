"""Exact throughout, and a Fraction at every exit."""

from fractions import Fraction as F
from math import ceil, floor


def sizes(*numbers):
    bad = [number for number in numbers if number < 1]
    if bad:
        raise ValueError(f"refused: {bad[0]}")


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    sizes(layers, kv_heads, head_dim, dtype_bytes, tp)
    return F(2 * layers * head_dim * dtype_bytes * max(1, floor(F(kv_heads, tp))))


def num_blocks(total, util, weights, activations, block_bytes):
    sizes(total, weights, activations, block_bytes)
    if not 0 < util <= 1:
        raise ValueError(f"refused: {util}")
    return F(max(0, (ceil(total * F(str(util))) - weights - activations) // block_bytes))


def blocks_for(tokens, block_size):
    sizes(tokens, block_size)
    return F(ceil(F(tokens, block_size)))


def max_concurrency(num_blocks, block_size, max_len):
    sizes(num_blocks)
    return num_blocks / blocks_for(max_len, block_size)


def admits(num_blocks, block_size, max_len):
    sizes(num_blocks)
    return num_blocks - 1 >= blocks_for(max_len, block_size)


def max_len_that_fits(num_blocks, block_size):
    sizes(num_blocks, block_size)
    return F((num_blocks - 1) * block_size)


def prefill_saved(requests, prefix, block_size):
    sizes(requests, prefix, block_size)
    return F((requests - 1) * (prefix // block_size) * block_size)
