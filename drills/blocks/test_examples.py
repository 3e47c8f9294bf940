"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from blocks import BlockManager

from given import Sequence


def compute(manager: BlockManager, seq: Sequence) -> None:
    """Do what the engine does: compute all tokens that have no KV yet, then register."""
    seq.num_scheduled_tokens = len(seq) - seq.num_cached_tokens
    manager.hash_blocks(seq)
    seq.num_cached_tokens = len(seq)
    seq.num_scheduled_tokens = 0


def test_a_second_request_shares_the_full_blocks_of_the_first() -> None:
    """Two hits and one new block; the shared ones then have a count of 2."""
    manager = BlockManager(5, 2)
    a, b = Sequence("A", [1, 1, 2, 2, 3]), Sequence("B", [1, 1, 2, 2, 4])
    manager.allocate(a, manager.can_allocate(a))
    compute(manager, a)

    hits = manager.can_allocate(b)
    manager.allocate(b, hits)

    assert hits == 2
    assert list(b.block_table) == [0, 1, 3]
    assert b.num_cached_tokens == 4
    assert list(manager.ref_count) == [2, 2, 1, 1, 0]
    assert list(manager.free_block_ids) == [4]


def test_blocks_come_back_from_the_end_and_can_still_be_hit() -> None:
    """Table 0 1 frees 1 before 0; both keep what they hold."""
    manager = BlockManager(3, 2)
    a = Sequence("A", [1, 1, 2])
    manager.allocate(a, manager.can_allocate(a))
    compute(manager, a)

    manager.deallocate(a)

    assert list(manager.free_block_ids) == [2, 1, 0]
    assert manager.can_allocate(Sequence("B", [1, 1, 5])) == 1


def test_the_last_block_is_never_matched() -> None:
    """64 cached tokens hit 48 in blocks of 16, 65 hit 64."""
    manager = BlockManager(8, 16)
    a = Sequence("A", [1] * 65)
    manager.allocate(a, manager.can_allocate(a))
    compute(manager, a)

    assert manager.can_allocate(Sequence("B", [1] * 64)) == 3
    assert manager.can_allocate(Sequence("C", [1] * 65)) == 4


def test_a_decode_takes_a_block_when_the_last_one_is_full() -> None:
    """Blocks of 2, one block: the third token finds no place."""
    manager = BlockManager(1, 2)
    a = Sequence("A", [1])
    manager.allocate(a, manager.can_allocate(a))
    compute(manager, a)

    a.append_token(2)
    assert manager.can_append(a) is True
    manager.may_append(a)
    compute(manager, a)
    a.append_token(3)

    assert manager.can_append(a) is False
    with pytest.raises(ValueError, match=r"^"):  # whatever it says
        manager.may_append(a)


def test_an_equal_hash_of_other_tokens_is_no_hit() -> None:
    """A hash that always collides: only the tokens tell."""
    manager = BlockManager(2, 2, lambda parent, tokens: 0)
    a = Sequence("A", [1, 1])
    manager.allocate(a, manager.can_allocate(a))
    compute(manager, a)

    assert manager.can_allocate(Sequence("B", [2, 2, 1])) == -1
