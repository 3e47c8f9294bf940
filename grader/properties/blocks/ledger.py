"""The pool as the rules say it is, without the reference and kept in another way.

It keeps a log of registrations, and derives free list, reference counts and map from it each time.
Left out: what an operation changes (`operations.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from grader.properties.blocks.shapes import Number, Scenario, State


@dataclass(frozen=True)
class Entry:
    """One registration: at this time, this block was full of the last tokens of this prefix."""

    time: int
    key: object
    prefix: tuple[int, ...]
    block: int


class Ledger:
    """Who holds what, and a log of all that was registered.

    Free is what no table holds, in the order in which it was freed; an entry of the map is the
    newest registration of a hash, unless its block was taken since.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.blocks, self.size, self.hash = scenario["blocks"], scenario["size"], scenario["hash"]
        self.tokens = {one["name"]: list(one["tokens"]) for one in scenario["prompts"]}
        self.tables: dict[str, list[int]] = {name: [] for name in self.tokens}
        self.cached = dict.fromkeys(self.tokens, 0)
        self.blocked: set[str] = set()  # appended a token for which no block was free
        self.log: list[Entry] = []  # oldest first
        self.newest: dict[object, Entry] = {}  # by hash
        self.time = 0
        self.freed_at = [block - self.blocks for block in range(self.blocks)]
        self.taken_at = [-1] * self.blocks
        self.parted = False  # two right readings of R3 gave different hits somewhere

    @property
    def refs(self) -> list[int]:
        """Return in how many tables each block is."""
        held = [block for table in self.tables.values() for block in table]
        return [held.count(block) for block in range(self.blocks)]

    @property
    def free(self) -> list[int]:
        """Return the blocks that no table holds, longest free first."""
        idle = set(range(self.blocks)).difference(*self.tables.values())
        return sorted(idle, key=self.freed_at.__getitem__)

    def key(self, prefix: tuple[int, ...]) -> object:
        """Return the hash of the last block of a prefix; the prefix itself stands for a default."""
        if self.hash == "exact":
            return _number(1, prefix)
        if self.hash == "sum":
            return sum(prefix) % 3
        if self.hash == "zero":
            rest = prefix[self.size :]
            return _number(2, rest) if rest else 0
        return 0 if self.hash == "same" else prefix

    def entry(self, key: object) -> Entry | None:
        """Return the registration that a hash stands for now."""
        one = self.newest.get(key)
        return one if one is not None and self.alive(one) else None

    def register(self, entry: Entry) -> None:
        """Add to the log."""
        self.log.append(entry)
        self.newest[entry.key] = entry

    def alive(self, entry: Entry) -> bool:
        """Return whether the block still holds what was registered."""
        return self.taken_at[entry.block] < entry.time

    def count(self, name: str) -> int:
        """Return how many blocks all tokens of a sequence need: 5 tokens in blocks of 4 need 2."""
        return -(-len(self.tokens[name]) // self.size)

    def prefix(self, name: str, i: int) -> tuple[int, ...]:
        """Return the tokens of blocks 0 to i."""
        return tuple(self.tokens[name][: (i + 1) * self.size])

    def hits(self, name: str) -> list[int]:
        """Return the blocks that hold the leading blocks of a sequence, never its last one."""
        found: list[int] = []
        for i in range(self.count(name) - 1):
            prefix = self.prefix(name, i)
            one = self.entry(self.key(prefix))
            if one is None or one.prefix != prefix:
                # Subtle: here a program that compares only the block's own tokens sees a hit.
                self.parted |= one is not None and one.prefix[-self.size :] == prefix[-self.size :]
                break
            found.append(one.block)
        return found

    def has_room(self, name: str, hits: Sequence[int]) -> bool:
        """Return whether the free list can give what a sequence needs beside its hits."""
        free = self.free
        return self.count(name) - sum(1 for block in hits if block not in free) <= len(free)

    def state(self) -> State:
        """Return what must be public now."""
        pairs = [
            [one.key if isinstance(one.key, int) else 0, one.block]
            for one in self.newest.values()
            if self.alive(one)
        ]
        return {
            "free": list(self.free),
            "refs": list(self.refs),
            "map": cast(list[list[Number]], sorted(pairs)),
            "tables": {name: list(table) for name, table in self.tables.items()},
            "cached": dict(self.cached),
            "altered": [],
        }


def _number(first: int, tokens: Sequence[int]) -> int:
    """Return a number with six digits for each token."""
    return int(str(first) + "".join(f"{token:06}" for token in tokens))
