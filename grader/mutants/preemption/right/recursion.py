"""Victims by recursion, guards by decorator; choose() compares first and asks for room after."""

import functools
import inspect

from given import Decision

LEAST = dict(
    tokens=1, block_size=1, copies_per_block=1, need_blocks=1, cached=0, shared_blocks=0,
    host_free_blocks=0,
)  # fmt: skip


def guarded(function):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def inner(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        values = bound.arguments
        for name, least in LEAST.items():
            if values.get(name, least) < least:
                raise ValueError(f"{function.__name__}: {name} = {values[name]}")
        if "shared_blocks" in values:
            blocks = -(-values["tokens"] // values["block_size"])
            if blocks < values["shared_blocks"]:
                raise ValueError(f"{blocks} blocks, {values['shared_blocks']} shared")
        return function(*args, **kwargs)

    return inner


@guarded
def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    blocks = -(-tokens // block_size) - shared_blocks
    payload = 2 * model.layers * model.kv_heads * model.head_dim * model.kv_bytes * block_size
    one_way = blocks * (payload / gpu.pcie + gpu.copy_latency * copies_per_block)
    return one_way * 2


@guarded
def recompute_seconds(tokens, model, gpu, *, cached=0):
    rate = gpu.flops * gpu.mfu
    per_pair = 2 * model.layers * model.heads * model.head_dim
    start = min(cached, tokens - 1)
    return (per_pair * (tokens**2 - start**2) + 2 * model.params * (tokens - start)) / rate


@guarded
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
    named = dict(block_size=block_size, shared_blocks=shared_blocks)
    swap = swap_seconds(tokens, model, gpu, copies_per_block=copies_per_block, **named)
    again = recompute_seconds(tokens, model, gpu, cached=cached)
    private = -(-tokens // block_size) - shared_blocks
    if again > swap and host_free_blocks - private >= 0:
        return Decision("swap", swap, private)
    return Decision("recompute", again, private)


@guarded
def victims(running, need_blocks, policy="fcfs"):
    for entry in running:
        if entry[1] < 1:
            raise ValueError(f"{entry[0]} holds {entry[1]} blocks")
    if policy != "fcfs" and policy != "priority":
        raise ValueError(policy)

    def take(left, short):
        if short <= 0:
            return []
        if not left:
            return None
        worst = max(left, key=lambda e: e[2:]) if policy == "priority" else left[-1]
        rest = take([e for e in left if e[0] != worst[0]], short - worst[1])
        return None if rest is None else [worst[0], *rest]

    return take(running, need_blocks) or []
