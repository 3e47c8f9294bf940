"""Computes each hash once a request, as real engines do, and keeps them on the sequence.

Free choice: an extra attribute on `Sequence`; a class for each concern; -1 for "no hash".
"""

from collections import deque

from given import chain_hash

NONE = -1


class Hasher:
    def __init__(self, size, hash_fn):
        self.size = size
        self.hash_fn = hash_fn

    def of(self, seq):
        """Return the hashes of all full blocks of `seq`, computing those that are new."""
        known = seq.__dict__.setdefault("block_hashes", [])
        while (len(known) + 1) * self.size <= len(seq):
            start = len(known) * self.size
            tokens = tuple(seq.token_ids[start : start + self.size])
            known.append((self.hash_fn(known[-1][0] if known else None, tokens), tokens))
        return known


class FreeList:
    def __init__(self, count):
        self.ids = deque(range(count))

    def __len__(self):
        return len(self.ids)

    def __iter__(self):
        return iter(self.ids)

    def take(self):
        return self.ids.popleft()

    def give(self, block):
        self.ids.append(block)

    def unlink(self, block):
        self.ids.remove(block)


class Index:
    def __init__(self, count):
        self.newest = {}
        self.hash_of = [NONE] * count
        self.tokens_of = [None] * count

    def find(self, key, tokens):
        block = self.newest.get(key, None)
        return block if block is not None and self.tokens_of[block] == tokens else None

    def put(self, key, tokens, block):
        self.newest[key] = block
        self.hash_of[block], self.tokens_of[block] = key, tokens

    def forget(self, block):
        key = self.hash_of[block]
        if key != NONE and self.newest.get(key) == block:
            del self.newest[key]
        self.hash_of[block], self.tokens_of[block] = NONE, None


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"{num_blocks} blocks, {block_size} tokens each")
        self.block_size = block_size
        self.hasher = Hasher(block_size, hash_fn)
        self.free_block_ids = FreeList(num_blocks)
        self.ref_count = [0 for _ in range(num_blocks)]
        self.index = Index(num_blocks)

    @property
    def hash_to_block_id(self):
        return self.index.newest

    def find(self, seq, most=None):
        hits = []
        for key, tokens in self.hasher.of(seq)[: (len(seq) - 1) // self.block_size]:
            block = self.index.find(key, tokens)
            if block is None:
                break
            hits.append(block)
        return hits if most is None else hits[:most]

    def left_over(self, seq, hits):
        new = -(-len(seq) // self.block_size) - len(hits)
        return len(self.free_block_ids) - new - [self.ref_count[b] for b in hits].count(0)

    def can_allocate(self, seq):
        hits = self.find(seq)
        return len(hits) if self.left_over(seq, hits) >= 0 else -1

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table:
            raise ValueError("allocate on an allocated sequence")
        if num_cached_blocks < 0 or len(self.find(seq)) < num_cached_blocks:
            raise ValueError(f"cannot reuse {num_cached_blocks} blocks")
        hits = self.find(seq, num_cached_blocks)
        if self.left_over(seq, hits) < 0:
            raise ValueError("pool exhausted")
        for block in hits:
            if not self.ref_count[block]:
                self.free_block_ids.unlink(block)
            self.ref_count[block] += 1
        seq.block_table.extend(hits)
        for _ in range(len(hits), -(-len(seq) // self.block_size)):
            self.grow(seq)
        seq.num_cached_tokens = self.block_size * len(hits)

    def grow(self, seq):
        block = self.free_block_ids.take()
        self.index.forget(block)
        self.ref_count[block] += 1
        seq.block_table.append(block)

    def deallocate(self, seq):
        for block in seq.block_table[::-1]:
            self.ref_count[block] -= 1
            if not self.ref_count[block]:
                self.free_block_ids.give(block)
        del seq.block_table[:]
        seq.num_cached_tokens = 0

    def must_grow(self, seq):
        return len(seq.block_table) < -(-len(seq) // self.block_size)

    def can_append(self, seq):
        return len(self.free_block_ids) >= int(self.must_grow(seq))

    def may_append(self, seq):
        if not self.must_grow(seq):
            return
        if not len(self.free_block_ids):
            raise ValueError("pool exhausted")
        self.grow(seq)

    def hash_blocks(self, seq):
        start = seq.num_cached_tokens // self.block_size
        stop = (seq.num_cached_tokens + seq.num_scheduled_tokens) // self.block_size
        for (key, tokens), block in list(zip(self.hasher.of(seq), seq.block_table, strict=False))[
            start:stop
        ]:
            self.index.put(key, tokens, block)
