"""A kernel of attention through block tables: any page size, decodes and chunks alike.

A program takes a block of consecutive tokens of one row, all query heads that share one head of the
cache, and a part of the context. Its lines are (token, query head) pairs. With more than one part,
`merge` puts the parts together.
"""

import triton
import triton.language as tl


@triton.jit
def paged_attention(
    query: tl.tensor,  # (tokens, heads, DIM)
    keys: tl.tensor,  # (slots, kv_heads, DIM)
    values: tl.tensor,
    out: tl.tensor,  # (tokens, heads, PARTS, DIM): what each part reads, weighted
    weights: tl.tensor,  # (tokens, heads, PARTS): log2 of each part's sum of weights
    positions: tl.tensor,  # (tokens,)
    tables: tl.tensor,  # (seats, table_stride)
    seats: tl.tensor,  # (blocks,): the line of `tables` of each block
    firsts: tl.tensor,  # (blocks,): its first token
    counts: tl.tensor,  # (blocks,): how many tokens it has
    scale: float,  # of scores, times log2(e)
    table_stride: int,
    GROUP: tl.constexpr,  # query heads that share a head of the cache
    DIM: tl.constexpr,
    BLOCK_DIM: tl.constexpr,  # the power of two that holds DIM
    PAGE: tl.constexpr,
    LINES: tl.constexpr,  # at least 16 and a power of two; holds the tokens of a block x GROUP
    SLOTS: tl.constexpr,  # slots that are read at once
    PARTS: tl.constexpr,
) -> None:
    """Compute one block, head of the cache and part of the context a program."""
    block, kv_head, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    seat = tl.load(seats + block)
    first = tl.load(firsts + block)
    count = tl.load(counts + block)
    kv_heads = tl.num_programs(1)

    line = tl.arange(0, LINES)
    token = first + line // GROUP
    live = line // GROUP < count
    place = token * (kv_heads * GROUP) + kv_head * GROUP + line % GROUP  # (token, head)
    position = tl.load(positions + token, live, other=-1)
    dim = tl.arange(0, BLOCK_DIM)
    held = dim < DIM
    wanted = tl.load(query + place[:, None] * DIM + dim, live[:, None] & held, other=0.0)

    context = (tl.load(positions + first + count - 1) + 1).to(tl.int32)  # the last token's
    span = tl.cdiv(context, PARTS * SLOTS) * SLOTS
    begin = part * span
    end = tl.minimum(begin + span, context)

    highest = tl.full([LINES], float("-inf"), tl.float32)
    total = tl.zeros([LINES], tl.float32)
    read = tl.zeros([LINES, BLOCK_DIM], tl.float32)
    for start in tl.range(begin, end, SLOTS):
        at = start + tl.arange(0, SLOTS)
        inside = at < end
        page = tl.load(tables + seat * table_stride + at // PAGE, inside, other=0)
        slot = page.to(tl.int64) * PAGE + at % PAGE
        head = (slot * kv_heads + kv_head) * DIM
        # Subtle: slots outside the context may hold NaN, and NaN times a weight of 0 is NaN.
        key = tl.load(keys + head + dim[:, None], inside & held[:, None], other=0.0)
        score = tl.dot(wanted, key, input_precision="ieee") * scale
        score = tl.where(inside & (at <= position[:, None]), score, float("-inf"))

        higher = tl.maximum(highest, tl.max(score, 1))
        # Subtle: a line that has seen nothing yet is at -inf, and -inf - -inf is NaN.
        base = tl.where(higher == float("-inf"), 0.0, higher)
        weight = tl.exp2(score - base[:, None])
        shrink = tl.exp2(highest - base)
        total = total * shrink + tl.sum(weight, 1)
        value = tl.load(values + head[:, None] + dim, inside[:, None] & held, other=0.0)
        part_read = tl.dot(weight.to(value.dtype), value, input_precision="ieee")
        read = read * shrink[:, None] + part_read
        highest = higher

    total = tl.where(total > 0.0, total, 1.0)  # a line without a slot: reads 0, weighs 2**-inf
    read = read / total[:, None]
    target = out + (place[:, None] * PARTS + part) * DIM + dim
    tl.store(target, read.to(out.dtype.element_ty), live[:, None] & held)
    if PARTS > 1:
        tl.store(weights + place * PARTS + part, highest + tl.log2(total), live)
