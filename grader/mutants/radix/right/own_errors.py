"""Raises a ValueError of its own, allows deep recursion, and recurses; names pages by its own types.

A recursive walk works as long as the limit on nested calls is raised; that is no fault of R6.
Children are filed under a subclass of tuple, and an insert answers one of int.
"""

import sys
from collections.abc import Callable, Sequence
from itertools import count

from given import Node


sys.setrecursionlimit(100_000)


class BadCall(ValueError):
    """What a caller did wrong."""


class Page(tuple):
    """The first page of a key."""


class Count(int):
    """A number of tokens."""


class RadixTree:
    """A prefix cache."""

    def __init__(self, page_size: int = 1, clock: Callable[[], int] | None = None) -> None:
        if page_size < 1:
            raise BadCall("page_size", page_size)
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        slots: list[int] = []
        return slots, self._down(self.root, tokens, 0, self.clock(), slots)

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        if len(tokens) != len(slots):
            raise BadCall("lengths", len(tokens), len(slots))
        now, known = self.clock(), []
        node = self._down(self.root, tokens, 0, now, known)
        n, end = len(known), len(tokens) // self.page_size * self.page_size
        if n < end:
            leaf = Node(tuple(tokens[n:end]), [int(slot) for slot in slots[n:end]], node)
            leaf.last_access = now
            node.children[self._name(leaf.key, 0)] = leaf
        return Count(n)

    def split(self, node: Node, k: int) -> Node:
        if not 0 < k < len(node.key) or k % self.page_size:
            raise BadCall("k", k)
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access = node.last_access
        upper.parent.children[self._name(upper.key, 0)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self._name(node.key, 0)] = node
        return upper

    def total_size(self) -> int:
        return self._size(self.root)

    def _size(self, node: Node) -> int:
        return len(node.key) + sum(map(self._size, node.children.values()))

    def _name(self, tokens: Sequence[int], at: int) -> object:
        return tokens[at] if self.page_size == 1 else Page(tokens[at : at + self.page_size])

    def _down(self, node: Node, tokens: Sequence[int], at: int, now: int, slots: list[int]) -> Node:
        if len(tokens) - at < self.page_size:
            return node
        child = node.children.get(self._name(tokens, at))
        if child is None:
            return node
        n = 0
        while n < len(child.key) and at + n < len(tokens) and child.key[n] == tokens[at + n]:
            n += 1
        n -= n % self.page_size
        if n < len(child.key):
            child = self.split(child, n)
            child.last_access = now
            slots += child.value
            return child
        child.last_access = now
        slots += child.value
        return self._down(child, tokens, at + n, now, slots)
