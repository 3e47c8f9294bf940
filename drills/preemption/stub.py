"""Which is cheaper for a victim: moving its KV to the host and back, or computing it again?

The worked numbers are for params 8e9, 32 layers, 32 heads of 128, 8 KV heads, 1e15 FLOP/s at
mfu 0.5, a link of 50e9 bytes/s and blocks of 16 tokens.
A size below 1, or a number below 0 where 0 is allowed, raises ValueError with the value in it.
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
    raise NotImplementedError("write swap_seconds()")


def recompute_seconds(tokens: int, model: Model, gpu: Gpu, *, cached: int = 0) -> float:
    """Return the seconds it takes to compute the KV of `tokens` tokens again.

    The first `cached` tokens are still in the prefix cache, but the last token is always computed:
    c = min(cached, tokens - 1). The tokens - c others cost 2 * params FLOPs each; attention costs
    2 * layers * heads * head_dim * (tokens ** 2 - c ** 2) FLOPs in all. The GPU reaches the share
    `mfu` of its peak. 100 tokens: 3.205 ms; 8,192 with 4,096 cached: 157.46 ms, without: 297.33.
    ValueError for tokens below 1 or cached below 0.
    """
    raise NotImplementedError("write recompute_seconds()")


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
    raise NotImplementedError("write choose()")


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
    raise NotImplementedError("write victims()")
