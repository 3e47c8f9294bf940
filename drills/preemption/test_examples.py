"""A few examples to run yourself: pytest preemption/."""

import pytest
from preemption import choose, recompute_seconds, swap_seconds, victims

from given import Gpu, Model

LLAMA = Model(params=8e9, layers=32, heads=32, kv_heads=8, head_dim=128)
CARD = Gpu(flops=1e15, mfu=0.5, pcie=50e9)
SMALL_COPIES = Gpu(flops=1e15, mfu=0.5, pcie=50e9, copy_latency=10e-6)
QUEUE = [("A", 3, 0, 0), ("B", 2, 0, 1), ("C", 1, 0, 2)]


def milliseconds(seconds: float) -> float:
    """Return milliseconds, to three digits."""
    return round(seconds * 1e3, 3)


def test_a_swap_goes_out_and_comes_back() -> None:
    """100 tokens are seven blocks; two shared ones stay."""
    assert milliseconds(swap_seconds(100, LLAMA, CARD, block_size=16)) == 0.587
    assert milliseconds(swap_seconds(100, LLAMA, CARD, block_size=16, shared_blocks=2)) == 0.419


def test_small_copies_cost_most_of_a_swap() -> None:
    """64 copies a block, both ways, 10 microseconds each."""
    seconds = swap_seconds(100, LLAMA, SMALL_COPIES, block_size=16, copies_per_block=64)
    assert milliseconds(seconds) == 9.547


def test_a_recompute_pays_for_what_is_not_cached() -> None:
    """Half the tokens cached is not half the price: the later ones attend to more."""
    assert milliseconds(recompute_seconds(100, LLAMA, CARD)) == 3.205
    assert round(recompute_seconds(8192, LLAMA, CARD) * 1e3, 2) == 297.33
    assert round(recompute_seconds(8192, LLAMA, CARD, cached=4096) * 1e3, 2) == 157.46


def test_a_cached_prefix_tips_the_choice() -> None:
    """52 cached blocks still favour swap, 53 do not."""
    for blocks, mode in ((52, "swap"), (53, "recompute")):
        cached = blocks * 16
        decision = choose(1000, LLAMA, CARD, block_size=16, host_free_blocks=99, cached=cached)
        assert (decision.mode, decision.freed_blocks) == (mode, 63)


def test_victims_go_until_the_need_is_met() -> None:
    """And nobody goes in vain."""
    assert victims(QUEUE, 2) == ["C", "B"]
    assert victims(QUEUE, 7) == []


def test_an_unknown_policy_is_refused() -> None:
    """The message names it."""
    with pytest.raises(ValueError, match="lifo"):
        victims(QUEUE, 1, "lifo")
