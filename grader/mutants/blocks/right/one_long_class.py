"""No helper at all: every method spells everything out with while loops and indices.

Odd: keeps a second list of what is used, hashes with lists instead of tuples, subclasses of list.
"""

from collections import deque

from given import chain_hash


class Table(list):
    pass


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if not num_blocks >= 1 or not block_size >= 1:
            raise ValueError("wrong size: " + str(num_blocks) + ", " + str(block_size))
        self.num_blocks = num_blocks
        self.block_size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque()
        self.used_block_ids = set()
        self.ref_count = []
        self.hash_to_block_id = {}
        self.hash_of = {}
        self.tokens_of = {}
        number = 0
        while number < num_blocks:
            self.free_block_ids.append(number)
            self.ref_count.append(0)
            number += 1

    def can_allocate(self, seq):
        size = self.block_size
        total = len(seq) // size
        if len(seq) % size > 0:
            total += 1
        hits = 0
        need = total
        parent = None
        while hits < total - 1:
            tokens = seq.token_ids[hits * size : hits * size + size]
            parent = self.hash_fn(parent, tokens)
            if parent not in self.hash_to_block_id:
                break
            block = self.hash_to_block_id[parent]
            if self.tokens_of[block] != tokens:
                break
            if block in self.used_block_ids:
                need -= 1
            hits += 1
        if need > len(self.free_block_ids):
            return -1
        return hits

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table:
            raise ValueError("holds blocks: " + seq.name)
        if num_cached_blocks < 0:
            raise ValueError("negative: " + str(num_cached_blocks))
        size = self.block_size
        total = (len(seq) + size - 1) // size
        if num_cached_blocks >= total:
            raise ValueError("more than there can be: " + str(num_cached_blocks))
        table = Table()
        parent = None
        need = total
        while len(table) < num_cached_blocks:
            start = len(table) * size
            tokens = seq.token_ids[start : start + size]
            parent = self.hash_fn(parent, tokens)
            block = self.hash_to_block_id.get(parent)
            if block is None or self.tokens_of[block] != tokens:
                raise ValueError(str(num_cached_blocks) + " cached, but only " + str(len(table)))
            if block in self.used_block_ids:
                need -= 1
            table.append(block)
        if need > len(self.free_block_ids):
            raise ValueError("no room: " + str(need))
        for block in table:
            if block not in self.used_block_ids:
                self.free_block_ids.remove(block)
                self.used_block_ids.add(block)
            self.ref_count[block] = self.ref_count[block] + 1
        while len(table) < total:
            block = self.free_block_ids.popleft()
            if block in self.hash_of:
                old = self.hash_of.pop(block)
                del self.tokens_of[block]
                if old in self.hash_to_block_id and self.hash_to_block_id[old] == block:
                    del self.hash_to_block_id[old]
            self.ref_count[block] = 1
            self.used_block_ids.add(block)
            table.append(block)
        seq.block_table = table
        seq.num_cached_tokens = num_cached_blocks * size
        return table

    def deallocate(self, seq):
        i = len(seq.block_table) - 1
        while i >= 0:
            block = seq.block_table[i]
            self.ref_count[block] = self.ref_count[block] - 1
            if self.ref_count[block] == 0:
                self.used_block_ids.remove(block)
                self.free_block_ids.append(block)
            i -= 1
        seq.block_table = Table()
        seq.num_cached_tokens = 0

    def can_append(self, seq):
        if len(seq) % self.block_size == 1 or self.block_size == 1:
            return len(self.free_block_ids) > 0
        return True

    def may_append(self, seq):
        if len(seq) % self.block_size == 1 or self.block_size == 1:
            if len(self.free_block_ids) == 0:
                raise ValueError("nothing to append to " + seq.name)
            block = self.free_block_ids.popleft()
            if block in self.hash_of:
                old = self.hash_of.pop(block)
                del self.tokens_of[block]
                if old in self.hash_to_block_id and self.hash_to_block_id[old] == block:
                    del self.hash_to_block_id[old]
            self.ref_count[block] = 1
            self.used_block_ids.add(block)
            seq.block_table.append(block)

    def hash_blocks(self, seq):
        size = self.block_size
        i = seq.num_cached_tokens // size
        while (i + 1) * size <= seq.num_cached_tokens + seq.num_scheduled_tokens:
            parent = None
            if i > 0:
                parent = self.hash_of[seq.block_table[i - 1]]
            tokens = seq.token_ids[i * size : i * size + size]
            self.hash_of[seq.block_table[i]] = self.hash_fn(parent, tokens)
            self.tokens_of[seq.block_table[i]] = tokens
            self.hash_to_block_id[self.hash_of[seq.block_table[i]]] = seq.block_table[i]
            i += 1
