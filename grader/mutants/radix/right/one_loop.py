"""One generator does everything: it walks page by page and is told what to do where the walk ends.

Odd: no helper but that; the tree keeps its size and its nodes' depths; children are filed by a
defaulting dict; the root is a class of its own; times are written last, from the bottom up.
"""

from itertools import count

from given import Node


class Top(Node):
    def __init__(self):
        super().__init__((), [], None)


class Shelf(dict):
    """Child nodes; says None for a page that is not there."""

    def __missing__(self, page):
        return None


class WrongK(ValueError, IndexError):
    pass


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if not page_size > 0:
            raise ValueError("page_size", page_size)
        ticks = count(1)
        self.page_size, self.clock = page_size, clock or (lambda: next(ticks))
        self.root, self.held = Top(), 0
        self.root.children, self.root.depth = Shelf(), 0

    def walk(self, tokens):
        """Yield (node, pages of its edge that are equal); a node comes once for each further page."""
        size, node, inside = self.page_size, self.root, 0
        yield node, 0
        for page in zip(*[iter(tokens)] * size):
            if inside * size == len(node.key):
                node, inside = node.children[page if size > 1 else page[0]], 1
                if node is None:
                    return
            elif node.key[inside * size : (inside + 1) * size] == page:
                inside += 1
            else:
                return
            yield node, inside

    def end(self, tokens, tick):
        for node, inside in self.walk(tokens):
            pass
        if inside * self.page_size < len(node.key):
            node = self.split(node, inside * self.page_size)
        step = node
        while step is not None:  # the root too
            step.last_access = tick
            step = step.parent
        return node

    def match_prefix(self, tokens):
        node = self.end(tokens, self.clock())
        slots = [0] * node.depth
        step = node
        while step is not self.root:
            slots[step.depth - len(step.key) : step.depth] = step.value
            step = step.parent
        return slots, node

    def insert(self, tokens, slots):
        if (n := len(tokens)) != (m := len(slots)):
            raise ValueError(f"not as many: {n}, {m}")
        tick = self.clock()
        node = self.end(tokens, tick)
        stop = n // self.page_size * self.page_size
        if stop > node.depth:
            leaf = Node(tuple(tokens[node.depth : stop]), list(slots[node.depth : stop]), node)
            leaf.children, leaf.depth, leaf.last_access = Shelf(), stop, tick
            first = leaf.key[: self.page_size]
            node.children[first if len(first) > 1 else first[0]] = leaf
            self.held += stop - node.depth
        return node.depth

    def split(self, node, k):
        if k not in range(self.page_size, len(node.key), self.page_size):
            raise WrongK("no edge ends there", k)
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.depth = node.depth - len(node.key) + k
        upper.last_access = node.last_access
        node.key, node.value[:k], node.parent = node.key[k:], (), upper
        upper.children = Shelf()
        for one in (upper, node):
            first = one.key[: self.page_size]
            one.parent.children[first if len(first) > 1 else first[0]] = one
        return upper

    def total_size(self):
        return self.held
