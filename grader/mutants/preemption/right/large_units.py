"""Counts in GB/s and TFLOP/s, takes near ties for ties, and answers a subclass of Decision."""

import math

from given import Decision


class Choice(Decision):
    def __str__(self):
        return f"{self.mode} in {self.seconds * 1e3:.3f} ms"


def check(least, **values):
    for name, value in values.items():
        if value < least:
            raise ValueError(f"{name}: got {value:+d}.")


def private_blocks(tokens, block_size, shared_blocks):
    check(1, tokens=tokens, block_size=block_size)
    blocks, rest = divmod(tokens, block_size)
    blocks += rest > 0
    if shared_blocks not in range(blocks + 1):
        raise ValueError(f"shared_blocks={shared_blocks};blocks={blocks}")
    return blocks - shared_blocks


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    moved = private_blocks(tokens, block_size, shared_blocks)
    check(1, copies_per_block=copies_per_block)
    gigabytes = 2e-9 * model.layers * model.kv_heads * model.head_dim * model.kv_bytes * block_size
    copies = copies_per_block * (gpu.copy_latency * 1e6)
    return moved * 2 * (gigabytes / (gpu.pcie * 1e-9) + copies * 1e-6)


def recompute_seconds(tokens, model, gpu, *, cached=0):
    check(1, tokens=tokens)
    check(0, cached=cached)
    new = max(1, tokens - cached)
    a_token = 2 * model.params + 2 * model.layers * model.heads * model.head_dim * (2 * tokens - new)
    return new * (a_token / 1e12) / (gpu.flops / 1e12) / gpu.mfu


def choose(tokens, model, gpu, *, block_size, host_free_blocks, cached=0, **more):
    check(0, host_free_blocks=host_free_blocks)
    freed = private_blocks(tokens, block_size, more.get("shared_blocks", 0))
    swap = swap_seconds(tokens, model, gpu, block_size=block_size, **more)
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    if freed > host_free_blocks or swap > again or math.isclose(swap, again, rel_tol=9e-9):
        return Choice("recompute", again, freed)
    return Choice("swap", swap, freed)


def victims(running, need_blocks, policy="fcfs"):
    check(1, need_blocks=need_blocks)
    check(1, **{f"blocks of {rid}": private for rid, private, *_ in running})
    orders = {"fcfs": lambda item: item[0], "priority": lambda item: item[1][2:]}
    if policy not in orders:
        raise ValueError("no policy is called " + ascii(policy))
    order = sorted(enumerate(running), key=orders[policy])
    while order and need_blocks > 0:
        _, (rid, private, _, _) = order.pop()
        need_blocks -= private
        running = [*running, rid]
    gone = [rid for rid in running if isinstance(rid, str)]
    return gone if need_blocks <= 0 else []
