"""Block manager with prefix caching by chained block hashes."""

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
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"at least 1 block of 1 token, not {num_blocks} of {block_size}")
        self.block_size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}
        self.block_hash: list[int | None] = [None] * num_blocks  # None: not registered
        self.block_tokens: list[tuple[int, ...]] = [()] * num_blocks

    def can_allocate(self, seq: Sequence) -> int:
        """Return how many leading blocks of `seq` are cached, or -1 when there is no room.

        Only blocks 0 ... n-2 of its n blocks are looked up, so that a token is left to compute, and
        the look-up stops at the first miss. There is room when the blocks that are no hits, plus
        the hits that sit in the free list, are at most as many as the free list holds.
        Changes nothing. `seq` holds no blocks.
        With blocks of 2 and [1, 1] cached, [1, 1, 1] gives 1 and [1, 1] gives 0.
        """
        hits = self._hits(seq)
        return len(hits) if self._has_room(seq, hits) else -1

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        """Fill the block table of `seq` for all its tokens and set its `num_cached_tokens`.

        The first `num_cached_blocks` blocks are hits, taken over in order; the caller may ask for
        fewer than there are, and need not have called can_allocate. The others come from the left
        of the free list and forget what they held.
        ValueError, and nothing changed, when `seq` holds blocks, when the count is negative or more
        than are cached (the message names the count), or when there is no room with that count.
        1 hit and blocks of 2: [1, 1, 1] gets that block and a new one, num_cached_tokens 2.
        """
        if seq.block_table:
            raise ValueError(f"{seq.name} already holds blocks {seq.block_table}")
        hits = self._hits(seq)
        if not 0 <= num_cached_blocks <= len(hits):
            raise ValueError(f"{num_cached_blocks} cached blocks asked of {len(hits)}")
        hits = hits[:num_cached_blocks]
        if not self._has_room(seq, hits):
            raise ValueError(f"no room for {seq.name}: {len(self.free_block_ids)} blocks free")
        # Subtle: every hit leaves the free list before a new block is taken from it.
        for block_id in hits:
            if self.ref_count[block_id] == 0:
                self.free_block_ids.remove(block_id)
            self.ref_count[block_id] += 1
        seq.block_table = hits + [self._take() for _ in range(self._num_blocks(seq) - len(hits))]
        seq.num_cached_tokens = len(hits) * self.block_size

    def deallocate(self, seq: Sequence) -> None:
        """Give back every block that `seq` holds, the last one first.

        A block that nobody holds any more goes to the right of the free list; its hash stays, so
        that it can still be hit. Empties the table and sets `num_cached_tokens` to 0.
        Does nothing when `seq` holds no blocks. A table [0, 1] gives the free list [1, 0].
        """
        for block_id in reversed(seq.block_table):
            self.ref_count[block_id] -= 1
            if self.ref_count[block_id] == 0:
                self.free_block_ids.append(block_id)
        seq.block_table = []
        seq.num_cached_tokens = 0

    def can_append(self, seq: Sequence) -> bool:
        """Return whether the last token of `seq`, already appended, has a place to be stored.

        It needs a new block exactly when (len(seq) - 1) % block_size == 0. Changes nothing.
        With blocks of 2 and none free: False at 3 tokens, True at 4.
        """
        return not self._needs_block(seq) or len(self.free_block_ids) > 0

    def may_append(self, seq: Sequence) -> None:
        """Take a new block from the left of the free list if the last token of `seq` needs one.

        Called once for each token appended, on a sequence that holds blocks.
        ValueError, and nothing changed, when it needs one and none is free.
        """
        if not self.can_append(seq):
            raise ValueError(f"no free block for token {len(seq)} of {seq.name}")
        if self._needs_block(seq):
            seq.block_table.append(self._take())

    def hash_blocks(self, seq: Sequence) -> None:
        """Register the blocks that the step filled; where a hash is known, the newest block wins.

        Called when `num_scheduled_tokens` have been computed, and before `num_cached_tokens`
        moves on; it moves neither. 1 token cached and 4 scheduled, blocks of 2: registers the first
        and the second block. Only full blocks are hashed; a block's parent is the hash of the block
        before it, None for the first.
        """
        first = seq.num_cached_tokens // self.block_size
        end = (seq.num_cached_tokens + seq.num_scheduled_tokens) // self.block_size
        parent = self.block_hash[seq.block_table[first - 1]] if first > 0 else None
        for i in range(first, end):
            block_id, tokens = seq.block_table[i], self._tokens(seq, i)
            parent = self.hash_fn(parent, tokens)
            self.block_hash[block_id] = parent
            self.block_tokens[block_id] = tokens
            self.hash_to_block_id[parent] = block_id

    def _num_blocks(self, seq: Sequence) -> int:
        return -(-len(seq) // self.block_size)

    def _tokens(self, seq: Sequence, i: int) -> tuple[int, ...]:
        return tuple(seq.token_ids[i * self.block_size : (i + 1) * self.block_size])

    def _hits(self, seq: Sequence) -> list[int]:
        hits: list[int] = []
        parent = None
        for i in range(self._num_blocks(seq) - 1):
            tokens = self._tokens(seq, i)
            parent = self.hash_fn(parent, tokens)
            block_id = self.hash_to_block_id.get(parent)
            if block_id is None or self.block_tokens[block_id] != tokens:
                break
            hits.append(block_id)
        return hits

    def _has_room(self, seq: Sequence, hits: list[int]) -> bool:
        leaving = sum(1 for block_id in hits if self.ref_count[block_id] == 0)
        return self._num_blocks(seq) - len(hits) + leaving <= len(self.free_block_ids)

    def _take(self) -> int:
        block_id = self.free_block_ids.popleft()
        old = self.block_hash[block_id]
        # Subtle: a newer block may have been registered for the same hash; its entry stays.
        if old is not None and self.hash_to_block_id.get(old) == block_id:
            del self.hash_to_block_id[old]
        self.block_hash[block_id] = None
        self.block_tokens[block_id] = ()
        self.ref_count[block_id] = 1
        return block_id

    def _needs_block(self, seq: Sequence) -> bool:
        return (len(seq) - 1) % self.block_size == 0
