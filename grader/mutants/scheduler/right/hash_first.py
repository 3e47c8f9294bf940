"""Hashes the whole batch before the loop and keeps exactly the samples of who is RUNNING.

`preempt` resets num_cached_tokens itself, and num_scheduled_tokens survives a preemption.
"""

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

    def schedule(self) -> tuple[list[Sequence], bool]:
        """Return the next step."""
        batch = self._prefill()
        return (batch, True) if batch else (self._decode(), False)

    def _prefill(self) -> list[Sequence]:
        batch: list[Sequence] = []
        left = self.max_num_batched_tokens
        while self.waiting and left and len(batch) < self.max_num_seqs:
            seq = self.waiting[0]
            hits = 0
            todo = seq.num_tokens - seq.num_cached_tokens
            if not seq.block_table:
                hits = self.block_manager.can_allocate(seq)
                if hits < 0:
                    break
                todo = seq.num_tokens - hits * self.block_manager.block_size
            if batch and todo > left:
                break
            if not seq.block_table:
                self.block_manager.allocate(seq, hits)
            seq.num_scheduled_tokens = min(todo, left)
            left -= seq.num_scheduled_tokens
            batch.append(seq)
            if seq.num_scheduled_tokens == todo:
                seq.status = Status.RUNNING
                self.running.append(self.waiting.popleft())
        return batch

    def _decode(self) -> list[Sequence]:
        placed: deque[Sequence] = deque()
        while self.running and len(placed) < self.max_num_seqs:
            seq = self.running.popleft()
            if not self.block_manager.can_append(seq):
                # one victim always suffices: the tail owns its last block alone
                victim = self.running.pop() if self.running else seq
                self.preempt(victim)
                if victim is seq:
                    break
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1
            placed.append(seq)
        self.running = placed + self.running
        return list(placed)

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence at the front again."""
        self.waiting.appendleft(seq)
        seq.status = Status.WAITING
        self.block_manager.deallocate(seq)
        self.block_manager.deallocate(seq)
        seq.num_cached_tokens = 0

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome."""
        if len(token_ids) != len(seqs):
            raise ValueError(f"got {len(token_ids)} tokens for {len(seqs)} sequences")
        for seq in seqs:
            self.block_manager.hash_blocks(seq)
        for seq in seqs:
            seq.num_cached_tokens += seq.num_scheduled_tokens
            seq.num_scheduled_tokens = 0
        for seq, token_id in zip(seqs, token_ids, strict=True):
            if seq.status is not Status.RUNNING:
                continue
            seq.append_token(token_id)
        for seq in seqs:
            self._end(seq)

    def _end(self, seq: Sequence) -> None:
        if seq.status is not Status.RUNNING:
            return
        if seq.num_completion_tokens < seq.max_tokens and (
            seq.ignore_eos or seq.token_ids[-1] != self.eos
        ):
            return
        seq.status = Status.FINISHED
        self.running = deque(other for other in self.running if other is not seq)
        self.block_manager.deallocate(seq)
