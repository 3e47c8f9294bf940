"""Hands hash_fn a window on the tokens that copies nothing; the map is a list of pairs.

Odd: what a block holds is an object of a class for known and one for unknown; own default hash.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from collections.abc import Sequence as AbstractSequence
from typing import Any

from given import Sequence


class NoRoom(ValueError):
    pass


class BadCount(ValueError):
    pass


class Window(AbstractSequence):
    """A view of tokens lo ... hi-1 of a list; copies nothing."""

    __slots__ = ("base", "lo", "hi")

    def __init__(self, base, lo: int, hi: int) -> None:
        self.base, self.lo, self.hi = base, lo, hi

    def __len__(self) -> int:
        return self.hi - self.lo

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self.base[self.lo + i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.base[self.lo + index % len(self)]

    def __iter__(self) -> Iterator[int]:
        return (self.base[i] for i in range(self.lo, self.hi))


def crc_hash(parent: int | None, tokens: AbstractSequence[int]) -> int:
    """Default: two crc32 glued together; not negative, may collide like any hash."""
    text = repr((parent, list(tokens))).encode()
    return zlib.crc32(text) << 32 | zlib.crc32(text[::-1], 77)


class Content:
    """What a block holds."""

    def is_prefix(self, tokens: list[int], end: int) -> bool:
        raise NotImplementedError

    def forget(self, index: "Index", me: int) -> None:
        raise NotImplementedError


class Unknown(Content):
    def is_prefix(self, tokens, end):
        return False

    def forget(self, index, me):
        pass


class Known(Content):
    def __init__(self, key: int, prefix: list[int]) -> None:
        self.key, self.prefix = key, prefix

    def is_prefix(self, tokens, end):
        return self.prefix == tokens[:end]

    def forget(self, index, me):
        index.drop(self.key, me)


class Index:
    def __init__(self) -> None:
        self.pairs: list[tuple[int, int]] = []  # an association list

    def get(self, key: int) -> int | None:
        for k, v in self.pairs:
            if k == key:
                return v
        return None

    def put(self, key: int, value: int) -> None:
        self.pairs = [(k, v) for k, v in self.pairs if k != key] + [(key, value)]

    def drop(self, key: int, value: int) -> None:
        self.pairs = [p for p in self.pairs if p != (key, value)]


class Slot:
    __slots__ = ("id", "content", "readers")

    def __init__(self, id_: int) -> None:
        self.id, self.content, self.readers = id_, Unknown(), 0


class BlockManager:
    __slots__ = ("_size", "_fn", "_slots", "_free", "_index")

    free_block_ids: deque[int]
    ref_count: list[int]
    hash_to_block_id: dict[int, int]

    def __init__(
        self,
        num_blocks: int,
        block_size: int,
        hash_fn: Callable[[int | None, tuple[int, ...]], int] = crc_hash,
    ) -> None:
        for name in ("num_blocks", "block_size"):
            if locals()[name] < 1:
                raise BadCount(name, locals()[name])
        self._size, self._fn = block_size, hash_fn
        self._slots = [Slot(i) for i in range(num_blocks)]
        self._free: OrderedDict[int, Slot] = OrderedDict((s.id, s) for s in self._slots)
        self._index = Index()

    def __getattr__(self, name: str) -> Any:
        match name:
            case "free_block_ids":
                return deque(self._free)
            case "ref_count":
                return [slot.readers for slot in self._slots]
            case "hash_to_block_id":
                return OrderedDict(self._index.pairs)
        raise AttributeError(name)

    def _chain(self, seq: Sequence, count: int) -> list[int]:
        chain: list[int] = []
        for i in range(count):
            window = Window(seq.token_ids, i * self._size, (i + 1) * self._size)
            chain.append(self._fn(chain[-1] if chain else None, window))
        return chain

    def _found(self, seq: Sequence) -> list[Slot]:
        found: list[Slot] = []
        for i, key in enumerate(self._chain(seq, max(0, self._need(seq) - 1))):
            at = self._index.get(key)
            if at is None:
                return found
            slot = self._slots[at]
            if not slot.content.is_prefix(seq.token_ids, (i + 1) * self._size):
                return found
            found.append(slot)
        return found

    def _need(self, seq: Sequence) -> int:
        whole, rest = divmod(len(seq.token_ids), self._size)
        return whole + bool(rest)

    def _fits(self, seq: Sequence, hits: list[Slot]) -> bool:
        remaining = set(self._free) - {slot.id for slot in hits}
        return self._need(seq) - len(hits) <= len(remaining)

    def can_allocate(self, seq: Sequence) -> int:
        hits = self._found(seq)
        return len(hits) if self._fits(seq, hits) else -1

    def allocate(self, seq: Sequence, num_cached_blocks: int) -> None:
        if len(seq.block_table):
            raise BadCount("holds blocks", num_cached_blocks)
        found = self._found(seq)
        if num_cached_blocks not in range(len(found) + 1):
            raise BadCount("hits", num_cached_blocks)
        hits = found[:num_cached_blocks]
        if not self._fits(seq, hits):
            raise NoRoom("hits", num_cached_blocks)
        for slot in hits:
            self._free.pop(slot.id, None)
            slot.readers += 1
        fresh = [self._fresh() for _ in range(self._need(seq) - len(hits))]
        seq.block_table = [slot.id for slot in hits + fresh]
        seq.num_cached_tokens = self._size * len(hits)

    def _fresh(self) -> Slot:
        _, slot = self._free.popitem(last=False)
        slot.content.forget(self._index, slot.id)
        slot.content, slot.readers = Unknown(), 1
        return slot

    def deallocate(self, seq: Sequence) -> None:
        table, seq.block_table = seq.block_table, []
        while table:
            slot = self._slots[table.pop()]
            slot.readers -= 1
            if not slot.readers:
                self._free[slot.id] = slot
            seq.num_cached_tokens = 0

    def can_append(self, seq: Sequence) -> bool:
        return (len(seq) - 1) % self._size != 0 or bool(self._free)

    def may_append(self, seq: Sequence) -> None:
        if not self.can_append(seq):
            raise NoRoom("nothing free")
        if (len(seq) - 1) % self._size == 0:
            seq.block_table = [*seq.block_table, self._fresh().id]

    def hash_blocks(self, seq: Sequence) -> None:
        first = seq.num_cached_tokens // self._size
        stop = (seq.num_cached_tokens + seq.num_scheduled_tokens) // self._size
        if stop <= first:
            return
        for i, key in enumerate(self._chain(seq, stop)):
            if i < first:
                continue
            slot = self._slots[seq.block_table[i]]
            slot.content = Known(key, seq.token_ids[: (i + 1) * self._size])
            self._index.put(key, slot.id)
