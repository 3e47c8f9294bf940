"""Does every change on a copy of its state and keeps the copy only when nothing went wrong.

Odd: no test comes first; running out of blocks is found by running out, and then forgotten.
"""

import copy
from collections import deque

from given import chain_hash


class OutOfBlocks(Exception):
    pass


class Pool:
    def __init__(self, blocks):
        self.free = deque(range(blocks))
        self.refs = [0] * blocks
        self.map = {}
        self.stored = [None] * blocks

    def share(self, block):
        if self.refs[block] == 0:
            self.free.remove(block)
        self.refs[block] += 1

    def new(self):
        if not self.free:
            raise OutOfBlocks
        block = self.free.popleft()
        if self.stored[block] is not None and self.map.get(self.stored[block][0]) == block:
            del self.map[self.stored[block][0]]
        self.stored[block] = None
        self.refs[block] = 1
        return block


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        for name, value in (("num_blocks", num_blocks), ("block_size", block_size)):
            if value <= 0:
                raise ValueError(f"{name} = {value}")
        self.pool = Pool(num_blocks)
        self.block_size = block_size
        self.hash_fn = hash_fn

    free_block_ids = property(lambda self: self.pool.free)
    ref_count = property(lambda self: self.pool.refs)
    hash_to_block_id = property(lambda self: self.pool.map)

    def trial(self, seq, count):
        """Return (a pool in which `seq` got its blocks, its table, number of hits)."""
        pool = copy.deepcopy(self.pool)
        size = self.block_size
        pieces = [tuple(seq.token_ids[i : i + size]) for i in range(0, len(seq), size)]
        table, parent = [], None
        for piece in pieces[:-1]:
            if len(table) == count:
                break
            parent = self.hash_fn(parent, piece)
            block = pool.map.get(parent)
            if block is None or pool.stored[block][1] != piece:
                break
            table.append(block)
        hits = len(table)
        for block in table:
            pool.share(block)
        table += [pool.new() for _ in pieces[hits:]]
        return pool, table, hits

    def can_allocate(self, seq):
        try:
            return self.trial(seq, None)[2]
        except OutOfBlocks:
            return -1

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table:
            raise ValueError(f"{seq.name} is allocated")
        try:
            pool, table, hits = self.trial(seq, max(0, num_cached_blocks))
        except OutOfBlocks:
            raise ValueError(f"no room to allocate with {num_cached_blocks} hits") from None
        if hits != num_cached_blocks:
            raise ValueError(f"{num_cached_blocks} hits do not exist, {hits} do")
        self.pool = pool
        seq.block_table = table
        seq.num_cached_tokens = hits * self.block_size

    def deallocate(self, seq):
        for block in reversed(seq.block_table):
            self.pool.refs[block] -= 1
            if self.pool.refs[block] == 0:
                self.pool.free.append(block)
        seq.block_table = []
        seq.num_cached_tokens = 0

    def grown(self, seq):
        pool = copy.deepcopy(self.pool)
        return pool, [pool.new()] if len(seq) % self.block_size == 1 % self.block_size else []

    def can_append(self, seq):
        try:
            self.grown(seq)
        except OutOfBlocks:
            return False
        return True

    def may_append(self, seq):
        try:
            self.pool, new = self.grown(seq)
        except OutOfBlocks:
            raise ValueError(f"no room to append to {seq.name}") from None
        seq.block_table += new

    def hash_blocks(self, seq):
        size = self.block_size
        parent = None
        for i in range((seq.num_cached_tokens + seq.num_scheduled_tokens) // size):
            piece = tuple(seq.token_ids[i * size : (i + 1) * size])
            parent = self.hash_fn(parent, piece)
            if i * size + size > seq.num_cached_tokens:
                self.pool.stored[seq.block_table[i]] = (parent, piece)
                self.pool.map[parent] = seq.block_table[i]
