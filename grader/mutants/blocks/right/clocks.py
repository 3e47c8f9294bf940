"""Keeps when a block was freed, and in place of its tokens which sequence filled it, and where.

Odd: no free list and no tokens; one long match; a reused block keeps its old content for a while.
"""

from array import array
from collections import deque
from collections.abc import Callable
from heapq import nsmallest

from given import Sequence, chain_hash


class _Deque(deque):
    """A deque; more than a deque."""


class BlockManager:
    def __init__(
        self,
        num_blocks: int,
        block_size: int,
        hash_fn: Callable[[int | None, tuple[int, ...]], int] = chain_hash,
    ) -> None:
        if min(num_blocks, block_size) < 1:
            raise ValueError(f"num_blocks {num_blocks}, block_size {block_size}: at least 1")
        self.size, self.fn = block_size, hash_fn
        self.clock = num_blocks
        self.freed_at: dict[int, int] = {b: b for b in range(num_blocks)}
        self.users: dict[int, int] = {}
        self.total = num_blocks
        self.entry: dict[int, int | None] = {}  # block -> hash, while the map has it
        self.where: dict[int, tuple[Sequence, int]] = {}

    @property
    def free_block_ids(self):
        return _Deque(sorted(self.freed_at, key=self.freed_at.__getitem__))

    @property
    def ref_count(self):
        return [self.users.get(b, 0) for b in range(self.total)]

    @property
    def hash_to_block_id(self):
        return {h: b for b, h in self.entry.items()}

    def tick(self):
        self.clock += 1
        return self.clock

    def _do(self, what, seq, number=0):
        size = self.size
        length = len(seq)
        n = (length + size - 1) // size
        match what:
            case "ask" | "take":
                hits = []
                parent = None
                while len(hits) < n - 1:
                    i = len(hits)
                    part = seq.token_ids[i * size : i * size + size]
                    parent = self.fn(parent, array("q", part))
                    for block, key in self.entry.items():
                        other, j = self.where[block]
                        if key == parent and other.token_ids[j * size : j * size + size] == part:
                            hits.append(block)
                            break
                    else:
                        break
                if what == "take":
                    if seq.block_table:
                        raise ValueError(f"holds {seq.block_table}, hits {number}")
                    if number < 0 or number > len(hits):
                        raise ValueError(f"not {number} hits but 0 to {len(hits)}")
                    del hits[number:]
                idle = len(self.freed_at.keys() & set(hits))
                room = n - len(hits) + idle <= len(self.freed_at)
                if what == "ask":
                    return len(hits) if room else -1
                if not room:
                    raise ValueError(f"no room with {number} hits")
                for block in hits:
                    self.freed_at.pop(block, None)
                    self.users[block] = self.users.get(block, 0) + 1
                for _ in range(n - len(hits)):
                    hits.append(self._do("new", seq))
                seq.block_table[:] = hits
                seq.num_cached_tokens = number * size
            case "new":
                [block] = nsmallest(1, self.freed_at, key=self.freed_at.get)
                del self.freed_at[block]
                self.entry.pop(block, None)
                self.users[block] = 1
                return block
            case "leave":
                while seq.block_table:
                    seq.num_cached_tokens = 0
                    block = seq.block_table.pop()
                    self.users[block] -= 1
                    if self.users[block] == 0:
                        del self.users[block]
                        self.freed_at[block] = self.tick()
            case "may?":
                return length % size != 1 % size or len(self.freed_at) > 0
            case "may":
                if not self._do("may?", seq):
                    raise ValueError("no block for one more token")
                if length % size == 1 % size:
                    seq.block_table.append(self._do("new", seq))
            case "hash":
                cached, more = seq.num_cached_tokens, seq.num_scheduled_tokens
                parent = None
                for i in range((cached + more) // size):
                    parent = self.fn(parent, array("q", seq.token_ids[i * size : i * size + size]))
                    if i < cached // size:
                        continue
                    for block in [b for b, key in self.entry.items() if key == parent]:
                        del self.entry[block]
                    self.entry[seq.block_table[i]] = parent
                    self.where[seq.block_table[i]] = (seq, i)

    def can_allocate(self, seq: Sequence) -> int:
        return self._do("ask", seq)

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        self._do("take", seq, num_cached_blocks)

    def deallocate(self, seq: Sequence) -> None:
        self._do("leave", seq)

    def can_append(self, seq: Sequence) -> bool:
        return self._do("may?", seq)

    def may_append(self, seq: Sequence) -> None:
        self._do("may", seq)

    def hash_blocks(self, seq: Sequence) -> None:
        self._do("hash", seq)
