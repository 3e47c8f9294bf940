"""What you are handed: a request that is being generated, and the hash of a block.

Read it, import it, leave it as it is.
"""

import hashlib
from collections.abc import Sequence as Tokens
from enum import Enum, auto


class Status(Enum):
    """Where a sequence is in its life."""

    WAITING = auto()
    RUNNING = auto()
    FINISHED = auto()


class Sequence:
    """One request: its tokens (prompt, then what was generated) and its share of the KV cache.

    The block manager fills `block_table` and sets `num_cached_tokens` in `allocate` and
    `deallocate`; everything else belongs to the engine. No two requests have the same `name`.
    """

    def __init__(
        self, name: str, token_ids: Tokens[int], max_tokens: int = 1, ignore_eos: bool = True
    ) -> None:
        self.name = name
        self.token_ids: list[int] = list(token_ids)
        self.max_tokens = max_tokens
        self.ignore_eos = ignore_eos
        self.num_prompt_tokens = len(self.token_ids)
        self.num_cached_tokens = 0  # tokens whose KV exists
        self.num_scheduled_tokens = 0  # tokens that the current step computes
        self.block_table: list[int] = []  # entry i: the block that holds the i-th block of tokens
        self.status = Status.WAITING
        self.is_prefill = True

    def __len__(self) -> int:
        return len(self.token_ids)

    def __repr__(self) -> str:
        return f"Sequence({self.name!r}, {self.token_ids})"

    @property
    def num_tokens(self) -> int:
        """Return how many tokens there are, prompt and completion: 3 + 2 make 5."""
        return len(self.token_ids)

    @property
    def num_completion_tokens(self) -> int:
        """Return how many tokens were generated so far."""
        return len(self.token_ids) - self.num_prompt_tokens

    def append_token(self, token_id: int) -> None:
        """Append one generated token."""
        self.token_ids.append(token_id)


def chain_hash(parent: int | None, tokens: Tokens[int]) -> int:
    """Return a 64-bit hash of one full block: of its tokens and of all blocks before it.

    `parent` is the hash of the block before, None for the first block of a sequence. As the parent
    was made of its own parent, equal hashes mean equal prefixes, not just equal blocks:
    chain_hash(None, (1, 1)) differs from chain_hash(chain_hash(None, (1, 1)), (1, 1)).
    """
    text = str((parent, *tokens)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
