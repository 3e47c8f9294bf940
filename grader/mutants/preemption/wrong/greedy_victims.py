"""Preempts as few as possible: the best fit if one alone is enough."""

from given import Decision


def _check(least, *numbers):
    for number in numbers:
        if number < least:
            raise ValueError(f"{number} is below {least}")


def _private(tokens, block_size, shared):
    _check(1, tokens, block_size)
    _check(0, shared)
    blocks = (tokens + block_size - 1) // block_size
    if shared > blocks:
        raise ValueError(f"{shared} shared of {blocks}")
    return blocks - shared


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    private = _private(tokens, block_size, shared_blocks)
    _check(1, copies_per_block)
    kv = 2 * model.layers * model.kv_heads * model.head_dim * model.kv_bytes
    moved = 2 * private * block_size * kv
    return moved / gpu.pcie + 2 * private * copies_per_block * gpu.copy_latency


def recompute_seconds(tokens, model, gpu, *, cached=0):
    _check(1, tokens)
    _check(0, cached)
    new = max(1, tokens - cached)
    kept = tokens - new
    width = model.layers * model.heads * model.head_dim
    return 2 * new * (model.params + width * (tokens + kept)) / gpu.flops / gpu.mfu


def choose(
    tokens,
    model,
    gpu,
    *,
    block_size,
    host_free_blocks,
    cached=0,
    shared_blocks=0,
    copies_per_block=1,
):
    _check(0, host_free_blocks)
    private = _private(tokens, block_size, shared_blocks)
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    away = swap_seconds(
        tokens,
        model,
        gpu,
        block_size=block_size,
        shared_blocks=shared_blocks,
        copies_per_block=copies_per_block,
    )
    if private > host_free_blocks or away >= again:
        return Decision("recompute", again, private)
    return Decision("swap", away, private)


def victims(running, need_blocks, policy="fcfs"):
    _check(1, need_blocks, *(entry[1] for entry in running))
    if policy not in ("fcfs", "priority"):
        raise ValueError(f"unknown policy {policy}")
    enough = [entry for entry in running if entry[1] >= need_blocks]
    if enough:
        return [min(enough, key=lambda e: (e[1], -e[2], -e[3]))[0]]
    left = sorted(running, key=lambda e: e[2:]) if policy == "priority" else list(running)
    gone = []
    while left and need_blocks > 0:
        rid, blocks, *_ = left.pop()
        gone.append(rid)
        need_blocks -= blocks
    return gone if need_blocks <= 0 else []
