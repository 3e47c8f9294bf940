"""Remembers the hits that can_allocate found, for allocate to use, however much later."""

from collections import deque

from given import chain_hash


class Block:
    def __init__(self, number):
        self.number = number
        self.key = None
        self.tokens = None


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1:
            raise ValueError(f"num_blocks is {num_blocks}")
        if block_size < 1:
            raise ValueError(f"block_size is {block_size}")
        self.blocks = [Block(i) for i in range(num_blocks)]
        self.size = block_size
        self.hash_fn = hash_fn
        self.free_block_ids = deque(range(num_blocks))
        self.ref_count = [0] * num_blocks
        self.hash_to_block_id = {}
        self.found = {}  # name -> hits

    def pieces(self, seq):
        ids = seq.token_ids
        return [tuple(ids[i : i + self.size]) for i in range(0, len(ids), self.size)]

    def search(self, seq):
        hits, key = [], None
        for piece in self.pieces(seq)[:-1]:
            key = self.hash_fn(key, piece)
            number = self.hash_to_block_id.get(key)
            if number is None or self.blocks[number].tokens != piece:
                break
            hits.append(number)
        return hits

    def fits(self, seq, hits):
        held = [number for number in hits if self.ref_count[number]]
        return len(self.pieces(seq)) - len(held) <= len(self.free_block_ids)

    def can_allocate(self, seq):
        hits = self.search(seq)
        self.found[seq.name] = hits
        return len(hits) if self.fits(seq, hits) else -1

    def fresh(self):
        block = self.blocks[self.free_block_ids.popleft()]
        if block.key is not None and self.hash_to_block_id.get(block.key) == block.number:
            del self.hash_to_block_id[block.key]
        block.key = block.tokens = None
        self.ref_count[block.number] = 1
        return block.number

    def allocate(self, seq, num_cached_blocks):
        if seq.block_table:
            raise ValueError(f"{seq.name} holds blocks")
        hits = self.found.get(seq.name)
        if hits is None:
            hits = self.search(seq)
        if num_cached_blocks < 0 or num_cached_blocks > len(hits):
            raise ValueError(f"{num_cached_blocks} is not 0 to {len(hits)}")
        hits = hits[:num_cached_blocks]
        if not self.fits(seq, hits):
            raise ValueError(f"no room for {seq.name}")
        for number in hits:
            if self.ref_count[number] == 0:
                self.free_block_ids.remove(number)
            self.ref_count[number] += 1
        new = [self.fresh() for _ in self.pieces(seq)[len(hits) :]]
        seq.block_table = hits + new
        seq.num_cached_tokens = self.size * len(hits)

    def deallocate(self, seq):
        for number in seq.block_table[::-1]:
            self.ref_count[number] -= 1
            if self.ref_count[number] == 0:
                self.free_block_ids.append(number)
        seq.block_table = []
        seq.num_cached_tokens = 0

    def can_append(self, seq):
        return (len(seq) - 1) % self.size > 0 or len(self.free_block_ids) > 0

    def may_append(self, seq):
        if not self.can_append(seq):
            raise ValueError(f"no block for {seq.name}")
        if (len(seq) - 1) % self.size == 0:
            seq.block_table.append(self.fresh())

    def hash_blocks(self, seq):
        first = seq.num_cached_tokens // self.size
        end = (seq.num_cached_tokens + seq.num_scheduled_tokens) // self.size
        key = self.blocks[seq.block_table[first - 1]].key if first else None
        for i in range(first, end):
            block, piece = self.blocks[seq.block_table[i]], self.pieces(seq)[i]
            key = self.hash_fn(key, piece)
            block.key, block.tokens = key, piece
            self.hash_to_block_id[key] = block.number
