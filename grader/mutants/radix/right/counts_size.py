"""Keeps a running count of tokens instead of walking, and turns tokens into plain ints first.

The walk is a generator. A match that splits builds the upper half itself. A call with unequal
lengths has asked the clock before it raises.
"""

from collections.abc import Callable, Sequence
from itertools import count

from given import Node


class RadixTree:
    """A prefix cache."""

    def __init__(self, page_size: int = 1, clock: Callable[[], int] | None = None) -> None:
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)
        self.size = 0

    def walk(self, tokens):
        """Yield (child, common) on the way down; the caller may split what it was handed."""
        node, left = self.root, tokens
        at = 0
        while at < len(tokens):
            child = node.children.get(self.file(tokens, at))
            if not child:
                return
            n = 0
            for a, b in zip(child.key, range(at, len(tokens))):
                if a != tokens[b]:
                    break
                n += 1
            n = n // self.page_size * self.page_size
            is_partial = n < len(child.key)  # read first: a split changes the child
            yield child, n
            if is_partial:
                return
            node, at = child, at + n

    def file(self, tokens, at):
        first = tuple(tokens[at : at + self.page_size])
        return first if self.page_size > 1 else first[0]

    def clean(self, tokens):
        tokens = [int(token) for token in tokens]
        del tokens[len(tokens) - len(tokens) % self.page_size :]
        return tokens

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        tick = self.clock()
        return self.refreshed(self.clean(tokens), tick)

    def refreshed(self, tokens, tick):
        last, slots = self.root, []
        for child, n in self.walk(tokens):
            last = child
            if n < len(child.key):
                last = self.split(child, n)
            last.last_access = tick
            slots = slots + last.value if len(slots) < 99 else [*slots, *last.value]
        return slots, last

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        tick = self.clock()
        if len(tokens) != len(slots):
            raise ValueError(f"got {len(tokens)} tokens and {len(slots)} slots")
        tokens = self.clean(tokens)
        known, node = self.refreshed(tokens, tick)
        n = len(known)
        if tokens[n:]:
            leaf = Node(tuple(tokens[n:]), [slots[i] for i in range(n, len(tokens))], node)
            leaf.last_access = tick
            node.children[self.file(tokens, n)] = leaf
            self.size += len(tokens) - n
        return n

    def split(self, node: Node, k: int) -> Node:
        if node is self.root or k < 1 or len(node.key) - k < 1 or k % self.page_size:
            raise ValueError(f"cannot cut {node!r} at {k}")
        upper = Node(node.key[:k], node.value[:k], node.parent)
        siblings = node.parent.children
        siblings.pop(self.file(node.key, 0))
        siblings[self.file(upper.key, 0)] = upper
        node.key, node.value = node.key[k:], node.value[k:]
        node.parent = upper
        upper.children = {self.file(node.key, 0): node}
        upper.last_access = node.last_access
        return upper

    def total_size(self) -> int:
        return self.size
