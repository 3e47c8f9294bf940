"""Compares slices of doubling length, then halves; the lower half of a split is refreshed throughout.

The child is stamped before it is cut, so both halves take the tick: the other rule on recency.
Helper functions at module level, nothing shared between match and insert but these.
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
        tick = self.clock()
        path = follow(self, list(tokens), tick)
        return [slot for node in path for slot in node.value], path[-1]

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        if len(slots) != len(tokens):
            raise ValueError(f"{len(slots)} slots for {len(tokens)} tokens")
        tick = self.clock()
        path = follow(self, list(tokens), tick)
        known = sum(len(node.key) for node in path)
        rest = whole(self, len(tokens))
        if known == rest:
            return known
        leaf = Node(tuple(tokens[known:rest]), list(slots)[known:rest], path[-1])
        leaf.last_access = tick
        path[-1].children[name(self, leaf.key)] = leaf
        return known

    def split(self, node: Node, k: int) -> Node:
        if k <= 0 or k >= len(node.key) or k % self.page_size != 0:
            raise ValueError(f"k is {k}, the edge has {len(node.key)} tokens")
        above = node.parent
        upper = Node(node.key[:k], node.value[:k], above)
        upper.last_access = node.last_access
        above.children.update({name(self, upper.key): upper})
        node.parent = upper
        del node.value[:k]
        node.key = node.key[k:]
        upper.children.setdefault(name(self, node.key), node)
        return upper

    def total_size(self) -> int:
        total = 0
        stack = list(self.root.children.values())
        for node in stack:
            total += len(node.key)
            stack.extend(node.children.values())
        return total


def whole(tree: RadixTree, length: int) -> int:
    return length // tree.page_size * tree.page_size


def name(tree: RadixTree, key: Sequence[int]) -> object:
    return key[0] if tree.page_size == 1 else tuple(key[: tree.page_size])


def follow(tree: RadixTree, tokens: list[int], tick: int) -> list[Node]:
    path, at, end = [tree.root], 0, whole(tree, len(tokens))
    while at < end:
        child = path[-1].children.get(name(tree, tokens[at : at + tree.page_size]))
        if child is None:
            break
        child.last_access = tick
        common = whole(tree, alike(child.key, tokens, at))
        if common < len(child.key):
            path.append(tree.split(child, common))
            break
        path.append(child)
        at += common
    return path


def alike(key: tuple[int, ...], tokens: list[int], at: int) -> int:
    """Return how many tokens of `key` stand in `tokens` at `at`."""
    low, size = 0, 1
    while low < len(key) and same(key, tokens, at, low, low + size):
        low = min(len(key), low + size)
        size *= 2
    high = min(len(key), low + size)
    while low < high:
        middle = (low + high + 1) // 2
        if same(key, tokens, at, low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def same(key: tuple[int, ...], tokens: list[int], at: int, low: int, high: int) -> bool:
    return list(key[low:high]) == tokens[at + low : at + min(high, len(key))]
