"""Builds everything on blocks_for and on a ceiling found by rounding a Fraction down and looking."""

from fractions import Fraction

NULL_BLOCKS = 1


def _ceiling(exact):
    below = exact.__floor__()
    return below if below == exact else below + 1


def _refuse_below_one(values):
    for value in values:
        if value < 1:
            raise ValueError("%d is below one" % value)


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    _refuse_below_one([layers, kv_heads, head_dim, dtype_bytes, tp])
    heads = kv_heads // tp
    if heads == 0:
        heads = 1
    keys = layers * heads * head_dim * dtype_bytes
    values = keys
    return keys + values


def num_blocks(total, util, weights, activations, block_bytes):
    _refuse_below_one([total, weights, activations, block_bytes])
    share = Fraction(repr(float(util)))
    if share <= 0 or share > 1:
        raise ValueError("no share: " + repr(util))
    usable = _ceiling(share * total)
    spent = weights + activations
    if spent >= usable:
        return 0
    return (usable - spent) // block_bytes


def blocks_for(tokens, block_size):
    _refuse_below_one([tokens, block_size])
    return 1 + (tokens - 1) // block_size


def max_concurrency(num_blocks, block_size, max_len):
    _refuse_below_one([num_blocks])
    return Fraction(numerator=num_blocks, denominator=blocks_for(max_len, block_size))


def admits(num_blocks, block_size, max_len):
    _refuse_below_one([num_blocks])
    return blocks_for(max_len, block_size) + NULL_BLOCKS <= num_blocks


def max_len_that_fits(num_blocks, block_size):
    _refuse_below_one([num_blocks, block_size])
    return (num_blocks - NULL_BLOCKS) * block_size


def prefill_saved(requests, prefix, block_size):
    _refuse_below_one([requests, prefix, block_size])
    found = blocks_for(prefix + 1, block_size) - 1
    return found * block_size * requests - found * block_size
