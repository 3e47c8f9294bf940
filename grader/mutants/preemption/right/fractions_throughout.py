"""Exact until the last line: Fractions inside, a float at the exit; victims by accumulate."""

from fractions import Fraction as F
from itertools import accumulate

from given import Decision

ORDERS = {
    "fcfs": lambda running: list(reversed(running)),
    "priority": lambda running: sorted(running, key=lambda e: (-e[2], -e[3])),
}


def need(condition, value):
    if not condition:
        raise ValueError(f"refused: {value}")


def blocks_of(tokens, block_size, shared):
    need(tokens >= 1, tokens)
    need(block_size >= 1, block_size)
    blocks = -(-tokens // block_size)
    need(0 <= shared <= blocks, shared)
    return blocks - shared


def exact_swap(tokens, model, gpu, block_size, shared, copies):
    private = blocks_of(tokens, block_size, shared)
    need(copies > 0, copies)
    numbers = block_size * 2 * model.layers * model.kv_heads * model.head_dim
    each = F(numbers * model.kv_bytes) / F(gpu.pcie) + copies * F(gpu.copy_latency)
    return private * each + private * each


def exact_recompute(tokens, model, gpu, cached):
    need(tokens > 0, tokens)
    need(cached >= 0, cached)
    c = cached if cached < tokens else tokens - 1
    flops = 2 * F(model.params) * (tokens - c)
    flops += 2 * model.layers * model.heads * model.head_dim * (tokens - c) * (tokens + c)
    return flops / (F(gpu.flops) * F(gpu.mfu))


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    return float(exact_swap(tokens, model, gpu, block_size, shared_blocks, copies_per_block))


def recompute_seconds(tokens, model, gpu, *, cached=0):
    return float(exact_recompute(tokens, model, gpu, cached))


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
    need(host_free_blocks >= 0, host_free_blocks)
    swap = exact_swap(tokens, model, gpu, block_size, shared_blocks, copies_per_block)
    again = exact_recompute(tokens, model, gpu, cached)
    private = blocks_of(tokens, block_size, shared_blocks)
    fits = host_free_blocks >= private
    seconds, mode = min((again, "recompute"), (swap if fits else again + 1, "swap"))
    return Decision(mode, float(seconds), private)


def victims(running, need_blocks, policy="fcfs"):
    need(need_blocks >= 1, need_blocks)
    for entry in running:
        need(entry[1] >= 1, entry[1])
    need(policy in ORDERS, policy)
    order = ORDERS[policy](running)
    for count, total in enumerate(accumulate(entry[1] for entry in order), 1):
        if total >= need_blocks:
            return [entry[0] for entry in order[:count]]
    return []
