"""The queues are lists, and new ones after every call."""

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
        self.waiting: list[Sequence] = []
        self.running: list[Sequence] = []

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
        batch = self._admit()
        done = [seq for seq in batch if self._left(seq) == seq.num_scheduled_tokens]
        for seq in done:
            seq.status = Status.RUNNING
        self.waiting = self.waiting[len(done) :]
        self.running = self.running + done
        if batch:
            return batch, True
        return self._decode(), False

    def _left(self, seq: Sequence) -> int:
        return seq.num_tokens - seq.num_cached_tokens

    def _admit(self) -> list[Sequence]:
        batch: list[Sequence] = []
        room = self.max_num_batched_tokens
        for seq in self.waiting[: self.max_num_seqs]:
            if room == 0:
                break
            cached = -1
            if not seq.block_table:
                cached = self.block_manager.can_allocate(seq)
                if cached == -1:
                    break
            skipped = max(cached, 0) * self.block_manager.block_size
            if batch and self._left(seq) - skipped > room:
                break
            if not seq.block_table:
                self.block_manager.allocate(seq, cached)
            seq.num_scheduled_tokens = min(self._left(seq), room)
            room -= seq.num_scheduled_tokens
            batch.append(seq)
        return batch

    def _decode(self) -> list[Sequence]:
        queue = list(self.running)
        batch: list[Sequence] = []
        while len(batch) < min(self.max_num_seqs, len(queue)):
            seq = queue[len(batch)]
            if self.block_manager.can_append(seq):
                self.block_manager.may_append(seq)
                seq.num_scheduled_tokens = 1
                batch = [*batch, seq]
            else:
                self.preempt(queue[-1])
                queue = queue[:-1]
        self.running = queue
        return batch

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence at the front again."""
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING
        self.waiting = [seq, *self.waiting]

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome."""
        if len(seqs) - len(token_ids):
            raise ValueError(f"expected {len(seqs)} tokens and got {len(token_ids)}")
        for index in range(len(seqs)):
            seq = seqs[index]
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens, seq.num_scheduled_tokens = (
                seq.num_cached_tokens + seq.num_scheduled_tokens,
                0,
            )
            if seq.num_cached_tokens == seq.num_tokens:
                seq.append_token(token_ids[index])
                stop = token_ids[index] == self.eos and seq.ignore_eos is False
                if stop or seq.num_completion_tokens >= seq.max_tokens:
                    seq.status = Status.FINISHED
                    self.block_manager.deallocate(seq)
        self.running = [seq for seq in self.running if seq.status is Status.RUNNING]
