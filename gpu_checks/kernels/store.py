"""A kernel that writes the keys and values of a step into their slots."""

import triton
import triton.language as tl


@triton.jit
def store(
    key: tl.tensor,  # (tokens, kv_heads * head_dim), a token every `key_stride`
    value: tl.tensor,
    keys: tl.tensor,  # (slots, kv_heads * head_dim)
    values: tl.tensor,
    slots: tl.tensor,  # (tokens,)
    key_stride: int,
    value_stride: int,
    SIZE: tl.constexpr,  # kv_heads * head_dim
    BLOCK: tl.constexpr,  # the power of two that holds it
) -> None:
    """Copy one token a program."""
    token = tl.program_id(0).to(tl.int64)
    slot = tl.load(slots + token).to(tl.int64)
    at = tl.arange(0, BLOCK)
    inside = at < SIZE
    tl.store(keys + slot * SIZE + at, tl.load(key + token * key_stride + at, inside), inside)
    tl.store(values + slot * SIZE + at, tl.load(value + token * value_stride + at, inside), inside)
