"""A continuous-batching scheduler with chunked prefill and preemption by recompute.

You write schedule(), preempt() and postprocess(); the rest is given.
"""

from collections import deque

from given import BlockManager, Sequence


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
        raise NotImplementedError("write schedule()")

    def preempt(self, seq: Sequence) -> None:
        """Give the blocks of `seq`, already out of `running`, back; queue it at the front again.

        It is WAITING then and keeps its tokens: A with 3 prompt tokens and 2 completions is later
        prefilled over 5.
        """
        raise NotImplementedError("write preempt()")

    def postprocess(self, seqs: list[Sequence], token_ids: list[int], is_prefill: bool) -> None:
        """Take in a step's outcome: `token_ids[i]` was sampled for `seqs[i]`.

        Registers the blocks, moves `num_cached_tokens` on, appends the sample unless the prefill
        is incomplete, and ends the sequences that are done. After 2 of 3 prompt tokens the sample
        is dropped; after the third it is the first completion.
        Lists of different length raise ValueError that names both lengths and change nothing.
        """
        raise NotImplementedError("write postprocess()")
