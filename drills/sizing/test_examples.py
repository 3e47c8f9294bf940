"""A few examples to run yourself: pytest sizing/."""

from fractions import Fraction

import pytest
from sizing import (
    admits,
    blocks_for,
    kv_bytes_per_token,
    max_concurrency,
    max_len_that_fits,
    num_blocks,
    prefill_saved,
)


def test_a_token_of_two_models() -> None:
    """Shared KV heads make the 8B model four times cheaper a token than the older 7B."""
    assert kv_bytes_per_token(32, 32, 128, 2) == 524_288
    assert kv_bytes_per_token(32, 8, 128, 2) == 131_072


def test_every_gpu_keeps_at_least_one_head() -> None:
    """Eight KV heads on 8 GPUs and on 16 GPUs: one each."""
    assert kv_bytes_per_token(32, 8, 128, 2, 8) == 16_384
    assert kv_bytes_per_token(32, 8, 128, 2, 16) == 16_384


def test_a_small_pool() -> None:
    """900 bytes may be used, 595 are taken, 305 make 15 blocks of 20."""
    assert num_blocks(1000, 0.9, 500, 95, 20) == 15


def test_a_real_pool() -> None:
    """An 8B model on 80 GiB, blocks of 16 tokens."""
    assert num_blocks(80 * 2**30, 0.9, 16_060_000_000, 2 * 2**30, 2**21) == 28_181
    assert max_concurrency(28_181, 16, 8192) == Fraction(28181, 512)


def test_the_null_block_holds_nobody() -> None:
    """512 tokens need 32 blocks beside it."""
    assert blocks_for(512, 16) == 32
    assert admits(32, 16, 512) is False
    assert admits(33, 16, 512) is True
    assert max_len_that_fits(64, 16) == 1008


def test_a_prefix_is_shared_by_whole_blocks() -> None:
    """Large blocks lose the tail of the prefix."""
    assert prefill_saved(100, 2000, 16) == 198_000
    assert prefill_saved(100, 2000, 256) == 177_408


def test_a_size_below_one_is_refused() -> None:
    """The message names the value."""
    with pytest.raises(ValueError, match="-3"):
        blocks_for(-3, 16)
