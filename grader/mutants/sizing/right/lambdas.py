"""Every formula is a lambda in a table, behind one guard; keyword defaults are handed on."""

from fractions import Fraction
from functools import wraps
from math import ceil

up = lambda a, b: a // b + bool(a % b)  # noqa: E731

TABLE = {
    "kv": lambda la, kv, hd, by, tp: (la * hd * by * max(1, kv // tp)) << 1,
    "pool": lambda to, ut, we, ac, bl: max(0, (ceil(Fraction(str(ut)) * to) - (we + ac)) // bl),
    "for": up,
    "many": lambda nb, bs, ml: Fraction(nb, up(ml, bs)),
    "admit": lambda nb, bs, ml: up(ml, bs) <= nb - 1,
    "longest": lambda nb, bs: (nb - 1) * bs,
    "saved": lambda re, pr, bs: pr // bs * bs * (re - 1),
}


def ask(name, *numbers):
    for position, number in enumerate(numbers):
        share = name == "pool" and position == 1
        if (share and not 0 < number <= 1) or (not share and number < 1):
            raise ValueError(f"argument {position} of {name} must not be {number}")
    return TABLE[name](*numbers)


def kv_bytes_per_token(layers, kv_heads, head_dim, dtype_bytes, tp=1):
    return ask("kv", layers, kv_heads, head_dim, dtype_bytes, tp)


def num_blocks(total, util, weights, activations, block_bytes):
    return ask("pool", total, util, weights, activations, block_bytes)


def blocks_for(tokens, block_size):
    return ask("for", tokens, block_size)


@wraps(blocks_for)
def max_concurrency(num_blocks, block_size, max_len):
    return ask("many", num_blocks, block_size, max_len)


def admits(num_blocks, block_size, max_len):
    return ask("admit", num_blocks, block_size, max_len)


def max_len_that_fits(num_blocks, block_size):
    return ask("longest", num_blocks, block_size)


def prefill_saved(requests, prefix, block_size):
    return ask("saved", requests, prefix, block_size)
