"""What a person may write first: indices, flags and comments; the queues are slices of new lists.

Odd: who is to run is decided before anything is done, and preempt is called on somebody who is out of
`running` by then; the step's kind is remembered instead of being asked for.
"""

from given import Sequence, Status


class Scheduler:
    def __init__(self, block_manager, max_num_batched_tokens: int, max_num_seqs: int = 8, eos: int = -1):
        if block_manager.block_size < 1:
            raise ValueError(f"bad block size {block_manager.block_size}")
        if max_num_batched_tokens < 1:
            raise ValueError(f"bad budget {max_num_batched_tokens}")
        if max_num_seqs < 1:
            raise ValueError(f"bad batch size {max_num_seqs}")
        self.block_manager = block_manager
        self.max_num_batched_tokens = max_num_batched_tokens
        self.max_num_seqs = max_num_seqs
        self.eos = eos
        self.waiting: tuple[Sequence, ...] = ()
        self.running: tuple[Sequence, ...] = ()

    def is_finished(self):
        return len(self.waiting) + len(self.running) == 0

    def add(self, seq):
        if seq.num_prompt_tokens == 0:
            raise ValueError(f"{seq.name} has no prompt")
        if seq.max_tokens < 1:
            raise ValueError(f"{seq.name} wants {seq.max_tokens} tokens")
        last = seq.num_prompt_tokens + seq.max_tokens - 1
        if (last - 1) // self.block_manager.block_size + 1 > self.block_manager.num_blocks:
            raise ValueError(f"{seq.name} stores {last} tokens")
        self.waiting = self.waiting + (seq,)

    def schedule(self):
        # 1. prefill
        chosen = []
        used = 0
        started = 0
        stop = False
        while not stop and started == len(chosen) < len(self.waiting):
            seq = self.waiting[started]
            if len(chosen) == self.max_num_seqs or used == self.max_num_batched_tokens:
                stop = True
                continue
            left = self.max_num_batched_tokens - used
            if seq.block_table == []:
                cached = self.block_manager.can_allocate(seq)
                if cached == -1:
                    stop = True
                    continue
                todo = seq.num_tokens - cached * self.block_manager.block_size
                if todo > left and chosen != []:
                    stop = True
                    continue
                self.block_manager.allocate(seq, cached)
            else:
                todo = seq.num_tokens - seq.num_cached_tokens
            if todo <= left:
                seq.num_scheduled_tokens = todo
                seq.status = Status.RUNNING
                started += 1
            else:
                seq.num_scheduled_tokens = left
            used += seq.num_scheduled_tokens
            chosen.append(seq)
        self.running = self.running + self.waiting[:started]
        self.waiting = self.waiting[started:]
        if chosen:
            return chosen, True
        # 2. decode
        i = 0
        while i < len(self.running) and i < self.max_num_seqs:
            seq = self.running[i]
            if self.block_manager.can_append(seq):
                self.block_manager.may_append(seq)
                seq.num_scheduled_tokens = 1
                i += 1
            else:
                victim = self.running[-1]
                self.running = self.running[:-1]
                self.preempt(victim)
        return list(self.running[:i]), False

    def preempt(self, seq):
        self.block_manager.deallocate(seq)
        self.waiting = (seq,) + self.waiting
        seq.status = Status.WAITING

    def postprocess(self, seqs, token_ids, is_prefill):
        if len(seqs) != len(token_ids):
            raise ValueError("lengths: " + str(len(seqs)) + " and " + str(len(token_ids)))
        finished = []
        for i in range(len(seqs)):
            seq = seqs[i]
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens = seq.num_cached_tokens + seq.num_scheduled_tokens
            seq.num_scheduled_tokens = 0
            complete = seq.num_cached_tokens == seq.num_tokens
            if complete or not is_prefill:
                seq.append_token(token_ids[i])
                if not seq.ignore_eos and token_ids[i] == self.eos:
                    finished.append(seq)
                elif seq.num_completion_tokens >= seq.max_tokens:
                    finished.append(seq)
        for seq in finished:
            self.block_manager.deallocate(seq)
            seq.status = Status.FINISHED
        self.running = tuple(seq for seq in self.running if seq.status != Status.FINISHED)
