"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

from collections.abc import Callable
from itertools import count

import pytest
from eviction import RadixTree, RequestCache

from given import Request


def test_a_lock_protects_the_whole_path() -> None:
    """The tree of the statement, up to the lock."""
    tree = RadixTree()
    tree.insert([1, 2, 3, 4], [10, 11, 12, 13])
    tree.insert([5, 6], [14, 15])
    _, node = tree.match_prefix([1, 2, 3, 4])

    tree.inc_lock_ref(node)

    assert node.lock_ref == 1
    assert (tree.evictable_size(), tree.protected_size(), tree.total_size()) == (2, 4, 6)


def test_a_split_keeps_the_lock_and_a_new_leaf_has_none() -> None:
    """1 2 and 3 4 are locked, 7 is not."""
    tree = RadixTree()
    tree.insert([1, 2, 3, 4], [10, 11, 12, 13])
    tree.inc_lock_ref(tree.match_prefix([1, 2, 3, 4])[1])

    tree.insert([1, 2, 7], [14, 15, 16])

    locks = [tree.match_prefix(tokens)[1].lock_ref for tokens in ([1, 2], [1, 2, 3, 4], [1, 2, 7])]
    assert locks == [1, 1, 0]
    assert (tree.evictable_size(), tree.protected_size()) == (1, 4)


def test_the_leaf_used_longest_ago_goes_first() -> None:
    """The match makes 1 the younger one."""
    tree = RadixTree()
    tree.insert([1], [10])
    tree.insert([2], [11])
    tree.match_prefix([1])

    assert tree.evict(1) == [11]
    assert tree.evict(5) == [10]
    assert tree.total_size() == 0


def test_what_is_locked_stays() -> None:
    """Only the leaf below the locked node can go; then nothing is left to free."""
    tree = RadixTree()
    tree.insert([1, 1], [10, 11])
    tree.inc_lock_ref(tree.match_prefix([1])[1])

    assert tree.evict(2) == [11]
    assert tree.evict(1) == []
    assert tree.match_prefix([1, 1])[0] == [10]


def test_an_unlock_too_many_is_refused() -> None:
    """The root is another matter: it is never counted."""
    tree = RadixTree()
    tree.insert([1], [10])
    _, node = tree.match_prefix([1])

    with pytest.raises(ValueError):  # noqa: PT011 - the wording is yours
        tree.dec_lock_ref(node)
    tree.dec_lock_ref(tree.root)
    assert node.lock_ref == 0


def test_level_2_two_equal_prompts() -> None:
    """The tree has 5 6 in slots 0 1; the second request gives 2 3 back and reads those."""
    freed: list[int] = []
    cache = RequestCache(freed.extend, page_size=2)
    first = Request([5, 6, 7], [0, 1], 0, cache.root)
    second = Request([5, 6, 8], [2, 3], 0, cache.root)
    try:
        cache.cache_unfinished(first)
        cache.cache_unfinished(second)
    except NotImplementedError:
        pytest.skip("level 2 is not written yet")

    assert sorted(freed) == [2, 3]
    assert (second.slots, second.protected_len) == ([0, 1], 2)
    assert second.last_node.lock_ref == 2


class Tick(int):
    """An int whose < and > are counted."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Tick.compared += 1
        return int.__lt__(self, other)

    def __gt__(self, other: int) -> bool:
        Tick.compared += 1
        return int.__gt__(self, other)


def ticks() -> Callable[[], int]:
    """Return a clock whose ticks are counted from now on."""
    Tick.compared = 0
    return (Tick(number) for number in count(1)).__next__


def test_bonus_one_leaf_at_a_time() -> None:
    """Shown, not required: 256 evictions of one leaf each among 2,048."""
    leaves, calls = 2048, 256
    tree = RadixTree(clock=ticks())
    for i in range(leaves):
        tree.insert([i], [i])

    freed = [slot for _ in range(calls) for slot in tree.evict(1)]

    assert freed == list(range(calls))
    within = 4 * (leaves + calls) * 11
    if Tick.compared > within:
        pytest.skip(f"bonus not reached: {Tick.compared:,} comparisons, {within:,} would do")
