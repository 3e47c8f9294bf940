"""Looks blocks up by their own tokens; the hashes are kept, and never asked."""

from collections import deque

from given import chain_hash


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        for value in (num_blocks, block_size):
            if value < 1:
                raise ValueError(f"{value} is less than 1")
        self.size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}
        self.by_tokens = {}
        self.held = {}  # block -> (hash, tokens)

    def piece(self, seq, i):
        return tuple(seq.token_ids[i * self.size : (i + 1) * self.size])

    def count(self, seq):
        return (len(seq) + self.size - 1) // self.size

    def hits(self, seq):
        found = []
        for i in range(self.count(seq) - 1):
            block = self.by_tokens.get(self.piece(seq, i))
            if block is None:
                break
            found.append(block)
        return found

    def room(self, seq, hits):
        free = sum(self.ref_count[block] == 0 for block in hits)
        return self.count(seq) - len(hits) + free <= len(self.free_block_ids)

    def can_allocate(self, seq):
        hits = self.hits(seq)
        return len(hits) if self.room(seq, hits) else -1

    def take(self):
        block = self.free_block_ids.popleft()
        key, tokens = self.held.pop(block, (None, None))
        if self.hash_to_block_id.get(key) == block:
            del self.hash_to_block_id[key]
        if self.by_tokens.get(tokens) == block:
            del self.by_tokens[tokens]
        self.ref_count[block] = 1
        return block

    def allocate(self, seq, num_cached_blocks):
        hits = self.hits(seq)
        if seq.block_table or num_cached_blocks < 0 or num_cached_blocks > len(hits):
            raise ValueError(f"cannot take {num_cached_blocks} of {len(hits)} for {seq.name}")
        hits = hits[:num_cached_blocks]
        if not self.room(seq, hits):
            raise ValueError(f"no room for {seq.name}")
        for block in hits:
            if self.ref_count[block] == 0:
                self.free_block_ids.remove(block)
            self.ref_count[block] += 1
        seq.block_table.extend(hits)
        while len(seq.block_table) < self.count(seq):
            seq.block_table.append(self.take())
        seq.num_cached_tokens = len(hits) * self.size

    def deallocate(self, seq):
        while seq.block_table:
            block = seq.block_table.pop()
            self.ref_count[block] -= 1
            if self.ref_count[block] == 0:
                self.free_block_ids.append(block)
        seq.num_cached_tokens = 0

    def can_append(self, seq):
        return (len(seq) - 1) % self.size != 0 or len(self.free_block_ids) >= 1

    def may_append(self, seq):
        if not self.can_append(seq):
            raise ValueError(f"no room for {seq.name}")
        if (len(seq) - 1) % self.size == 0:
            seq.block_table.append(self.take())

    def hash_blocks(self, seq):
        done = seq.num_cached_tokens + seq.num_scheduled_tokens
        key = None
        for i in range(done // self.size):
            key = self.hash_fn(key, self.piece(seq, i))
            if i >= seq.num_cached_tokens // self.size:
                block = seq.block_table[i]
                self.hash_to_block_id[key] = block
                self.by_tokens[self.piece(seq, i)] = block
                self.held[block] = (key, self.piece(seq, i))
