"""Swap or recompute: what either costs, which is cheaper, and who has to go.

Left out: copies that overlap with computing, and what a swapped sequence costs on its return, when
it needs all of its blocks at once.
"""

from given import Decision, Gpu, Model


def swap_seconds(
    tokens: int,
    model: Model,
    gpu: Gpu,
    *,
    block_size: int,
    shared_blocks: int = 0,
    copies_per_block: int = 1,
) -> float:
    """Return the seconds it takes to move a sequence's KV to the host and later back.

    Whole blocks are moved, the partly filled last one too; the `shared_blocks` that other
    sequences use as well stay where they are. Each way, a block costs its bytes over the link and
    `copies_per_block` times the latency of a copy. A token keeps a key and a value per layer and
    KV head. 100 tokens are 7 blocks: 0.587 ms; with 2 of them shared 0.419 ms.
    ValueError for tokens, block_size or copies_per_block below 1, and for shared_blocks below 0 or
    above the number of blocks.
    """
    private = _private_blocks(tokens, block_size, shared_blocks)
    _at_least(1, copies_per_block=copies_per_block)
    kv = 2 * model.layers * model.kv_heads * model.head_dim * model.kv_bytes
    one_block = block_size * kv / gpu.pcie + copies_per_block * gpu.copy_latency
    return 2 * private * one_block  # out and back


def recompute_seconds(tokens: int, model: Model, gpu: Gpu, *, cached: int = 0) -> float:
    """Return the seconds it takes to compute the KV of `tokens` tokens again.

    The first `cached` tokens are still in the prefix cache, but the last token is always computed:
    c = min(cached, tokens - 1). The tokens - c others cost 2 * params FLOPs each; attention costs
    2 * layers * heads * head_dim * (tokens ** 2 - c ** 2) FLOPs in all. The GPU reaches the share
    `mfu` of its peak. 100 tokens: 3.205 ms; 8,192 with 4,096 cached: 157.46 ms, without: 297.33.
    ValueError for tokens below 1 or cached below 0.
    """
    _at_least(1, tokens=tokens)
    _at_least(0, cached=cached)
    c = min(cached, tokens - 1)  # without the last token there is nothing to sample from
    linear = 2 * model.params * (tokens - c)
    attention = 2 * model.layers * model.heads * model.head_dim * (tokens**2 - c**2)
    return (linear + attention) / (gpu.flops * gpu.mfu)


def choose(
    tokens: int,
    model: Model,
    gpu: Gpu,
    *,
    block_size: int,
    host_free_blocks: int,
    cached: int = 0,
    shared_blocks: int = 0,
    copies_per_block: int = 1,
) -> Decision:
    """Return the cheaper way to be rid of a victim, what it costs, and the blocks it frees.

    Swap is possible only if the blocks to be moved fit into `host_free_blocks`, and is chosen only
    if it is possible and strictly faster. Either way the blocks that are not shared become free.
    1,000 tokens with 832 of them cached: swap, 5.285 ms, 63 blocks; with 848 cached: recompute.
    ValueError as above, and for host_free_blocks below 0.
    """
    _at_least(0, host_free_blocks=host_free_blocks)
    private = _private_blocks(tokens, block_size, shared_blocks)
    swap = swap_seconds(
        tokens,
        model,
        gpu,
        block_size=block_size,
        shared_blocks=shared_blocks,
        copies_per_block=copies_per_block,
    )
    recompute = recompute_seconds(tokens, model, gpu, cached=cached)
    if private <= host_free_blocks and swap < recompute:
        return Decision("swap", swap, private)
    return Decision("recompute", recompute, private)


def victims(
    running: list[tuple[str, int, int, int]], need_blocks: int, policy: str = "fcfs"
) -> list[str]:
    """Return whom to preempt so that at least `need_blocks` blocks become free, in that order.

    `running` holds (rid, private_blocks, priority, arrival), oldest admission first; no rid and no
    arrival occurs twice. "fcfs" takes from the end; "priority" takes the largest
    (priority, arrival) first. Stop as soon as the private blocks of the victims reach need_blocks.
    If all of them together do not, nobody is sacrificed: []. `running` is not changed.
    A 3, B 2, C 1 blocks, 2 needed, "fcfs": ["C", "B"].
    ValueError for need_blocks or anybody's private_blocks below 1, and for an unknown policy.
    """
    _at_least(1, need_blocks=need_blocks)
    for _, private_blocks, _, _ in running:
        _at_least(1, private_blocks=private_blocks)
    if policy == "fcfs":
        order = running[::-1]
    elif policy == "priority":
        order = sorted(running, key=lambda seq: (seq[2], seq[3]), reverse=True)
    else:
        raise ValueError(f"policy must be fcfs or priority, not {policy!r}")

    chosen: list[str] = []
    freed = 0
    for rid, private_blocks, _, _ in order:
        chosen.append(rid)
        freed += private_blocks
        if freed >= need_blocks:
            return chosen
    return []  # Subtle: a sacrifice that does not help is worse than none


def _private_blocks(tokens: int, block_size: int, shared_blocks: int) -> int:
    _at_least(1, tokens=tokens, block_size=block_size)
    _at_least(0, shared_blocks=shared_blocks)
    blocks = -(-tokens // block_size)
    if shared_blocks > blocks:
        raise ValueError(f"shared_blocks is {shared_blocks}, of {blocks} blocks")
    return blocks - shared_blocks


def _at_least(least: int, **numbers: int) -> None:
    for name, number in numbers.items():
        if number < least:
            raise ValueError(f"{name} must be at least {least}, not {number}")
