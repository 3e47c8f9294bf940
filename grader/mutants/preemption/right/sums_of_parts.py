"""Adds up block by block and token by token where it can; own Decision with the same fields."""

from math import fsum, inf


class BadNumber(ValueError):
    """Still a ValueError."""


class Decision:
    def __init__(self, mode, seconds, freed_blocks):
        self.mode, self.seconds, self.freed_blocks = mode, seconds, freed_blocks


def _sane(low, high, value):
    if not low <= value <= high:
        raise BadNumber(f"{value} not in {low}..{high}")


def _split(tokens, block_size, shared_blocks):
    _sane(1, inf, tokens)
    _sane(1, inf, block_size)
    starts = range(0, tokens, block_size)
    _sane(0, len(starts), shared_blocks)
    return starts[shared_blocks:]


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    _sane(1, inf, copies_per_block)
    key = model.kv_heads * model.head_dim * model.kv_bytes * model.layers
    block = (key + key) * block_size
    trips = []
    for _ in _split(tokens, block_size, shared_blocks):
        trips += [block / gpu.pcie, copies_per_block * gpu.copy_latency] * 2
    return fsum(trips)


def recompute_seconds(tokens, model, gpu, *, cached=0):
    _sane(1, inf, tokens)
    _sane(0, inf, cached)
    reached = gpu.mfu * gpu.flops
    first = min(cached, tokens - 1)
    # The square of a length is the sum of the odd numbers below twice that length.
    odd = sum(range(2 * first + 1, 2 * tokens, 2))
    weights = (tokens - first) * 2 * model.params / reached
    return weights + 2 * model.layers * model.heads * model.head_dim * odd / reached


def choose(tokens, model, gpu, *, block_size, host_free_blocks, cached=0, shared_blocks=0, **more):
    _sane(0, inf, host_free_blocks)
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    out = swap_seconds(
        tokens, model, gpu, block_size=block_size, shared_blocks=shared_blocks, **more
    )
    moved = len(_split(tokens, block_size, shared_blocks))
    if moved <= host_free_blocks:
        return Decision("swap", out, moved) if out < again else Decision("recompute", again, moved)
    return Decision("recompute", again, moved)


def victims(running, need_blocks, policy="fcfs"):
    _sane(1, inf, need_blocks)
    blocks = {}
    for rid, private, _, _ in running:
        _sane(1, inf, private)
        blocks[rid] = private
    match policy:
        case "fcfs":
            ranked = [rid for rid, *_ in running]
        case "priority":
            ranked = [rid for _, _, rid in sorted((p, a, rid) for rid, _, p, a in running)]
        case _:
            raise BadNumber(policy)
    if sum(blocks.values()) < need_blocks:
        return []
    answer = []
    while need_blocks > 0:
        answer.append(ranked.pop())
        need_blocks -= blocks[answer[-1]]
    return answer
