"""One immutable state that is replaced as a whole; counts are made from the tables when read.

Free choice: a default hash that numbers prefixes as they come, 0 for the first; lists for hash_fn.
"""

from collections import deque
from collections.abc import Callable
from functools import reduce
from itertools import chain, count
from typing import NamedTuple

from given import Sequence


def _interning() -> Callable[[int | None, list[int]], int]:
    numbers = count()
    known: dict[tuple, int] = {}

    def intern(parent, tokens):
        key = (parent, tuple(tokens))
        return known[key] if key in known else known.setdefault(key, next(numbers))

    return intern


class State(NamedTuple):
    free: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]  # all tables that are out
    known: frozenset[tuple[int, int]]  # (hash, block)
    held: tuple[tuple[int, ...], ...]  # per block its tokens; () when unknown


def readers(state: State, block: int) -> int:
    return sum(block in table for table in state.tables)


def without(items: tuple, one) -> tuple:
    at = items.index(one)
    return items[:at] + items[at + 1 :]


def put(items: tuple, at: int, value) -> tuple:
    return items[:at] + (value,) + items[at + 1 :]


def forget(state: State, block: int) -> State:
    return state._replace(
        known=frozenset(pair for pair in state.known if pair[1] != block),
        held=put(state.held, block, ()),
    )


def fresh(state: State, number: int) -> tuple[State, tuple[int, ...]]:
    new = state.free[:number]
    return reduce(forget, new, state._replace(free=state.free[number:])), new


def release(state: State, block: int) -> State:
    return state if readers(state, block) else state._replace(free=(*state.free, block))


def pieces(tokens: list[int], size: int) -> list[list[int]]:
    return [tokens[i : i + size] for i in range(0, len(tokens), size)]


class BlockManager:
    def __init__(
        self,
        num_blocks: int,
        block_size: int,
        hash_fn: Callable[[int | None, tuple[int, ...]], int] = _interning(),
    ) -> None:
        bad = [x for x in (num_blocks, block_size) if x < 1]
        if bad:
            raise ValueError(*bad)
        self.size = block_size
        self.hash_fn = hash_fn
        self.state = State(
            tuple(range(num_blocks)), (), frozenset(), tuple(() for _ in range(num_blocks))
        )

    free_block_ids = property(lambda self: deque(self.state.free))
    hash_to_block_id = property(lambda self: dict(self.state.known))
    ref_count = property(lambda self: [readers(self.state, b) for b in range(len(self.state.held))])

    def _hits(self, parts: list[list[int]]) -> tuple[int, ...]:
        key, hits = None, ()
        for part in parts[:-1]:
            key = self.hash_fn(key, part)
            hit = [b for h, b in self.state.known if h == key and list(self.state.held[b]) == part]
            if not hit:
                break
            hits += (hit[0],)
        return hits

    def _room(self, parts: list[list[int]], hits: tuple[int, ...]) -> bool:
        return len(parts) - len(hits) + sum(b in self.state.free for b in hits) <= len(
            self.state.free
        )

    def can_allocate(self, seq: Sequence) -> int:
        parts = pieces(seq.token_ids, self.size)
        hits = self._hits(parts)
        return len(hits) if self._room(parts, hits) else -1

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        parts = pieces(seq.token_ids, self.size)
        hits = self._hits(parts)
        if (
            seq.block_table
            or not 0 <= num_cached_blocks <= len(hits)
            or not self._room(parts, hits[:num_cached_blocks])
        ):
            raise ValueError(num_cached_blocks)
        hits = hits[:num_cached_blocks]
        state = self.state._replace(free=tuple(b for b in self.state.free if b not in hits))
        state, new = fresh(state, len(parts) - len(hits))
        table = hits + new
        self.state = state._replace(tables=(*state.tables, table))
        seq.block_table = list(table)
        seq.num_cached_tokens = len(hits) * self.size

    def deallocate(self, seq: Sequence) -> None:
        if table := tuple(seq.block_table):
            state = self.state._replace(tables=without(self.state.tables, table))
            self.state = reduce(release, table[::-1], state)
            seq.block_table = []
            seq.num_cached_tokens = 0

    def can_append(self, seq: Sequence) -> bool:
        return any(chain([(len(seq) - 1) % self.size], (True for _ in self.state.free)))

    def may_append(self, seq: Sequence) -> None:
        if (len(seq) - 1) % self.size:
            return
        if not self.state.free:
            raise ValueError("no block is free")
        old = tuple(seq.block_table)
        state, new = fresh(self.state, 1)
        self.state = state._replace(tables=(*without(state.tables, old), old + new))
        seq.block_table = [*old, *new]

    def _register(self, state: State, key: int, block: int, part: list[int]) -> State:
        return state._replace(
            known=frozenset(p for p in state.known if p[0] != key) | {(key, block)},
            held=put(state.held, block, tuple(part)),
        )

    def hash_blocks(self, seq: Sequence) -> None:
        done = seq.num_cached_tokens
        parts = pieces(seq.token_ids, self.size)
        key = None
        for i in range((done + seq.num_scheduled_tokens) // self.size):
            key = self.hash_fn(key, parts[i])
            if i >= done // self.size:
                self.state = self._register(self.state, key, seq.block_table[i], parts[i])
