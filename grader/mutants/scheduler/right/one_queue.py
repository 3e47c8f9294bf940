"""One list of all that live, in order of arrival; the two queues are views of it."""

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
        self.live: list[Sequence] = []

    @property
    def waiting(self) -> list[Sequence]:
        """Return who waits."""
        return [seq for seq in self.live if seq.status is Status.WAITING]

    @property
    def running(self) -> list[Sequence]:
        """Return who runs."""
        return [seq for seq in self.live if seq.status is Status.RUNNING]

    def is_finished(self) -> bool:
        """Return whether nothing is queued."""
        return not self.live

    def add(self, seq: Sequence) -> None:
        """Queue a new sequence."""
        size = self.block_manager.block_size
        needed = -(-(seq.num_prompt_tokens + seq.max_tokens - 1) // size)
        if not seq.token_ids or seq.max_tokens < 1 or needed > self.block_manager.num_blocks:
            raise ValueError(f"{seq.name} cannot be served")
        self.live.append(seq)

    def schedule(self) -> tuple[list[Sequence], bool]:
        """Return the next step."""
        batch: list[Sequence] = []
        used = 0
        for seq in self.waiting[: self.max_num_seqs]:
            count = self._start(seq, self.max_num_batched_tokens - used, not batch)
            if count == 0:
                break
            used += count
            batch.append(seq)
        if batch:
            return batch, True
        queue = self.running
        for place in range(min(len(queue), self.max_num_seqs)):
            if place < len(queue):
                self._feed(queue, place)
        return queue[: self.max_num_seqs], False

    def _start(self, seq: Sequence, room: int, may_cut: bool) -> int:
        manager = self.block_manager
        hits = 0 if seq.block_table else manager.can_allocate(seq)
        left = seq.num_tokens - max(seq.num_cached_tokens, hits * manager.block_size)
        if hits < 0 or (left > room and not may_cut):
            return 0
        if not seq.block_table:
            manager.allocate(seq, hits)
        seq.num_scheduled_tokens = min(left, room)
        if left <= room:
            seq.status = Status.RUNNING
        return seq.num_scheduled_tokens

    def _feed(self, queue: list[Sequence], place: int) -> None:
        seq = queue[place]
        while place < len(queue) and not self.block_manager.can_append(seq):
            self.preempt(queue.pop())
        if place < len(queue):
            self.block_manager.may_append(seq)
            seq.num_scheduled_tokens = 1

    def preempt(self, seq: Sequence) -> None:
        """Let a sequence wait where it stands."""
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome."""
        if len(seqs) != len(token_ids):
            raise ValueError(f"lengths {len(seqs)} and {len(token_ids)}")
        for seq, token in zip(seqs, token_ids, strict=True):
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens += seq.num_scheduled_tokens
            seq.num_scheduled_tokens = 0
            if seq.status is Status.RUNNING:
                seq.append_token(token)
                ends = {token} & {self.eos} if not seq.ignore_eos else set[int]()
                if ends or seq.num_completion_tokens == seq.max_tokens:
                    seq.status = Status.FINISHED
                    self.block_manager.deallocate(seq)
        self.live = [seq for seq in self.live if seq.status is not Status.FINISHED]
