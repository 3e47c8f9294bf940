"""Takes blocks for each chunk from the free list, as vLLM does, not for the whole sequence."""

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
            while not self.block_manager.can_append(seq):
                if not self.running:
                    self.preempt(seq)
                    break
                self.preempt(self.running.pop())
            else:
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
            todo = seq.num_tokens - seq.num_cached_tokens
            if batch and todo > left:
                break
            count = min(todo, left)
            if not self._grow(seq, seq.num_cached_tokens + count):
                break
            seq.num_scheduled_tokens = count
            left -= count
            batch.append(seq)
            if count == todo:
                seq.status = Status.RUNNING
                self.running.append(self.waiting.popleft())
        return batch

    def _grow(self, seq: Sequence, num_tokens: int) -> bool:
        needed = -(-num_tokens // self.block_manager.block_size) - len(seq.block_table)
        free = self.block_manager.free_block_ids
        if needed > len(free):
            return False
        for _ in range(needed):
            seq.block_table.append(free.popleft())
        return True

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
