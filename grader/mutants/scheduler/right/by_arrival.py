"""Takes the newest arrival as victim and keeps `waiting` sorted by arrival."""

from bisect import insort

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
        self.arrival: dict[str, int] = {}

    def is_finished(self) -> bool:
        """Return whether nothing is queued."""
        return not self.waiting and not self.running

    def add(self, seq: Sequence) -> None:
        """Queue a new sequence."""
        size = self.block_manager.block_size
        needed = -(-(seq.num_prompt_tokens + seq.max_tokens - 1) // size)
        if not seq.token_ids or seq.max_tokens < 1 or needed > self.block_manager.num_blocks:
            raise ValueError(f"{seq.name} cannot be served")
        self.arrival[seq.name] = len(self.arrival)
        insort(self.waiting, seq, key=self._age)

    def _age(self, seq: Sequence) -> int:
        return self.arrival[seq.name]

    def schedule(self) -> tuple[list[Sequence], bool]:
        """Return the next step."""
        batch: list[Sequence] = []
        while len(batch) < self.max_num_seqs and self._take(batch):
            pass
        if batch:
            return batch, True
        self.running.sort(key=self._age)
        index = 0
        while index < len(self.running) and index < self.max_num_seqs:
            seq = self.running[index]
            if not self.block_manager.can_append(seq):
                self.preempt(max(self.running[index:], key=self._age))
                continue
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1
            index += 1
        return self.running[:index], False

    def _take(self, batch: list[Sequence]) -> bool:
        room = self.max_num_batched_tokens - sum(seq.num_scheduled_tokens for seq in batch)
        if not self.waiting or not room:
            return False
        seq = min(self.waiting, key=self._age)
        if seq.block_table:
            todo = seq.num_tokens - seq.num_cached_tokens
        else:
            hits = self.block_manager.can_allocate(seq)
            todo = seq.num_tokens - hits * self.block_manager.block_size
            if hits < 0 or (batch and todo > room):
                return False
            self.block_manager.allocate(seq, hits)
        seq.num_scheduled_tokens = min(todo, room)
        batch.append(seq)
        if todo > room:
            return False
        self.waiting.remove(seq)
        seq.status = Status.RUNNING
        self.running.append(seq)
        return True

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence by its age."""
        self.running.remove(seq)
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING
        seq.num_scheduled_tokens = 0
        insort(self.waiting, seq, key=self._age)

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
