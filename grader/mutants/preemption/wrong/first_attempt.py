"""Ten minutes in: tokens over the link, FLOPs over the peak."""

from math import ceil

from given import Decision


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    if min(tokens, block_size, copies_per_block) < 1 or shared_blocks < 0:
        raise ValueError(f"bad: {tokens}, {block_size}, {copies_per_block}, {shared_blocks}")
    blocks = ceil(tokens / block_size)
    if shared_blocks > blocks:
        raise ValueError(f"{shared_blocks} > {blocks}")
    kv = 2 * model.layers * model.kv_heads * model.head_dim * model.kv_bytes
    kept = shared_blocks * block_size
    return max(0, tokens - kept) * kv / gpu.pcie + blocks * gpu.copy_latency


def recompute_seconds(tokens, model, gpu, *, cached=0):
    if tokens < 1:
        raise ValueError(f"{tokens} tokens")
    if cached < 0:
        raise ValueError(f"{cached} cached")
    return 2 * model.params * (tokens - min(cached, tokens)) / gpu.flops


def choose(tokens, model, gpu, *, block_size, host_free_blocks, cached=0, **rest):
    if host_free_blocks < 0:
        raise ValueError(f"room {host_free_blocks}")
    swap = swap_seconds(tokens, model, gpu, block_size=block_size, **rest)
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    blocks = ceil(tokens / block_size) - rest.get("shared_blocks", 0)
    if swap < again and blocks <= host_free_blocks:
        return Decision("swap", swap, blocks)
    return Decision("recompute", again, blocks)


def victims(running, need_blocks, policy="fcfs"):
    if policy not in ("fcfs", "priority"):
        raise ValueError(policy)
    if need_blocks < 1:
        raise ValueError(f"need {need_blocks}")
    out = []
    order = list(running)
    if policy == "priority":
        order.sort(key=lambda entry: entry[2:])
    while order and need_blocks > 0:
        rid, blocks, _, _ = order.pop()
        if blocks < 1:
            raise ValueError(f"{rid} has {blocks}")
        out.append(rid)
        need_blocks -= blocks
    return out
