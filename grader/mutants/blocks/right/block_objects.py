"""Blocks are objects with fields; the counts and the map are built from them when they are read.

Free choice: the public attributes are properties, and nothing but the blocks is stored; a number of
tokens is an int of a class of its own.
"""

from collections import deque
from dataclasses import dataclass

from given import chain_hash


class Count(int):
    pass


@dataclass
class Block:
    number: int
    users: int = 0
    key: int | None = None  # hash it was computed for
    current: bool = False  # whether the map points here
    tokens: tuple = ()


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1:
            raise ValueError(f"a pool of {num_blocks} blocks")
        if block_size < 1:
            raise ValueError(f"blocks of {block_size} tokens")
        self.size = block_size
        self.hash_fn = hash_fn
        self.blocks = [Block(i) for i in range(num_blocks)]
        self.idle = list(self.blocks)

    @property
    def free_block_ids(self):
        return deque(block.number for block in self.idle)

    @property
    def ref_count(self):
        return [block.users for block in self.blocks]

    @property
    def hash_to_block_id(self):
        return {block.key: block.number for block in self.blocks if block.current}

    def can_allocate(self, seq):
        hits = self.search(seq)
        return len(hits) if self.missing(seq, hits) <= 0 else -1

    def allocate(self, seq, num_cached_blocks):
        if len(seq.block_table) > 0:
            raise ValueError(f"{seq.name} has blocks already")
        hits = self.search(seq)
        if num_cached_blocks < 0 or len(hits) < num_cached_blocks:
            raise ValueError(f"{num_cached_blocks} hits wanted, {len(hits)} there")
        del hits[num_cached_blocks:]
        short = self.missing(seq, hits)
        if short > 0:
            raise ValueError(f"{short} blocks short")
        for block in hits:
            if block in self.idle:
                self.idle.remove(block)
            block.users += 1
        table = hits + [self.blank() for _ in range(self.length(seq) - len(hits))]
        seq.block_table = [block.number for block in table]
        seq.num_cached_tokens = Count(self.size * num_cached_blocks)

    def deallocate(self, seq):
        while seq.block_table:
            block = self.blocks[seq.block_table.pop()]
            block.users -= 1
            if not block.users:
                self.idle.append(block)
        seq.num_cached_tokens = Count(0)

    def can_append(self, seq):
        return self.has_place(seq) or bool(self.idle)

    def may_append(self, seq):
        if self.has_place(seq):
            return
        if not self.idle:
            raise ValueError(f"nothing free for {seq.name}")
        seq.block_table.append(self.blank().number)

    def hash_blocks(self, seq):
        done = seq.num_cached_tokens + seq.num_scheduled_tokens
        key = None
        for i, number in enumerate(seq.block_table[: done // self.size]):
            tokens = self.tokens(seq, i)
            key = self.hash_fn(key, tokens)
            if (i + 1) * self.size > seq.num_cached_tokens:
                for other in self.blocks:
                    other.current &= other.key != key
                block = self.blocks[number]
                block.key, block.tokens, block.current = key, tokens, True

    def length(self, seq):
        return (len(seq) + self.size - 1) // self.size

    def tokens(self, seq, i):
        return tuple(seq.token_ids[self.size * i : self.size * i + self.size])

    def has_place(self, seq):
        return len(seq.block_table) * self.size >= len(seq)

    def missing(self, seq, hits):
        return self.length(seq) - sum(block.users > 0 for block in hits) - len(self.idle)

    def search(self, seq):
        key, hits = None, []
        for i in range(self.length(seq) - 1):
            tokens = self.tokens(seq, i)
            key = self.hash_fn(key, tokens)
            for block in self.blocks:
                if block.current and block.key == key and block.tokens == tokens:
                    hits.append(block)
                    break
            else:
                return hits
        return hits

    def blank(self):
        block = self.idle.pop(0)
        block.key, block.tokens, block.current, block.users = None, (), False, 1
        return block
