"""Every sequence is kept and compared with the query; the tree is kept beside the list."""

from collections.abc import Callable, Hashable, Sequence
from itertools import count

from given import Node


class RadixTree:
    def __init__(self, page_size: int = 1, clock: Callable[[], int] | None = None) -> None:
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)
        self.known: list[tuple[int, ...]] = []

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        longest = max((self._common(one, tokens, 0) for one in self.known), default=0)
        return self._walk(tokens[:longest], self.clock())

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, but {len(slots)} slots")
        now = self.clock()
        longest = max((self._common(one, tokens, 0) for one in self.known), default=0)
        self.known.append(tuple(tokens))
        cached, node = self._walk(tokens, now)
        assert len(cached) == longest
        start, end = len(cached), self._whole_pages(len(tokens))
        if start < end:
            leaf = Node(tuple(tokens[start:end]), list(slots[start:end]), node)
            leaf.last_access = now
            node.children[self._page(leaf.key, 0)] = leaf
        return start

    def split(self, node: Node, k: int) -> Node:
        if not 0 < k < len(node.key) or k % self.page_size or node.parent is None:
            raise ValueError(f"cannot split {len(node.key)} tokens at {k}")
        # Subtle: the new object is the upper half, so `node` still stands for its whole prefix
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access = node.last_access
        node.parent.children[self._page(upper.key, 0)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self._page(node.key, 0)] = node
        return upper

    def total_size(self) -> int:
        total, todo = 0, [self.root]
        while todo:
            node = todo.pop()
            total += len(node.key)
            todo += node.children.values()
        return total

    def _walk(self, tokens: Sequence[int], now: int) -> tuple[list[int], Node]:
        slots: list[int] = []
        node, end = self.root, self._whole_pages(len(tokens))
        while len(slots) < end:
            child = node.children.get(self._page(tokens, len(slots)))
            if child is None:
                break
            common = self._common(child.key, tokens, len(slots))
            if common < len(child.key):
                child = self.split(child, common)  # below the cut nothing matches: the walk ends
            child.last_access = now
            slots += child.value
            node = child
        return slots, node

    def _common(self, key: tuple[int, ...], tokens: Sequence[int], start: int) -> int:
        most = min(len(key), len(tokens) - start)
        common = 0
        while common < most and key[common] == tokens[start + common]:
            common += 1
        return self._whole_pages(common)

    def _page(self, tokens: Sequence[int], start: int) -> Hashable:
        if self.page_size == 1:
            return tokens[start]
        return tuple(tokens[start : start + self.page_size])

    def _whole_pages(self, length: int) -> int:
        return length - length % self.page_size
