"""Counts the free blocks itself: a victim gives back what it shares with nobody."""

from collections import deque
from collections.abc import Iterator

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
        batch = list(self._admitted())
        if batch:
            return batch, True
        victims = self._victims()
        for _ in range(victims):
            self.preempt(self.running.pop())
        batch = list(self.running)[: self.max_num_seqs]
        for seq in batch:
            seq.num_scheduled_tokens = 1
            self.block_manager.may_append(seq)
        return batch, False

    def _admitted(self) -> Iterator[Sequence]:
        budget, count = self.max_num_batched_tokens, 0
        manager = self.block_manager
        while self.waiting and budget and count < self.max_num_seqs:
            seq = self.waiting[0]
            if not seq.block_table:
                hits = manager.can_allocate(seq)
                if hits == -1 or (count and seq.num_tokens - hits * manager.block_size > budget):
                    return
                manager.allocate(seq, hits)
            left = seq.num_tokens - seq.num_cached_tokens
            seq.num_scheduled_tokens = min(left, budget)
            budget -= seq.num_scheduled_tokens
            count += 1
            if seq.num_scheduled_tokens == left:
                seq.status = Status.RUNNING
                self.running.append(self.waiting.popleft())
            yield seq

    def _victims(self) -> int:
        """Return how many of the tail have to go so that the front can decode."""
        seqs = list(self.running)
        free, place = len(self.block_manager.free_block_ids), 0
        end = len(seqs)
        while place < min(end, self.max_num_seqs):
            needs = -(-seqs[place].num_tokens // self.block_manager.block_size)
            if needs > len(seqs[place].block_table):
                if free == 0:
                    end -= 1
                    free += self._own(seqs[end])
                    continue
                free -= 1
            place += 1
        return len(seqs) - end

    def _own(self, seq: Sequence) -> int:
        counts = getattr(self.block_manager, "ref_count", None)
        if counts is None:
            return len(seq.block_table)
        return sum(counts[block] == 1 for block in seq.block_table)

    def preempt(self, seq: Sequence) -> None:
        """Queue a sequence at the front again."""
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING
        self.waiting.appendleft(seq)

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome."""
        if len(seqs) > len(token_ids) or len(seqs) < len(token_ids):
            raise ValueError(f"{len(token_ids)} tokens do not belong to {len(seqs)} sequences")
        todo = deque(zip(seqs, token_ids, strict=True))
        while todo:
            seq, token = todo.popleft()
            self.block_manager.hash_blocks(seq)
            computed = seq.num_cached_tokens + seq.num_scheduled_tokens
            seq.num_cached_tokens = computed
            seq.num_scheduled_tokens = 0
            if computed != seq.num_tokens:
                continue
            seq.append_token(token)
            if (token == self.eos and not seq.ignore_eos) or (
                seq.num_tokens == seq.num_prompt_tokens + seq.max_tokens
            ):
                del self.running[self.running.index(seq)]
                seq.status = Status.FINISHED
                self.block_manager.deallocate(seq)
