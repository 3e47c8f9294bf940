"""Does everything in allocate, in the manner of early small engines: look-up, reset, registration."""

from collections import deque

from given import chain_hash


class Block:
    def __init__(self, number):
        self.number = number
        self.hash = None
        self.tokens = ()

    def reset(self):
        self.hash = None
        self.tokens = ()


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"not a pool: {num_blocks}, {block_size}")
        self.block_size = block_size
        self.hash_fn = hash_fn
        self.blocks = [Block(i) for i in range(num_blocks)]
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}

    def parts(self, seq):
        size = self.block_size
        return [tuple(seq.token_ids[i : i + size]) for i in range(0, len(seq), size)]

    def lookup(self, seq):
        found, parent = [], None
        for tokens in self.parts(seq)[:-1]:
            parent = self.hash_fn(parent, tokens)
            number = self.hash_to_block_id.get(parent)
            if number is None or self.blocks[number].tokens != tokens:
                return found
            found.append(number)
        return found

    def room(self, seq, hits):
        held = sum(1 for number in hits if self.ref_count[number] > 0)
        return len(self.parts(seq)) - held <= len(self.free_block_ids)

    def can_allocate(self, seq):
        hits = self.lookup(seq)
        return len(hits) if self.room(seq, hits) else -1

    def open_block(self, number):
        self.free_block_ids.remove(number)
        self.blocks[number].reset()
        self.ref_count[number] = 1

    def allocate(self, seq, num_cached_blocks):
        hits = self.lookup(seq)
        if seq.block_table or not 0 <= num_cached_blocks <= len(hits):
            raise ValueError(f"cannot use {num_cached_blocks} cached blocks")
        hits = hits[:num_cached_blocks]
        if not self.room(seq, hits):
            raise ValueError("no room")
        parent = None
        for i, tokens in enumerate(self.parts(seq)):
            number = hits[i] if i < len(hits) else self.free_block_ids[0]
            if self.ref_count[number] > 0:
                self.ref_count[number] += 1
            else:
                self.open_block(number)
            if len(tokens) == self.block_size:
                parent = self.hash_fn(parent, tokens)
                self.blocks[number].hash = parent
                self.blocks[number].tokens = tokens
                self.hash_to_block_id[parent] = number
            seq.block_table.append(number)
        seq.num_cached_tokens = len(hits) * self.block_size

    def deallocate(self, seq):
        for number in reversed(seq.block_table):
            self.ref_count[number] -= 1
            if self.ref_count[number] == 0:
                self.free_block_ids.append(number)
        seq.block_table.clear()
        seq.num_cached_tokens = 0

    def can_append(self, seq):
        return len(self.free_block_ids) >= ((len(seq) - 1) % self.block_size == 0)

    def may_append(self, seq):
        if not self.can_append(seq):
            raise ValueError("no room")
        if (len(seq) - 1) % self.block_size == 0:
            number = self.free_block_ids[0]
            self.open_block(number)
            seq.block_table.append(number)

    def hash_blocks(self, seq):
        """Everything is registered already, but for a block that a decode filled."""
        done = seq.num_cached_tokens + seq.num_scheduled_tokens
        if done % self.block_size == 0:
            i = done // self.block_size - 1
            number = seq.block_table[i]
            before = self.blocks[seq.block_table[i - 1]].hash if i else None
            tokens = self.parts(seq)[i]
            self.blocks[number].hash = self.hash_fn(before, tokens)
            self.blocks[number].tokens = tokens
            self.hash_to_block_id[self.blocks[number].hash] = number
