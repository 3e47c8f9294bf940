"""Refreshes the lower half of a split too, in match and insert alike, but not in a direct split.

Stamps at the end: everything on the way that was looked at. Each page is a step of the walk, and
the position inside an edge is kept instead of a common length.
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

    def _descend(self, tokens):
        """Return the last node, how far into its edge the tokens reach, and all nodes seen."""
        p, node, inside, seen = self.page_size, self.root, 0, []
        for i in range(0, len(tokens) - p + 1, p):
            page = tuple(tokens[i : i + p])
            if inside == len(node.key):
                child = node.children.get(page if p > 1 else page[0])
                if child is None:
                    break
                node, inside = child, p
                seen.append(node)
            elif node.key[inside : inside + p] == page:
                inside += p
            else:
                break
        return node, inside, seen

    def _reach(self, tokens, now):
        node, inside, seen = self._descend(tokens)
        for one in seen:
            one.last_access = now
        return self.split(node, inside) if inside < len(node.key) else node

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        node = last = self._reach(tokens, self.clock())
        backwards: list[int] = []
        while node.parent is not None:
            backwards += node.value[::-1]
            node = node.parent
        return backwards[::-1], last

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        a, b = len(tokens), len(slots)
        if a != b:
            raise ValueError(f"{a} != {b}")
        now = self.clock()
        node = top = self._reach(tokens, now)
        known = 0
        while top.parent is not None:
            known += len(top.key)
            top = top.parent
        end = a - a % self.page_size
        if known != end:
            key = tuple(tokens[known:end])
            leaf = Node(key, list(slots[known:end]), node)
            leaf.last_access = now
            node.children[key[0] if self.page_size == 1 else key[: self.page_size]] = leaf
        return known

    def split(self, node: Node, k: int) -> Node:
        p = self.page_size
        if k % p or k < p or k > len(node.key) - p:
            raise ValueError(f"split at {k} of {len(node.key)} in pages of {p}")
        head, tail = node.key[:k], node.key[k:]
        upper = Node(head, node.value[:k], node.parent)
        upper.last_access = node.last_access
        upper.parent.children[head[0] if p == 1 else head[:p]] = upper
        node.key, node.value, node.parent = tail, node.value[k:], upper
        upper.children[tail[0] if p == 1 else tail[:p]] = node
        return upper

    def total_size(self) -> int:
        todo, total = [self.root], 0
        while todo:
            node = todo.pop()
            todo.extend(node.children.values())
            total += len(node.value)
        return total
