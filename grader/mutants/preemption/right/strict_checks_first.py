"""Adds up FLOPs chunk by chunk as an engine would compute them; int 0 for nothing to move."""

from given import Decision

CHUNK = 7


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    if tokens < 1 or block_size < 1 or copies_per_block < 1:
        raise ValueError(f"tokens {tokens}, block {block_size}, copies {copies_per_block}")
    private = (tokens - 1) // block_size + 1 - shared_blocks
    if shared_blocks < 0 or private < 0:
        raise ValueError(f"shared blocks: {shared_blocks}")
    if private == 0:
        return 0
    kv = model.kv_bytes * model.head_dim * model.kv_heads * model.layers * 2
    to_host = private * block_size * kv / gpu.pcie
    from_host = private * block_size * kv / gpu.pcie
    return to_host + from_host + 2 * private * (copies_per_block * gpu.copy_latency)


def recompute_seconds(tokens, model, gpu, *, cached=0):
    if tokens < 1:
        raise ValueError(f"tokens {tokens}")
    if cached < 0:
        raise ValueError(f"cached {cached}")
    done = min(cached, tokens - 1)
    flops = 0
    pair = 2 * model.layers * model.heads * model.head_dim
    while done < tokens:
        step = min(max(CHUNK, tokens // 50), tokens - done)
        flops += 2 * model.params * step + pair * ((done + step) ** 2 - done**2)
        done += step
    return flops / (gpu.mfu * gpu.flops)


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
    if host_free_blocks < 0:
        raise ValueError(f"host room {host_free_blocks}")
    swap = swap_seconds(
        tokens,
        model,
        gpu,
        block_size=block_size,
        shared_blocks=shared_blocks,
        copies_per_block=copies_per_block,
    )
    recompute = recompute_seconds(tokens, model, gpu, cached=cached)
    private = (tokens - 1) // block_size + 1 - shared_blocks
    can_swap = private <= host_free_blocks
    mode = "swap" if can_swap and swap < recompute else "recompute"
    return Decision(mode, {"swap": swap, "recompute": recompute}[mode], private)


def victims(running, need_blocks, policy="fcfs"):
    if need_blocks < 1:
        raise ValueError(f"need {need_blocks}")
    if any(entry[1] < 1 for entry in running):
        raise ValueError("blocks: " + ", ".join(str(entry[1]) for entry in running))
    if policy not in {"fcfs", "priority"}:
        raise ValueError(f"policy {policy!r}")
    order = list(range(len(running)))
    if policy == "priority":
        order.sort(key=lambda i: running[i][3])
        order.sort(key=lambda i: running[i][2])  # stable: arrivals stay in order
    held = [running[i][1] for i in reversed(order)]
    for count in range(len(held) + 1):
        if sum(held[:count]) >= need_blocks:
            return [running[i][0] for i in reversed(order)][:count]
    return []
