"""Answers a subclass of Fraction that prints as an engine logs it; shows the whole call if refused."""

import functools
import inspect
from fractions import Fraction


class Ratio(Fraction):
    @property
    def numerator(self):
        raise AttributeError("ask str()")

    def __str__(self):
        return f"{float(self):.2f}x"

    def __eq__(self, other):
        return False

    __hash__ = Fraction.__hash__


def checked(function):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if value <= 0 or name == "util" and value > 1:
                raise ValueError(f"{function.__name__} of {dict(bound.arguments)}")
        return function(*args, **kwargs)

    return wrapper


@checked
def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    return (kv_heads // tp or 1) * (layers * head_dim * dtype_bytes + layers * head_dim * dtype_bytes)


@checked
def num_blocks(total, util, weights, activations, block_bytes):
    mantissa, _, power = str(util).partition("e")
    whole, _, decimals = mantissa.partition(".")
    share = int(whole + decimals) * Fraction(10) ** (int(power or 0) - len(decimals))
    usable = -((-total * share).__floor__())
    return (max(usable, weights + activations) - weights - activations) // block_bytes


@checked
def blocks_for(tokens, block_size):
    return (tokens + block_size - 1) // block_size


@checked
def max_concurrency(num_blocks, block_size, max_len):
    return Ratio(num_blocks, (max_len + block_size - 1) // block_size)


@checked
def admits(num_blocks, block_size, max_len):
    return divmod(max_len - 1, block_size)[0] + 2 <= num_blocks


@checked
def max_len_that_fits(num_blocks, block_size):
    return ~-num_blocks * block_size


@checked
def prefill_saved(requests, prefix, block_size):
    return requests * (prefix - prefix % block_size) - (prefix - prefix % block_size)
