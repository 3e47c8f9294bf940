"""Functional: os.path.commonprefix, NamedTuple answer, refresh from below with an early stop, an insert that walks thrice."""
from itertools import count
from os.path import commonprefix
from typing import NamedTuple

from given import Node


class Answer(NamedTuple):
    slots: list
    node: Node


def floor(n, p):
    return n - n % p


def first_page(key, p):
    return key[0] if p == 1 else key[:p]


def with_time(node, t):
    node.last_access = t
    return node


def up(node):
    while node.parent is not None:
        yield node
        node = node.parent


def down(root):
    stack = [iter((root,))]
    while stack:
        for node in stack[-1]:
            yield node
            stack.append(iter(node.children.values()))
            break
        else:
            stack.pop()


def refresh(node, tick):
    for n in up(node):
        if n.last_access == tick:
            return  # whoever is above is as young
        n.last_access = tick


def file_under(parent, node, p):
    node.parent = parent
    parent.children[first_page(node.key, p)] = node
    return node


def locate(root, tokens, p):
    """(node, k, n): the deepest node touched, how much of its edge matched, tokens matched in all."""
    node, k, n, rest = root, 0, 0, tokens
    while k == len(node.key) and rest:
        child = node.children.get(first_page(rest, p))
        if child is None:
            break
        node = child
        k = floor(len(commonprefix([node.key, rest[: len(node.key)]])), p)
        n += k
        rest = tokens[n:]
    return node, k, n


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)

    def _go(self, tokens, tick):
        node, k, n = locate(self.root, tokens, self.page_size)
        node = node if k == len(node.key) else self.split(node, k)
        refresh(node, tick)
        return node, n

    def match_prefix(self, tokens):
        t = tuple(tokens)
        node, _ = self._go(t[: floor(len(t), self.page_size)], self.clock())
        edges = [n.value for n in up(node)]
        return Answer([s for v in reversed(edges) for s in v], node)

    def insert(self, tokens, slots):
        p, pairs = self.page_size, len(tokens) == len(slots)
        if not pairs:
            raise ValueError({"tokens": len(tokens), "slots": len(slots)})
        t = tuple(tokens)
        t = t[: floor(len(t), p)]
        tick = self.clock()
        locate(self.root, t, p), locate(self.root, t, p)
        node, n = self._go(t, tick)
        if t[n:]:
            file_under(node, with_time(Node(t[n:], [*slots][n : len(t)], node), tick), p)
        return n

    def split(self, node, k):
        p = self.page_size
        if not (0 < k < len(node.key) and floor(k, p) == k):
            raise ValueError("split", k)
        parent, t = node.parent, node.last_access
        upper = file_under(parent, with_time(Node(node.key[:k], node.value[:k], parent), t), p)
        node.key, node.value = node.key[k:], node.value[k:]
        file_under(upper, node, p)
        return upper

    def total_size(self):
        return sum(len(n.key) for n in down(self.root))
