"""A hierarchy of classes: queues, prefill, decode and outcome are one layer each."""

from collections import deque

from given import BlockManager, Sequence, Status


class Queues:
    """The two queues."""

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


class Admission(Queues):
    """The prefill half of a step."""

    def _admit(self) -> list[Sequence]:
        batch: list[Sequence] = []
        self._budget = self.max_num_batched_tokens
        while len(batch) < self.max_num_seqs and self._budget > 0:
            seq = self._next(first=not batch)
            if seq is None:
                break
            batch.append(seq)
        return batch

    def _next(self, first: bool) -> Sequence | None:
        if not self.waiting:
            return None
        seq = self.waiting[0]
        if not seq.block_table and not self._give_blocks(seq, first):
            return None
        left = seq.num_tokens - seq.num_cached_tokens
        seq.num_scheduled_tokens = min(left, self._budget)
        self._budget -= seq.num_scheduled_tokens
        if seq.num_scheduled_tokens == left:
            self._start(seq)
        return seq

    def _give_blocks(self, seq: Sequence, first: bool) -> bool:
        cached = self.block_manager.can_allocate(seq)
        if cached < 0:
            return False
        left = seq.num_tokens - cached * self.block_manager.block_size
        if not first and left > self._budget:
            return False
        self.block_manager.allocate(seq, cached)
        return True

    def _start(self, seq: Sequence) -> None:
        self.waiting.remove(seq)
        self.running.append(seq)
        seq.status = Status.RUNNING


class Decoding(Admission):
    """The decode half of a step."""

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence at the front again."""
        seq.status = Status.WAITING
        self.block_manager.deallocate(seq)
        self.waiting.appendleft(seq)

    def _decode(self) -> list[Sequence]:
        rest = list(self.running)
        batch: list[Sequence] = []
        while rest and len(batch) < self.max_num_seqs:
            seq = rest.pop(0)
            while rest and not self.block_manager.can_append(seq):
                self.preempt(rest.pop())
            if self.block_manager.can_append(seq):
                self.block_manager.may_append(seq)
                seq.num_scheduled_tokens = 1
                batch.append(seq)
            else:
                self.preempt(seq)
        self.running.clear()
        self.running.extend([*batch, *rest])
        return batch

    def schedule(self) -> tuple[list[Sequence], bool]:
        """Return the next step."""
        prefill = self._admit()
        if prefill:
            return prefill, True
        return self._decode(), False


class Scheduler(Decoding):
    """Decide what each step computes."""

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
