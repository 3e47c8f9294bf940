"""Compares the whole prefix and not just the tokens of the block; keeps prefixes in a dict.

Free choice: the other reading of "equal tokens", and its own default hash.
"""

import hashlib
import json
from collections import deque


def own_hash(parent, tokens):
    text = json.dumps([parent, list(tokens)])
    return int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=own_hash):
        if min(num_blocks, block_size) < 1:
            raise ValueError(f"num_blocks={num_blocks}, block_size={block_size}")
        self.block_size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}
        self.prefix_of = {}  # block -> (hash, all tokens up to its end)

    def chain(self, tokens):
        """Yield (hash, prefix) for every full block."""
        key = None
        for end in range(self.block_size, len(tokens) + 1, self.block_size):
            key = self.hash_fn(key, tuple(tokens[end - self.block_size : end]))
            yield key, tuple(tokens[:end])

    def cached(self, seq):
        found = []
        for key, prefix in self.chain(seq.token_ids[:-1]):
            block = self.hash_to_block_id.get(key, -1)
            if self.prefix_of.get(block) != (key, prefix):
                break
            found.append(block)
        return found

    def new_blocks(self, seq, hits):
        return -(-len(seq.token_ids) // self.block_size) - len(hits)

    def enough(self, seq, hits):
        from_free = [block for block in hits if self.ref_count[block] == 0]
        return len(self.free_block_ids) - len(from_free) >= self.new_blocks(seq, hits)

    def can_allocate(self, seq):
        hits = self.cached(seq)
        if not self.enough(seq, hits):
            return -1
        return len(hits)

    def allocate(self, seq, num_cached_blocks):
        hits = self.cached(seq)
        problem = None
        if seq.block_table:
            problem = f"{seq.name} was allocated before"
        elif num_cached_blocks not in range(len(hits) + 1):
            problem = f"{num_cached_blocks} is not between 0 and {len(hits)}"
        elif not self.enough(seq, hits[:num_cached_blocks]):
            problem = "too few free blocks"
        if problem:
            raise ValueError(problem)
        hits = hits[:num_cached_blocks]
        self.free_block_ids = deque(b for b in self.free_block_ids if b not in hits)
        for block in hits:
            self.ref_count[block] += 1
        seq.block_table += hits
        for _ in range(self.new_blocks(seq, hits)):
            self.extend(seq)
        seq.num_cached_tokens = len(hits) * self.block_size

    def extend(self, seq):
        block = self.free_block_ids.popleft()
        key, _ = self.prefix_of.pop(block, (None, ()))
        if key is not None and self.hash_to_block_id.get(key) == block:
            self.hash_to_block_id.pop(key)
        self.ref_count[block] += 1
        seq.block_table.append(block)

    def deallocate(self, seq):
        table = list(seq.block_table)
        seq.block_table.clear()
        seq.num_cached_tokens = 0
        for block in table:
            self.ref_count[block] -= 1
        self.free_block_ids.extend(b for b in table[::-1] if self.ref_count[b] == 0)

    def can_append(self, seq):
        if (len(seq) - 1) % self.block_size:
            return True
        return len(self.free_block_ids) != 0

    def may_append(self, seq):
        if not self.can_append(seq):
            raise ValueError("out of blocks")
        if (len(seq) - 1) % self.block_size == 0:
            self.extend(seq)

    def hash_blocks(self, seq):
        before = seq.num_cached_tokens
        after = before + seq.num_scheduled_tokens
        for block, (key, prefix) in zip(
            seq.block_table, self.chain(seq.token_ids[:after]), strict=False
        ):
            if before < len(prefix):
                self.hash_to_block_id[key] = block
                self.prefix_of[block] = (key, prefix)
