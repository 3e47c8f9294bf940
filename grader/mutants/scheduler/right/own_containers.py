"""The queues are linked chains of its own: something that can be iterated, and no list at all.

Odd: `num_scheduled_tokens` is None while a sequence waits that was preempted or is new; preempt is
never called; `is_prefill` is kept as the only sign of who was cut; small methods, each one decision.
"""

from given import Status


class Link:
    __slots__ = ("after", "before", "seq")


class Chain:
    """A ring of links through a first one that holds nobody."""

    def __init__(self):
        self.top = Link()
        self.top.after = self.top.before = self.top
        self.where = {}

    def __iter__(self):
        link = self.top.after
        while link is not self.top:
            yield link.seq
            link = link.after

    def __bool__(self):
        return self.top.after is not self.top

    def put(self, seq, left):
        link = self.where[seq] = Link()
        link.seq, link.before, link.after = seq, left, left.after
        left.after.before = left.after = link

    def push_front(self, seq):
        self.put(seq, self.top)

    def push_back(self, seq):
        self.put(seq, self.top.before)

    def take_out(self, seq):
        link = self.where.pop(seq)
        link.before.after, link.after.before = link.after, link.before
        return seq

    front = property(lambda self: self.top.after.seq)
    back = property(lambda self: self.top.before.seq)


class Scheduler:
    def __init__(self, block_manager, max_num_batched_tokens, max_num_seqs=8, eos=-1):
        for size in (block_manager.block_size, max_num_batched_tokens, max_num_seqs):
            if size <= 0:
                raise ValueError(f"{size} is too small")
        self.block_manager, self.max_num_batched_tokens = block_manager, max_num_batched_tokens
        self.max_num_seqs, self.eos = max_num_seqs, eos
        self.waiting, self.running = Chain(), Chain()

    def is_finished(self):
        return not (self.waiting or self.running)

    def add(self, seq):
        most = len(seq) + seq.max_tokens - 1
        if not len(seq) or seq.max_tokens < 1:
            raise ValueError(f"{seq} has nothing to do")
        if most > self.block_manager.num_blocks * self.block_manager.block_size:
            raise ValueError(f"{seq} is too long")
        seq.num_scheduled_tokens = None
        self.waiting.push_back(seq)

    def schedule(self):
        batch = []
        while self.has_place(batch) and self.admit(batch):
            pass
        if batch:
            return batch, True
        self.decode(batch)
        return batch, False

    def has_place(self, batch):
        return len(batch) < self.max_num_seqs

    def room(self, batch):
        return self.max_num_batched_tokens - sum(seq.num_scheduled_tokens for seq in batch)

    def admit(self, batch):
        room = self.room(batch)
        if not self.waiting or room == 0:
            return False
        seq = self.waiting.front
        if not seq.block_table and not self.give_blocks(seq, room if batch else None):
            return False
        rest = len(seq) - seq.num_cached_tokens
        seq.num_scheduled_tokens = min(room, rest)
        seq.is_prefill = rest > room
        batch.append(seq)
        if not seq.is_prefill:
            self.running.push_back(self.waiting.take_out(seq))
            seq.status = Status.RUNNING
        return not seq.is_prefill

    def give_blocks(self, seq, room):
        hits = self.block_manager.can_allocate(seq)
        if hits < 0:
            return False
        if room is not None and len(seq) - hits * self.block_manager.block_size > room:
            return False
        self.block_manager.allocate(seq, hits)
        return True

    def decode(self, batch):
        for seq in self.running:  # whoever goes meanwhile is behind, or is this one
            if not self.has_place(batch):
                return
            while not self.block_manager.can_append(seq):
                victim = self.running.back
                self.send_back(victim)
                if victim is seq:
                    return
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1
            batch.append(seq)

    def send_back(self, seq):
        self.waiting.push_front(self.running.take_out(seq))
        self.block_manager.deallocate(seq)
        seq.status, seq.num_scheduled_tokens = Status.WAITING, None

    def preempt(self, seq):
        """Queue one that somebody else took out of `running`."""
        self.running.push_back(seq)
        self.send_back(seq)

    def postprocess(self, seqs, token_ids, is_prefill):
        if len(token_ids) != len(seqs):
            raise ValueError("%d and %d" % (len(seqs), len(token_ids)))
        for place, seq in enumerate(seqs):
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens, seq.num_scheduled_tokens = (
                seq.num_cached_tokens + seq.num_scheduled_tokens,
                0,
            )
            if not seq.is_prefill:
                self.sampled(seq, token_ids[place])

    def sampled(self, seq, token):
        seq.token_ids += [token]
        if seq.num_completion_tokens == seq.max_tokens or (
            token == self.eos and not seq.ignore_eos
        ):
            self.running.take_out(seq).status = Status.FINISHED
            self.block_manager.deallocate(seq)
