"""Block manager with prefix caching by chained block hashes: yours to write.

Keep the names and signatures; add methods, attributes and helper classes as you like.
"""

from collections import deque
from collections.abc import Callable

from given import Sequence, chain_hash


class BlockManager:
    """Hands out the blocks of a KV cache and finds those that already hold a prefix.

    Block ids run from 0 to num_blocks - 1; `block_size` tokens fit into a block.
    `hash_fn(parent, tokens)` answers an int of 0 or more, of any size; it may collide. The default
    is yours to choose, as long as different prefixes practically never share a value under it.
    The tokens may be handed to it in any sequence type, a list as well as a tuple.
    ValueError that names the bad number when `num_blocks` or `block_size` is below 1.

    Three attributes are public, and read after every call:
    `free_block_ids`  the free blocks; taken from the left, given back at the right; at the start
                      0, 1, ..., num_blocks - 1
    `ref_count`       entry i: how many block tables hold block i
    `hash_to_block_id`  block hash -> the block that was registered for it last
    """

    free_block_ids: deque[int]
    ref_count: list[int]
    hash_to_block_id: dict[int, int]

    def __init__(
        self,
        num_blocks: int,
        block_size: int,
        hash_fn: Callable[[int | None, tuple[int, ...]], int] = chain_hash,
    ) -> None:
        raise NotImplementedError("write __init__()")

    def can_allocate(self, seq: Sequence) -> int:
        """Return how many leading blocks of `seq` are cached, or -1 when there is no room.

        Only blocks 0 ... n-2 of its n blocks are looked up, so that a token is left to compute, and
        the look-up stops at the first miss. There is room when the blocks that are no hits, plus
        the hits that sit in the free list, are at most as many as the free list holds.
        Changes nothing. `seq` holds no blocks.
        With blocks of 2 and [1, 1] cached, [1, 1, 1] gives 1 and [1, 1] gives 0.
        """
        raise NotImplementedError("write can_allocate()")

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        """Fill the block table of `seq` for all its tokens and set its `num_cached_tokens`.

        The first `num_cached_blocks` blocks are hits, taken over in order; the caller may ask for
        fewer than there are, and need not have called can_allocate. The others come from the left
        of the free list and forget what they held.
        ValueError, and nothing changed, when `seq` holds blocks, when the count is negative or more
        than are cached (the message names the count), or when there is no room with that count.
        1 hit and blocks of 2: [1, 1, 1] gets that block and a new one, num_cached_tokens 2.
        """
        raise NotImplementedError("write allocate()")

    def deallocate(self, seq: Sequence) -> None:
        """Give back every block that `seq` holds, the last one first.

        A block that nobody holds any more goes to the right of the free list; its hash stays, so
        that it can still be hit. Empties the table and sets `num_cached_tokens` to 0.
        Does nothing when `seq` holds no blocks. A table [0, 1] gives the free list [1, 0].
        """
        raise NotImplementedError("write deallocate()")

    def can_append(self, seq: Sequence) -> bool:
        """Return whether the last token of `seq`, already appended, has a place to be stored.

        It needs a new block exactly when (len(seq) - 1) % block_size == 0. Changes nothing.
        With blocks of 2 and none free: False at 3 tokens, True at 4.
        """
        raise NotImplementedError("write can_append()")

    def may_append(self, seq: Sequence) -> None:
        """Take a new block from the left of the free list if the last token of `seq` needs one.

        Called once for each token appended, on a sequence that holds blocks.
        ValueError, and nothing changed, when it needs one and none is free.
        """
        raise NotImplementedError("write may_append()")

    def hash_blocks(self, seq: Sequence) -> None:
        """Register the blocks that the step filled; where a hash is known, the newest block wins.

        Called when `num_scheduled_tokens` have been computed, and before `num_cached_tokens`
        moves on; it moves neither. 1 token cached and 4 scheduled, blocks of 2: registers the first
        and the second block. Only full blocks are hashed; a block's parent is the hash of the block
        before it, None for the first.
        """
        raise NotImplementedError("write hash_blocks()")
