"""A continuous-batching scheduler with chunked prefill and preemption by recompute.

Left out: prefix caching, which lives in the block manager, and prefill and decode in one step.
"""

from collections import deque

from given import BlockManager, Sequence, Status


class Scheduler:
    """Decide, one step at a time, which sequences the model computes."""

    def __init__(
        self,
        block_manager: BlockManager,
        max_num_batched_tokens: int,
        max_num_seqs: int = 8,
        eos: int = -1,
    ) -> None:
        for limit in (block_manager.block_size, max_num_batched_tokens, max_num_seqs):
            if limit < 1:
                raise ValueError(f"block size, token budget and batch size start at 1: {limit}")
        self.block_manager = block_manager
        self.max_num_batched_tokens = max_num_batched_tokens
        self.max_num_seqs = max_num_seqs
        self.eos = eos
        self.waiting: deque[Sequence] = deque()  # left end = next to admit
        self.running: deque[Sequence] = deque()  # left end = next to decode

    def is_finished(self) -> bool:
        """Return whether nothing is queued."""
        return not self.waiting and not self.running

    def add(self, seq: Sequence) -> None:
        """Queue a new sequence; refuse with ValueError one that could never finish.

        The last sampled token needs no KV: 2 prompt tokens and 3 completions store 4.
        """
        if seq.num_prompt_tokens < 1 or seq.max_tokens < 1:
            raise ValueError(f"{seq.name}: {seq.num_prompt_tokens} + {seq.max_tokens} tokens")
        stored = seq.num_prompt_tokens + seq.max_tokens - 1
        needed = -(-stored // self.block_manager.block_size)
        if needed > self.block_manager.num_blocks:
            raise ValueError(f"{seq.name}: {needed} of {self.block_manager.num_blocks} blocks")
        self.waiting.append(seq)

    def schedule(self) -> tuple[list[Sequence], bool]:
        """Return the sequences of the next step, in order, and whether it is a prefill step.

        Each has `num_scheduled_tokens` set to the tokens that this step computes for it, and holds
        the blocks that they need. The list is a new one; with nothing queued it is ([], False).
        Budget 2 and one waiting sequence A of 3 tokens: ([A], True) with 2 tokens of A, then
        ([A], True) with 1, then ([A], False) with 1.
        """
        batch = self._prefill()
        if batch:
            return batch, True
        return self._decode(), False

    def _prefill(self) -> list[Sequence]:
        batch: list[Sequence] = []
        token_budget = self.max_num_batched_tokens
        while self.waiting and token_budget > 0 and len(batch) < self.max_num_seqs:
            seq = self.waiting[0]
            resumed = bool(seq.block_table)
            num_cached_blocks = 0 if resumed else self.block_manager.can_allocate(seq)
            if num_cached_blocks == -1:
                break
            num_cached_tokens = num_cached_blocks * self.block_manager.block_size
            num_left = seq.num_tokens - (seq.num_cached_tokens if resumed else num_cached_tokens)
            if batch and num_left > token_budget:
                break  # only the first may be cut
            # Subtle: take blocks only now, when nothing can send the sequence away any more.
            if not resumed:
                self.block_manager.allocate(seq, num_cached_blocks)
            seq.num_scheduled_tokens = min(num_left, token_budget)
            token_budget -= seq.num_scheduled_tokens
            batch.append(seq)
            if seq.num_scheduled_tokens == num_left:
                seq.status = Status.RUNNING
                self.running.append(self.waiting.popleft())
        return batch

    def _decode(self) -> list[Sequence]:
        batch: list[Sequence] = []
        while self.running and len(batch) < self.max_num_seqs:
            seq = self.running.popleft()
            if self._make_room(seq):
                self.block_manager.may_append(seq)
                seq.num_scheduled_tokens = 1
                batch.append(seq)
        self.running.extendleft(reversed(batch))
        return batch

    def _make_room(self, seq: Sequence) -> bool:
        while not self.block_manager.can_append(seq):
            if not self.running:
                self.preempt(seq)
                return False
            self.preempt(self.running.pop())
        return True

    def preempt(self, seq: Sequence) -> None:
        """Give the blocks of `seq`, already out of `running`, back; queue it at the front again.

        It is WAITING then and keeps its tokens: A with 3 prompt tokens and 2 completions is later
        prefilled over 5.
        """
        self.block_manager.deallocate(seq)
        seq.status = Status.WAITING
        self.waiting.appendleft(seq)

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome: `token_ids[i]` was sampled for `seqs[i]`.

        Registers the blocks, moves `num_cached_tokens` on, appends the sample unless the prefill
        is incomplete, and ends the sequences that are done. After 2 of 3 prompt tokens the sample
        is dropped; after the third it is the first completion.
        Lists of different length raise ValueError that names both lengths and change nothing.
        """
        if len(seqs) != len(token_ids):
            raise ValueError(f"{len(seqs)} sequences but {len(token_ids)} tokens")
        for seq, token_id in zip(seqs, token_ids, strict=True):
            # Subtle: hash_blocks reads num_cached_tokens as it was before this step.
            self.block_manager.hash_blocks(seq)
            seq.num_cached_tokens += seq.num_scheduled_tokens
            seq.num_scheduled_tokens = 0
            if is_prefill and seq.num_cached_tokens < seq.num_tokens:
                continue  # mid-chunk: the model has not seen the last token yet
            seq.append_token(token_id)
            if self._is_done(seq):
                self._finish(seq)

    def _is_done(self, seq: Sequence) -> bool:
        sampled_eos = not seq.ignore_eos and seq.token_ids[-1] == self.eos
        return sampled_eos or seq.num_completion_tokens == seq.max_tokens

    def _finish(self, seq: Sequence) -> None:
        seq.status = Status.FINISHED
        self.block_manager.deallocate(seq)
        self.running.remove(seq)
