"""What must be returned: integers only, nothing shared with the reference; and what is refused.

Left out: the kind of an answer, since True == 1 and 2.0 == 2 (`rules.py`).
"""

from collections.abc import Callable
from fractions import Fraction
from math import gcd

from grader.plain import Plain
from grader.properties.sizing.shapes import Call


def must_return(call: Call) -> Plain:
    """Return what a call that makes sense must return, as plain data."""
    if call["call"] == "num_blocks":
        total, weights, activations, block = call["args"]
        return _blocks(share(call), total, weights, activations, block)
    return FORMULAS[call["call"]](*call["args"])


def share(call: Call) -> Fraction:
    """Return the decimal as which the util of a call prints: 0.9 is nine tenths exactly."""
    return Fraction(str(float(call.get("util", "1.0"))))


def offending(call: Call) -> list[int | float]:
    """Return the values that the contract refuses."""
    bad: list[int | float] = [number for number in call["args"] if number < 1]
    if "util" in call and not 0 < share(call) <= 1:
        bad.append(float(share(call)))
    return bad


def _kv_bytes(layers: int, kv_heads: int, head_dim: int, dtype_bytes: int, tp: int = 1) -> Plain:
    heads = kv_heads // tp if tp <= kv_heads else 1
    return (layers * heads * head_dim * dtype_bytes) << 1


def _blocks(share: Fraction, total: int, weights: int, activations: int, block: int) -> Plain:
    usable, rest = divmod(total * share.numerator, share.denominator)
    left = usable + (rest > 0) - weights - activations
    return left // block if left > 0 else 0


def whole_blocks(tokens: int, block_size: int) -> int:
    """Return how many blocks hold so many tokens: 5 tokens in blocks of 4 need 2."""
    full, rest = divmod(tokens, block_size)
    return full + (rest > 0)


def _concurrency(num_blocks: int, block_size: int, max_len: int) -> Plain:
    each = whole_blocks(max_len, block_size)
    shared = gcd(num_blocks, each)
    return {"fraction": [num_blocks // shared, each // shared]}


def _admits(num_blocks: int, block_size: int, max_len: int) -> Plain:
    return whole_blocks(max_len, block_size) < num_blocks


def _longest(num_blocks: int, block_size: int) -> Plain:
    return num_blocks * block_size - block_size


def _saved(requests: int, prefix: int, block_size: int) -> Plain:
    return (requests - 1) * (prefix - prefix % block_size)


FORMULAS: dict[str, Callable[..., Plain]] = {
    "kv_bytes_per_token": _kv_bytes,
    "blocks_for": whole_blocks,
    "max_concurrency": _concurrency,
    "admits": _admits,
    "max_len_that_fits": _longest,
    "prefill_saved": _saved,
}
