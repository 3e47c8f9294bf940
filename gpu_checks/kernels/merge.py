"""A kernel that puts the parts of a context together."""

import triton
import triton.language as tl


@triton.jit
def merge(
    parts: tl.tensor,  # (tokens, heads, PARTS, DIM): what each part read, float32
    weights: tl.tensor,  # (tokens, heads, PARTS): log2 of its weight; -inf where it saw nothing
    out: tl.tensor,  # (tokens, heads, DIM)
    DIM: tl.constexpr,
    BLOCK_DIM: tl.constexpr,  # the power of two that holds DIM
    PARTS: tl.constexpr,  # a power of two
) -> None:
    """Average the parts of one token and head a program, by weight."""
    place = tl.program_id(0).to(tl.int64)
    part = tl.arange(0, PARTS)
    dim = tl.arange(0, BLOCK_DIM)
    held = dim < DIM
    logarithm = tl.load(weights + place * PARTS + part)
    weight = tl.exp2(logarithm - tl.max(logarithm, 0))  # one part saw the token itself: no NaN
    read = tl.load(parts + (place * PARTS + part[:, None]) * DIM + dim, held, other=0.0)
    mean = tl.sum(read * weight[:, None], 0) / tl.sum(weight, 0)
    tl.store(out + place * DIM + dim, mean.to(out.dtype.element_ty), held)
