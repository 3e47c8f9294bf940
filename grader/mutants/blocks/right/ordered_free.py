"""The free list is an OrderedDict, so that a hit leaves its middle at once; counts in a Counter.

Free choice: the public attributes are views made when they are read.
"""

from collections import Counter, OrderedDict, deque

from given import chain_hash


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"BlockManager({num_blocks}, {block_size})")
        self.num_blocks, self.block_size, self.hash_fn = num_blocks, block_size, hash_fn
        self._free = OrderedDict.fromkeys(range(num_blocks))
        self._users = Counter()
        self.hash_to_block_id = {}
        self._stored = {}

    @property
    def free_block_ids(self):
        return deque(self._free)

    @property
    def ref_count(self):
        return [self._users[i] for i in range(self.num_blocks)]

    def _walk(self, seq):
        last = (len(seq) - 1) // self.block_size  # index of the last block
        parent = None
        for i in range(last):
            piece = tuple(seq.token_ids[i * self.block_size :][: self.block_size])
            parent = self.hash_fn(parent, piece)
            block = self.hash_to_block_id.get(parent)
            if block is None or self._stored[block][1] != piece:
                return
            yield block

    def _cost(self, seq, hits):
        blocks = (len(seq) - 1) // self.block_size + 1
        return blocks - sum(1 for block in hits if block not in self._free)

    def can_allocate(self, seq):
        hits = list(self._walk(seq))
        return -1 if self._cost(seq, hits) > len(self._free) else len(hits)

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table:
            raise ValueError(f"{seq.name}: {seq.block_table}")
        hits = list(self._walk(seq))
        if num_cached_blocks < 0 or num_cached_blocks > len(hits):
            raise ValueError(f"num_cached_blocks {num_cached_blocks}, cached {len(hits)}")
        hits = hits[:num_cached_blocks]
        if self._cost(seq, hits) > len(self._free):
            raise ValueError(f"{self._cost(seq, hits)} blocks needed, {len(self._free)} free")
        for block in hits:
            self._free.pop(block, None)
            self._users[block] += 1
            seq.block_table.append(block)
        while len(seq.block_table) * self.block_size < len(seq):
            self._add(seq)
        seq.num_cached_tokens = len(hits) * self.block_size

    def _add(self, seq):
        block, _ = self._free.popitem(last=False)
        if block in self._stored:
            key, _ = self._stored.pop(block)
            if self.hash_to_block_id.get(key) == block:
                del self.hash_to_block_id[key]
        self._users[block] = 1
        seq.block_table.append(block)

    def deallocate(self, seq):
        for block in reversed(seq.block_table):
            self._users[block] -= 1
            if self._users[block] == 0:
                self._free[block] = None
        seq.block_table, seq.num_cached_tokens = [], 0

    def can_append(self, seq):
        return bool((len(seq) - 1) % self.block_size or self._free)

    def may_append(self, seq):
        if (len(seq) - 1) % self.block_size == 0:
            if not self._free:
                raise ValueError("no block is free")
            self._add(seq)

    def hash_blocks(self, seq):
        size = self.block_size
        first, rest = divmod(seq.num_cached_tokens, size)
        filled = (rest + seq.num_scheduled_tokens) // size
        parent = self._stored[seq.block_table[first - 1]][0] if first else None
        for i in range(first, first + filled):
            piece = tuple(seq.token_ids[i * size : i * size + size])
            parent = self.hash_fn(parent, piece)
            self.hash_to_block_id[parent] = seq.block_table[i]
            self._stored[seq.block_table[i]] = (parent, piece)
