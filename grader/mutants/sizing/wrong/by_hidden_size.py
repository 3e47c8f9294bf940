"""Knows "two times layers times hidden" by heart, from the days before shared KV heads."""

from fractions import Fraction
from math import ceil

HIDDEN = 4096


def refuse(*sizes):
    for size in sizes:
        if size <= 0:
            raise ValueError(f"not a size: {size}")


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    refuse(layers, kv_heads, head_dim, dtype_bytes, tp)
    return 2 * layers * HIDDEN * dtype_bytes // tp


def num_blocks(total, util, weights, activations, block_bytes):
    refuse(total, util, weights, activations, block_bytes)
    if util > 1:
        raise ValueError(f"util {util}")
    share = ceil(total * Fraction(repr(util)))
    return max(0, share - weights - activations) // block_bytes


def blocks_for(tokens, block_size):
    refuse(tokens, block_size)
    return (tokens + block_size - 1) // block_size


def max_concurrency(num_blocks, block_size, max_len):
    refuse(num_blocks)
    return Fraction(num_blocks, blocks_for(max_len, block_size))


def admits(num_blocks, block_size, max_len):
    refuse(num_blocks)
    return blocks_for(max_len, block_size) < num_blocks


def max_len_that_fits(num_blocks, block_size):
    refuse(num_blocks, block_size)
    return (num_blocks - 1) * block_size


def prefill_saved(requests, prefix, block_size):
    refuse(requests, prefix, block_size)
    return (requests - 1) * (prefix - prefix % block_size)
