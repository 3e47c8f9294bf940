"""Takes the share through Decimal at high precision; refuses by comparing with min()."""

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction


def _smallest(*numbers):
    low = min(numbers)
    if low <= 0:
        raise ValueError(str(low))


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    _smallest(layers, kv_heads, head_dim, dtype_bytes, tp)
    per_head = 2 * head_dim * dtype_bytes
    return layers * per_head * (kv_heads // tp or 1)


def num_blocks(total, util, weights, activations, block_bytes):
    _smallest(total, weights, activations, block_bytes)
    if util <= 0.0 or util > 1.0:
        raise ValueError("util = %.17g" % util)
    with localcontext() as context:
        context.prec = 60
        usable = int((Decimal(total) * Decimal(repr(util))).to_integral_value(ROUND_CEILING))
    free = usable - weights - activations
    return free // block_bytes if free > 0 else 0


def blocks_for(tokens, block_size):
    _smallest(tokens, block_size)
    full, rest = divmod(tokens, block_size)
    return full + 1 if rest else full


def max_concurrency(num_blocks, block_size, max_len):
    _smallest(num_blocks, block_size, max_len)
    return num_blocks / Fraction(blocks_for(max_len, block_size))


def admits(num_blocks, block_size, max_len):
    _smallest(num_blocks, block_size, max_len)
    return max_len <= (num_blocks - 1) * block_size


def max_len_that_fits(num_blocks, block_size):
    _smallest(num_blocks, block_size)
    return num_blocks * block_size - block_size


def prefill_saved(requests, prefix, block_size):
    _smallest(requests, prefix, block_size)
    return (requests - 1) * (prefix - prefix % block_size)
