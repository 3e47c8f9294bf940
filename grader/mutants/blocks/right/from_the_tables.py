"""Stores who holds what and when it was freed; everything else is worked out when it is asked for.

Odd: naive and slow on purpose. Free list and counts are derived from the sequences it has seen.
"""

from collections import deque

from given import chain_hash


class BlockManager:
    def __init__(self, num_blocks, block_size, hash_fn=chain_hash):
        if num_blocks < 1 or block_size < 1:
            raise ValueError(f"{num_blocks} and {block_size} must both be 1 or more")
        self.n = num_blocks
        self.size = block_size
        self.hash_fn = hash_fn
        self.holders = []  # sequences that hold blocks
        self.clock = num_blocks
        self.freed = list(range(num_blocks))  # when each block became free
        self.facts = []  # (hash, tokens, block), newest last; cleared when the block is reused

    @property
    def ref_count(self):
        return [sum(seq.block_table.count(b) for seq in self.holders) for b in range(self.n)]

    @property
    def free_block_ids(self):
        counts = self.ref_count
        return deque(
            sorted((b for b in range(self.n) if counts[b] == 0), key=lambda b: self.freed[b])
        )

    @property
    def hash_to_block_id(self):
        newest = {key: block for key, _, block in self.facts}
        return {key: block for key, block in newest.items() if block >= 0}

    def pieces(self, seq):
        return [tuple(seq.token_ids[i : i + self.size]) for i in range(0, len(seq), self.size)]

    def hits(self, seq):
        known = self.hash_to_block_id
        stored = {block: (key, tokens) for key, tokens, block in self.facts}
        found, key = [], None
        for piece in self.pieces(seq)[:-1]:
            key = self.hash_fn(key, piece)
            if key not in known or stored[known[key]] != (key, piece):
                break
            found.append(known[key])
        return found

    def picks(self, seq, hits):
        """Return the new blocks, None when there are too few."""
        free = [block for block in self.free_block_ids if block not in hits]
        need = len(self.pieces(seq)) - len(hits)
        return free[:need] if need <= len(free) else None

    def can_allocate(self, seq):
        hits = self.hits(seq)
        return -1 if self.picks(seq, hits) is None else len(hits)

    def allocate(self, seq, num_cached_blocks):
        hits = self.hits(seq)
        if seq.block_table or num_cached_blocks < 0 or num_cached_blocks > len(hits):
            raise ValueError(f"allocate({seq.name}, {num_cached_blocks}) with {len(hits)} cached")
        new = self.picks(seq, hits[:num_cached_blocks])
        if new is None:
            raise ValueError(f"allocate({seq.name}, {num_cached_blocks}): no room")
        self.wipe(new)
        seq.block_table = hits[:num_cached_blocks] + new
        seq.num_cached_tokens = num_cached_blocks * self.size
        self.holders.append(seq)

    def wipe(self, blocks):
        # An entry whose block is gone hides older ones of the same hash, hence no deletion.
        self.facts = [(k, t, -1 if b in blocks else b) for k, t, b in self.facts]

    def deallocate(self, seq):
        table = seq.block_table
        seq.block_table, seq.num_cached_tokens = [], 0
        self.holders = [other for other in self.holders if other is not seq]
        counts = self.ref_count
        for block in reversed(table):
            if counts[block] == 0:
                self.clock += 1
                self.freed[block] = self.clock

    def can_append(self, seq):
        return (len(seq) - 1) % self.size != 0 or 0 in self.ref_count

    def may_append(self, seq):
        if (len(seq) - 1) % self.size != 0:
            return
        free = self.free_block_ids
        if not free:
            raise ValueError(f"{seq.name} finds no block")
        self.wipe([free[0]])
        seq.block_table = [*seq.block_table, free[0]]

    def hash_blocks(self, seq):
        done, key = seq.num_cached_tokens, None
        for i, piece in enumerate(self.pieces(seq)):
            end = (i + 1) * self.size
            if end > done + seq.num_scheduled_tokens:
                break
            key = self.hash_fn(key, piece)
            if end > done:
                self.facts.append((key, piece, seq.block_table[i]))
