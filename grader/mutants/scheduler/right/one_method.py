"""Everything in one method; preempt() exists but is never called."""

from collections import deque

from given import BlockManager, Sequence, Status


class Scheduler:
    """Decide what each step computes."""

    def __init__(
        self,
        block_manager: BlockManager,
        max_num_batched_tokens: int,
        max_num_seqs: int = 8,
        eos: int = -1,
    ) -> None:
        if min(block_manager.block_size, max_num_batched_tokens, max_num_seqs) < 1:
            raise ValueError("block size, budget and batch size start at 1")
        self.block_manager = block_manager
        self.max_num_batched_tokens = max_num_batched_tokens
        self.max_num_seqs = max_num_seqs
        self.eos = eos
        self.waiting: deque[Sequence] = deque()
        self.running: deque[Sequence] = deque()

    def is_finished(self) -> bool:
        """Return whether nothing is queued."""
        return not self.waiting and not self.running

    def add(self, seq: Sequence) -> None:
        """Queue a new sequence."""
        size = self.block_manager.block_size
        needed = -(-(seq.num_prompt_tokens + seq.max_tokens - 1) // size)
        if not seq.token_ids or seq.max_tokens < 1 or needed > self.block_manager.num_blocks:
            raise ValueError(f"{seq.name} cannot be served")
        self.waiting.append(seq)

    def schedule(self) -> tuple[list[Sequence], bool]:  # noqa: C901  as a person might write it
        """Return the next step."""
        scheduled: list[Sequence] = []
        num_batched_tokens = 0
        bm = self.block_manager
        while self.waiting:
            if len(scheduled) == self.max_num_seqs:
                break
            seq = self.waiting[0]
            remaining = self.max_num_batched_tokens - num_batched_tokens
            n = -2
            if len(seq.block_table) == 0:
                n = bm.can_allocate(seq)
                if n == -1:
                    break
                num_tokens = len(seq) - n * bm.block_size
            else:
                num_tokens = len(seq) - seq.num_cached_tokens
            if num_tokens > remaining and (remaining == 0 or len(scheduled) > 0):
                break
            if n != -2:
                bm.allocate(seq, n)
            seq.num_scheduled_tokens = num_tokens if num_tokens <= remaining else remaining
            num_batched_tokens += seq.num_scheduled_tokens
            if seq.num_cached_tokens + seq.num_scheduled_tokens == len(seq):
                self.waiting.popleft()
                seq.status = Status.RUNNING
                self.running.append(seq)
            scheduled.append(seq)
        if len(scheduled) > 0:
            return scheduled, True
        while self.running and len(scheduled) < self.max_num_seqs:
            seq = self.running.popleft()
            seq.is_prefill = False
            alive = True
            while alive and not bm.can_append(seq):
                alive = len(self.running) > 0
                victim = self.running.pop() if alive else seq
                bm.deallocate(victim)
                victim.status = Status.WAITING
                victim.is_prefill = True
                self.waiting.insert(0, victim)
            if alive:
                bm.may_append(seq)
                seq.num_scheduled_tokens = 1
                scheduled.append(seq)
        for seq in scheduled[::-1]:
            self.running.appendleft(seq)
        return scheduled, False

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence at the front again."""
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING
        self.waiting.appendleft(seq)

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome."""
        if len(seqs) != len(token_ids):
            raise ValueError(f"{len(seqs)} sequences, {len(token_ids)} tokens")
        for seq, token in zip(seqs, token_ids, strict=True):
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens += seq.num_scheduled_tokens
            seq.num_scheduled_tokens = 0
            if is_prefill and seq.num_cached_tokens < seq.num_tokens:
                continue
            seq.append_token(token)
            at_eos = token == self.eos and not seq.ignore_eos
            if at_eos or seq.num_completion_tokens == seq.max_tokens:
                seq.status = Status.FINISHED
                self.block_manager.deallocate(seq)
                self.running.remove(seq)
