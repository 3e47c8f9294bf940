"""A first attempt: plausible line by line, written without asking what must hold in between."""

from collections import deque

from given import chain_hash


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"bad pool: {num_blocks} x {block_size}")
        self.block_size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}
        self.tokens = {}

    def blocks_of(self, seq):
        size = self.block_size
        return [tuple(seq.token_ids[i : i + size]) for i in range(0, len(seq), size)]

    def can_allocate(self, seq):
        parent, hits = None, 0
        blocks = self.blocks_of(seq)
        for tokens in blocks[:-1]:
            parent = self.hash_fn(parent, tokens)
            block = self.hash_to_block_id.get(parent)
            if block is None or self.tokens.get(block) != tokens:
                break
            hits += 1
        return hits if len(blocks) - hits <= len(self.free_block_ids) else -1

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table or num_cached_blocks < 0:
            raise ValueError(f"cannot allocate {num_cached_blocks}")
        parent = None
        for i, tokens in enumerate(self.blocks_of(seq)):
            parent = self.hash_fn(parent, tokens)
            if i < num_cached_blocks:
                block = self.hash_to_block_id[parent]
            else:
                block = self.free_block_ids.popleft()
                if len(tokens) == self.block_size:
                    self.hash_to_block_id[parent] = block
                    self.tokens[block] = tokens
            self.ref_count[block] += 1
            seq.block_table.append(block)
        seq.num_cached_tokens = num_cached_blocks * self.block_size

    def deallocate(self, seq):
        for block in seq.block_table:
            self.ref_count[block] -= 1
            if not self.ref_count[block]:
                self.free_block_ids.append(block)
                self.hash_to_block_id = {
                    h: b for h, b in self.hash_to_block_id.items() if b != block
                }
        seq.block_table.clear()
        seq.num_cached_tokens = 0

    def can_append(self, seq):
        return len(seq) % self.block_size != 1 or bool(self.free_block_ids)

    def may_append(self, seq):
        if len(seq) % self.block_size == 1:
            block = self.free_block_ids.popleft()
            self.ref_count[block] = 1
            seq.block_table.append(block)

    def hash_blocks(self, seq):
        pass
