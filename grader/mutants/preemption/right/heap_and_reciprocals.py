"""Multiplies by reciprocals, takes victims from a heap, and answers a named tuple's subclass."""

import heapq
from collections import namedtuple

Decision = namedtuple("Decision", "mode seconds freed_blocks")


def _reject(value):
    raise ValueError("%r is not possible" % (value,))


def _private(tokens, block_size, shared_blocks):
    for value in (tokens, block_size):
        value > 0 or _reject(value)
    blocks = 1 + (tokens - 1) // block_size
    0 <= shared_blocks <= blocks or _reject(shared_blocks)
    return blocks - shared_blocks


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    copies_per_block > 0 or _reject(copies_per_block)
    per_byte = 1.0 / gpu.pcie
    token_bytes = (model.layers * model.kv_heads) * (model.head_dim * model.kv_bytes) << 1
    moves = _private(tokens, block_size, shared_blocks) << 1
    return moves * block_size * token_bytes * per_byte + moves * gpu.copy_latency * copies_per_block


def recompute_seconds(tokens, model, gpu, *, cached=0):
    tokens > 0 or _reject(tokens)
    cached >= 0 or _reject(cached)
    per_flop = (1.0 / gpu.flops) * (1.0 / gpu.mfu)

    def from_scratch(length):
        width = model.layers * model.heads * model.head_dim
        return (2 * model.params * length + 2 * width * length * length) * per_flop

    kept = min(cached, tokens - 1)
    width = 2 * model.layers * model.heads * model.head_dim
    if kept == 0:
        return from_scratch(tokens)
    new = tokens - kept
    return (2 * model.params * new + width * new * (tokens + kept)) * per_flop


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
    private = _private(tokens, block_size, shared_blocks)
    host_free_blocks >= 0 or _reject(host_free_blocks)
    away = swap_seconds(
        tokens,
        model,
        gpu,
        block_size=block_size,
        shared_blocks=shared_blocks,
        copies_per_block=copies_per_block,
    )
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    if private <= host_free_blocks and not again <= away:
        return Decision("swap", away, private)
    return Decision("recompute", again, private)


def victims(running, need_blocks, policy="fcfs"):
    need_blocks > 0 or _reject(need_blocks)
    policy in ("fcfs", "priority") or _reject(policy)
    heap = []
    for place, (rid, private, priority, arrival) in enumerate(running):
        private > 0 or _reject(private)
        key = (-priority, -arrival) if policy == "priority" else (-place, 0)
        heap.append((key, rid, private))
    heapq.heapify(heap)
    gone = []
    while heap:
        _, rid, private = heapq.heappop(heap)
        gone.append(rid)
        need_blocks -= private
        if need_blocks <= 0:
            return gone
    return []
