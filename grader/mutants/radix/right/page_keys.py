"""Cuts the query into page tuples first, and keeps the names of pages on every node.

Match and insert share nothing. A subclass of Node, whose children are an OrderedDict.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import count

from given import Node


class Leaf(Node):
    """A node that knows its pages."""

    def __init__(self, key, value, parent, pages=(), tick=0):
        super().__init__(key, value, parent)
        self.children = OrderedDict()
        self.pages = list(pages)
        self.last_access = tick


class RadixTree:
    """A prefix cache."""

    def __init__(self, page_size: int = 1, clock: Callable[[], int] | None = None) -> None:
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Leaf((), [], None)

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        tick, names = self.clock(), self._names(tokens)
        node, done, slots = self.root, 0, []
        while done < len(names) and names[done] in node.children:
            child = node.children[names[done]]
            n = 1
            while n < len(child.pages) and done + n < len(names):
                if child.pages[n] != names[done + n]:
                    break
                n += 1
            if n != len(child.pages):
                child = self.split(child, n * self.page_size)
            child.last_access = max(child.last_access, tick)
            slots.extend(child.value)
            node, done = child, done + n
        return slots, node

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError("lengths differ: %d and %d" % (len(tokens), len(slots)))
        tick, names = self.clock(), self._names(tokens)
        node, done = self.root, 0
        while done < len(names):
            child = node.children.get(names[done])
            if child is None:
                start, end = done * self.page_size, len(names) * self.page_size
                key, value = tuple(tokens)[start:end], list(slots)[start:end]
                node.children[names[done]] = Leaf(key, value, node, names[done:], tick)
                break
            n = 0
            for mine, theirs in zip(names[done : done + len(child.pages)], child.pages):
                if mine != theirs:
                    break
                n += 1
            if n < len(child.pages):
                child = self.split(child, n * self.page_size)
            child.last_access = tick
            node, done = child, done + n
        return done * self.page_size

    def split(self, node: Node, k: int) -> Node:
        p = self.page_size
        if not (p <= k < len(node.key) and k % p == 0):
            raise ValueError(f"{k=}")
        upper = Leaf(node.key[:k], node.value[:k], node.parent, node.pages[: k // p])
        upper.last_access = node.last_access
        upper.parent.children[upper.pages[0]] = upper
        node.key, node.value, node.pages = node.key[k:], node.value[k:], node.pages[k // p :]
        node.parent, upper.children[node.pages[0]] = upper, node
        return upper

    def total_size(self) -> int:
        def nodes():
            todo = [self.root]
            while todo:
                yield (node := todo.pop())
                todo.extend(node.children.values())

        return sum(len(node.pages) * self.page_size for node in nodes())

    def _names(self, tokens: Sequence[int]) -> list:
        p = self.page_size
        if p == 1:
            return list(tokens)
        return [tuple(tokens[i : i + p]) for i in range(0, len(tokens) - p + 1, p)]
