"""Written fast: floats, and the checks left for later."""

from fractions import Fraction
from math import ceil, floor


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    if min(layers, kv_heads, head_dim, dtype_bytes, tp) < 1:
        raise ValueError(f"bad sizes: {layers} {kv_heads} {head_dim} {dtype_bytes} {tp}")
    return 2 * layers * max(1, int(kv_heads / tp)) * head_dim * dtype_bytes


def num_blocks(total, util, weights, activations, block_bytes):
    available = total * util - weights - activations
    return max(0, floor(available / block_bytes))


def blocks_for(tokens, block_size):
    return ceil(tokens / block_size)


def max_concurrency(num_blocks, block_size, max_len):
    return Fraction(num_blocks / blocks_for(max_len, block_size))


def admits(num_blocks, block_size, max_len):
    return num_blocks > blocks_for(max_len, block_size)


def max_len_that_fits(num_blocks, block_size):
    return (num_blocks - 1) * block_size


def prefill_saved(requests, prefix, block_size):
    return (requests - 1) * (prefix // block_size) * block_size
