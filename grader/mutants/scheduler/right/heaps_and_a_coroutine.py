"""A coroutine plays the steps one after the other; schedule and postprocess only turn it on.

Odd: two heaps by arrival, of which `waiting` and `running` are dicts made when they are read; preempt
resets num_cached_tokens itself and is the only way back; is_prefill says nothing but whose turn it is.
"""

from heapq import heapify, heappop, heappush

from given import Status


class Scheduler:
    def __init__(self, block_manager, max_num_batched_tokens, max_num_seqs=8, eos=-1):
        if not (block_manager.block_size > 0 and max_num_batched_tokens > 0 and max_num_seqs > 0):
            raise ValueError(f"{max_num_batched_tokens} tokens, {max_num_seqs} sequences a step")
        self.block_manager = block_manager
        self.budget, self.most, self.eos = max_num_batched_tokens, max_num_seqs, eos
        self.everybody = []
        self.young, self.old = [], []  # heaps of arrivals: who waits, and backwards who runs
        self.steps = self.play()
        next(self.steps)

    @property
    def waiting(self):
        return dict.fromkeys(self.everybody[n] for n in sorted(self.young))

    @property
    def running(self):
        return dict.fromkeys(self.everybody[-n] for n in sorted(self.old, reverse=True))

    def is_finished(self):
        return self.young == self.old == []

    def add(self, seq):
        stored = seq.num_prompt_tokens + seq.max_tokens - 1
        blocks = len(range(0, stored, self.block_manager.block_size))
        if not seq.token_ids or seq.max_tokens < 1 or blocks > self.block_manager.num_blocks:
            raise ValueError(f"never: {seq}")
        seq.arrival = len(self.everybody)
        self.everybody.append(seq)
        heappush(self.young, seq.arrival)

    def schedule(self):
        return self.steps.send("schedule")

    def postprocess(self, seqs, token_ids, is_prefill):
        if len(seqs) > len(token_ids):
            raise ValueError(f"{len(seqs) - len(token_ids)} tokens are missing: {len(token_ids)} for {len(seqs)}")
        if len(seqs) < len(token_ids):
            raise ValueError(f"{len(token_ids)} tokens are too many for {len(seqs)}")
        self.steps.send(list(zip(seqs, token_ids)))

    def play(self):
        """Take turns: be sent an order to plan, then what was sampled."""
        order = yield
        while True:
            prefill = list(self.prefills())
            plan = prefill or list(self.decodes())
            for seq in plan:
                seq.is_prefill = bool(prefill)
            order = yield plan, prefill != []
            while order != "schedule":
                self.finish([seq for seq, token in order if self.moves_on(seq, token)])
                order = yield

    def prefills(self):
        left, count = self.budget, 0
        while self.young and left and count < self.most:
            seq = self.everybody[self.young[0]]
            if not seq.block_table:
                hits = self.block_manager.can_allocate(seq)
                needs = len(seq) - hits * self.block_manager.block_size
                if hits == -1 or (count > 0 and needs > left):
                    return
                self.block_manager.allocate(seq, hits)
            needs = len(seq) - seq.num_cached_tokens
            seq.num_scheduled_tokens = needs if needs < left else left
            left, count = left - seq.num_scheduled_tokens, count + 1
            if seq.num_scheduled_tokens == needs:
                heappush(self.old, -heappop(self.young))
                seq.status = Status.RUNNING
            yield seq

    def decodes(self):
        for seq in list(self.running)[: self.most]:
            while seq.status is Status.RUNNING and not self.block_manager.can_append(seq):
                last = self.everybody[-heappop(self.old)]
                self.preempt(last)
            if seq.status is not Status.RUNNING:
                return
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1
            yield seq

    def preempt(self, seq):
        seq.status, seq.is_prefill = Status.WAITING, True
        self.block_manager.deallocate(seq)
        seq.num_cached_tokens, seq.num_scheduled_tokens = 0, -1
        heappush(self.young, seq.arrival)

    def moves_on(self, seq, token):
        """Take in what became of one; return whether it has ended."""
        self.block_manager.hash_blocks(seq)
        seq.num_cached_tokens += seq.num_scheduled_tokens
        seq.num_scheduled_tokens = 0
        if seq.status is Status.WAITING:
            return False
        seq.append_token(token)
        if len(seq) - seq.num_prompt_tokens < seq.max_tokens:
            return token == self.eos and not seq.ignore_eos
        return True

    def finish(self, ended):
        for seq in ended:
            self.block_manager.deallocate(seq)
            seq.status = Status.FINISHED
        gone = {-seq.arrival for seq in ended}
        if gone:
            self.old = [n for n in self.old if n not in gone]
            heapify(self.old)
