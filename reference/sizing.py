"""The arithmetic of a KV block pool, in whole numbers throughout.

Left out: what else a real engine keeps in memory (CUDA graphs, fragmentation, other processes); it
measures `activations` with a trial run and takes the rest as it comes.
"""

import math
from fractions import Fraction


def kv_bytes_per_token(
    layers: int, kv_heads: int, head_dim: int, dtype_bytes: int, tp: int = 1
) -> int:
    """Return how many bytes of KV one token takes on one GPU.

    Every layer keeps one key and one value per KV head. `tp` GPUs share the KV heads: each holds
    kv_heads // tp of them, but never less than one.
    Llama-3-8B, (32, 8, 128, 2): 131,072 bytes; with tp 8 it is 16,384, and with tp 16 too.
    """
    _at_least_one(
        layers=layers, kv_heads=kv_heads, head_dim=head_dim, dtype_bytes=dtype_bytes, tp=tp
    )
    heads = max(1, kv_heads // tp)  # with more GPUs than KV heads, a head is copied, not cut
    return 2 * layers * heads * head_dim * dtype_bytes


def num_blocks(total: int, util: float, weights: int, activations: int, block_bytes: int) -> int:
    """Return how many whole KV blocks fit into what weights and activations leave over.

    `util` is the share of all `total` bytes that may be used at all, rounded up to a whole byte;
    weights and activations come out of that share. When they do not fit, the answer is 0.
    `util` stands for the decimal that it prints as: 0.9 means nine tenths exactly.
    (1000, 0.9, 500, 95, 20): 305 bytes are left, 15 blocks.
    """
    _at_least_one(total=total, weights=weights, activations=activations, block_bytes=block_bytes)
    if not 0 < util <= 1:
        raise ValueError(f"util must lie in (0, 1], not {util}")
    # Subtle: 0.9 as a float is a little more than nine tenths; as it prints it is exact.
    usable = math.ceil(total * Fraction(str(util)))
    return max(0, (usable - weights - activations) // block_bytes)


def blocks_for(tokens: int, block_size: int) -> int:
    """Return how many KV blocks hold `tokens` tokens.

    A partly filled last block counts whole: 17 tokens in blocks of 16 need 2, 16 need 1.
    """
    _at_least_one(tokens=tokens, block_size=block_size)
    return -(-tokens // block_size)


def max_concurrency(num_blocks: int, block_size: int, max_len: int) -> Fraction:
    """Return how many requests of `max_len` tokens the pool holds at once, as a Fraction.

    A request takes whole blocks; all blocks of the pool count, and the ratio is not rounded.
    28,181 blocks of 16 and 8,192 tokens: Fraction(28181, 512), the 55.04x of an engine's log.
    """
    _at_least_one(num_blocks=num_blocks)
    return Fraction(num_blocks, blocks_for(max_len, block_size))


def admits(num_blocks: int, block_size: int, max_len: int) -> bool:
    """Return whether one request of `max_len` tokens can ever run in this pool.

    One block of the pool is the null block, which holds no request's tokens.
    512 tokens in blocks of 16: 32 blocks do not admit them, 33 do.
    """
    _at_least_one(num_blocks=num_blocks)
    return num_blocks - 1 >= blocks_for(max_len, block_size)


def max_len_that_fits(num_blocks: int, block_size: int) -> int:
    """Return the length in tokens of the longest request that this pool admits.

    64 blocks of 16: 1,008 tokens, for the null block is not to be had; 1 block of 16: 0.
    """
    _at_least_one(num_blocks=num_blocks, block_size=block_size)
    return (num_blocks - 1) * block_size


def prefill_saved(requests: int, prefix: int, block_size: int) -> int:
    """Return how many prompt tokens prefix caching saves when `requests` share a prefix.

    The first request computes the prefix, the others find it; only whole blocks can be found.
    100 requests that share 2,000 tokens: 198,000 in blocks of 16, but 177,408 in blocks of 256.
    """
    _at_least_one(requests=requests, prefix=prefix, block_size=block_size)
    shared_blocks = prefix // block_size
    return (requests - 1) * shared_blocks * block_size


def _at_least_one(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} must be at least 1, not {size}")
