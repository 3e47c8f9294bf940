"""What a scheduler is handed: sequences, and a block manager without prefix caching.

Left out: the model, which reads and writes KV through each sequence's `block_table`.
"""

from collections import deque
from enum import Enum


class Status(Enum):
    """Where a sequence is in its life."""

    WAITING = "waiting"  # not all of its KV exists: new, mid-chunk or preempted
    RUNNING = "running"  # all prefilled, or about to be by the step just scheduled
    FINISHED = "finished"


class Sequence:
    """One request: its tokens so far and what the scheduler notes about them.

    Names are unique within a scheduler; two sequences are equal only if they are the same object.
    """

    def __init__(
        self, name: str, token_ids: list[int], max_tokens: int, ignore_eos: bool = True
    ) -> None:
        self.name = name
        self.token_ids = list(token_ids)  # prompt, then completions
        self.max_tokens = max_tokens  # completions after which it ends
        self.ignore_eos = ignore_eos
        self.num_prompt_tokens = len(token_ids)
        self.num_cached_tokens = 0  # tokens whose KV exists
        self.num_scheduled_tokens = 0  # tokens that the current step computes
        self.block_table: list[int] = []  # block i holds tokens i * block_size and on
        self.status = Status.WAITING
        self.is_prefill = True  # yours to use or to leave alone

    def __len__(self) -> int:
        """Return the number of tokens: prompt and completions."""
        return len(self.token_ids)

    def __repr__(self) -> str:
        """Return a short text for your own prints: A(6 tokens, 4 cached, WAITING)."""
        tokens = f"{len(self)} tokens, {self.num_cached_tokens} cached"
        return f"{self.name}({tokens}, {self.status.name})"

    @property
    def num_tokens(self) -> int:
        """Return the number of tokens: prompt and completions."""
        return len(self.token_ids)

    @property
    def num_completion_tokens(self) -> int:
        """Return how many tokens were generated so far."""
        return len(self.token_ids) - self.num_prompt_tokens

    def append_token(self, token_id: int) -> None:
        """Add one generated token."""
        self.token_ids.append(token_id)


class BlockManager:
    """Hands out KV blocks, and never shares one between sequences."""

    def __init__(self, num_blocks: int, block_size: int) -> None:
        self.num_blocks = num_blocks
        self.block_size = block_size
        self.free_block_ids = deque(range(num_blocks))

    def can_allocate(self, seq: Sequence) -> int:
        """Return -1 if the free blocks cannot hold all tokens of `seq`, else 0.

        Success is the number of leading blocks whose KV is cached already; here always 0.
        5 tokens in blocks of 4 need 2 free blocks.
        """
        needed = -(-len(seq) // self.block_size)
        return 0 if needed <= len(self.free_block_ids) else -1

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        """Take blocks for all tokens of `seq`, which must hold none yet.

        `num_cached_blocks` is what `can_allocate` returned.
        Sets `num_cached_tokens` to the tokens in those blocks.
        """
        if seq.block_table:
            raise ValueError(f"{seq.name} already holds {len(seq.block_table)} blocks")
        needed = -(-len(seq) // self.block_size)
        seq.num_cached_tokens = num_cached_blocks * self.block_size
        seq.block_table.extend(self.free_block_ids.popleft() for _ in range(needed))

    def deallocate(self, seq: Sequence) -> None:
        """Give all blocks of `seq` back; it then holds none and `num_cached_tokens` is 0."""
        self.free_block_ids.extend(reversed(seq.block_table))
        seq.block_table.clear()
        seq.num_cached_tokens = 0

    def can_append(self, seq: Sequence) -> bool:
        """Return whether the last token of `seq` has a place, or a free block can give it one."""
        return not self._needs_block(seq) or len(self.free_block_ids) > 0

    def may_append(self, seq: Sequence) -> None:
        """Take a block for the last token of `seq` if it is the first in its block.

        Call it once, before the decode that stores this token's KV; the token is in `seq` already.
        With blocks of 4, the decode of a sequence of 5 tokens takes a block, that of 6 does not.
        """
        if self._needs_block(seq):
            seq.block_table.append(self.free_block_ids.popleft())

    def hash_blocks(self, seq: Sequence) -> None:
        """Register the blocks that this step fills, for others to share; here nothing."""

    def _needs_block(self, seq: Sequence) -> bool:
        return (len(seq) - 1) % self.block_size == 0
