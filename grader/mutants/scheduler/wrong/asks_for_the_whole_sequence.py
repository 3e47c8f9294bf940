"""Asks can_allocate before a decode, as if the sequence held no blocks yet."""

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
        if batch:
            return batch, True
        while self.running and len(batch) < self.max_num_seqs:
            seq = self.running.popleft()
            while self.block_manager.can_allocate(seq) < 0 and self.running:
                self.preempt(self.running.pop())
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1
            batch.append(seq)
        self.running.extendleft(reversed(batch))
        return batch, False

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
