"""The lower half is the new object where no caller holds the node, and the old one where one does.

Handed-out nodes carry a mark. Also: the tick is asked first, before lengths are compared.
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

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        now, node, depth = self.clock(), self.root, 0
        query = tuple(tokens)[: len(tokens) // self.page_size * self.page_size]
        while True:
            child = self._child(node, query, depth)
            if child is None:
                break
            common = self._common(child.key, query[depth:])
            if common < len(child.key):
                child = self._cut(child, common)
            child.last_access = now
            node, depth = child, depth + common
        node.held = True
        found = []
        above = node
        while above.parent is not None:
            found.append(above.value)
            above = above.parent
        return [slot for value in reversed(found) for slot in value], node

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        now = self.clock()
        if len(tokens) != len(slots):
            raise ValueError(f"tokens: {len(tokens)}, slots: {len(slots)}")
        whole = len(tokens) // self.page_size * self.page_size
        clock, self.clock = self.clock, lambda: now
        known, node = self.match_prefix(tokens)
        self.clock = clock
        if len(known) < whole:
            leaf = Node(tuple(tokens[len(known) : whole]), [*slots[len(known) : whole]], node)
            leaf.last_access = now
            node.children[self._name(leaf.key)] = leaf
        return len(known)

    def split(self, node: Node, k: int) -> Node:
        if k not in range(self.page_size, len(node.key), self.page_size):
            raise ValueError(f"no cut at {k}")
        node.held = True  # the caller has it
        upper = self._cut(node, k)
        upper.held = True
        return upper

    def total_size(self) -> int:
        sizes, level = 0, [self.root]
        while level:
            sizes += sum(len(node.value) for node in level)
            level = [child for node in level for child in node.children.values()]
        return sizes

    def _cut(self, node: Node, k: int) -> Node:
        key, value, parent = node.key, node.value, node.parent
        assert parent is not None
        if getattr(node, "held", False):
            upper, lower = Node(key[:k], value[:k], parent), node
            upper.last_access = node.last_access
        else:
            upper, lower = node, Node(key[k:], value[k:], node)
            lower.last_access = node.last_access
            lower.children = node.children
            for child in lower.children.values():
                child.parent = lower
        upper.key, upper.value = key[:k], value[:k]
        lower.key, lower.value, lower.parent = key[k:], value[k:], upper
        upper.children = {self._name(lower.key): lower}
        parent.children[self._name(upper.key)] = upper
        return upper

    def _child(self, node: Node, query: tuple[int, ...], depth: int) -> Node | None:
        page = query[depth : depth + self.page_size]
        return node.children.get(self._name(page)) if page else None

    def _name(self, key: tuple[int, ...]) -> object:
        return key[0] if self.page_size == 1 else key[: self.page_size]

    def _common(self, key: tuple[int, ...], query: tuple[int, ...]) -> int:
        """Compare page by page, as slices."""
        k = 0
        while k < len(key) and key[k : k + self.page_size] == query[k : k + self.page_size]:
            k += self.page_size
        return k
