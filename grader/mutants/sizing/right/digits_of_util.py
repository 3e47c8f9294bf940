"""Reads the digits of util as text and stays in whole numbers; no Fraction but the answer."""

import fractions


class BadSize(ValueError):
    pass


def sized(function):
    def guarded(*arguments, **named):
        for value in (*arguments, *named.values()):
            if value <= 0:
                raise BadSize("cannot size with", value)
        return function(*arguments, **named)

    return guarded


def ceil_div(top, bottom):
    return (top + bottom - 1) // bottom


@sized
def _kv(layers, kv_heads, head_dim, dtype_bytes, tp):
    return sum(layers * max(kv_heads // tp, 1) * head_dim * dtype_bytes for _ in ("key", "value"))


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    return _kv(layers, kv_heads, head_dim, dtype_bytes, tp)


@sized
def _num_blocks(total, util, weights, activations, block_bytes):
    if util > 1:
        raise BadSize(f"util {util} is more than all")
    mantissa, _, exponent = str(util).partition("e")
    whole, _, decimals = mantissa.partition(".")
    share = ceil_div(total * int(whole + decimals), 10 ** (len(decimals) - int(exponent or 0)))
    return max(0, share - weights - activations) // block_bytes


def num_blocks(total, util, weights, activations, block_bytes):
    return _num_blocks(total, util, weights, activations, block_bytes)


@sized
def _blocks(tokens, block_size):
    return ceil_div(tokens, block_size)


def blocks_for(tokens, block_size):
    return _blocks(tokens, block_size)


@sized
def _concurrency(blocks, block_size, max_len):
    return fractions.Fraction(f"{blocks}/{ceil_div(max_len, block_size)}")


def max_concurrency(num_blocks, block_size, max_len):
    return _concurrency(num_blocks, block_size, max_len)


def admits(num_blocks, block_size, max_len):
    return max_len_that_fits(num_blocks, block_size) >= _blocks(max_len, block_size) * block_size


@sized
def _longest(blocks, block_size):
    return sum([blocks * block_size, -block_size])


def max_len_that_fits(num_blocks, block_size):
    return _longest(num_blocks, block_size)


@sized
def _saved(requests, prefix, block_size):
    return max(requests - 1, 0) * (prefix // block_size * block_size)


def prefill_saved(requests, prefix, block_size):
    return _saved(requests, prefix, block_size)
