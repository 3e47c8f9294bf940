"""Edges are windows on shared buffers; key, value and parent are properties; a walk is a generator of events."""
import weakref
from collections import OrderedDict
from itertools import count

from given import Node


class Window(Node):
    def __init__(self, tokens, slots, lo, hi, parent, tick):
        self.tokens, self.slots, self.lo, self.hi = tokens, slots, lo, hi
        self._up = None
        self.parent = parent
        self.children = OrderedDict()
        self.last_access = tick

    @property
    def key(self):
        return self.tokens[self.lo : self.hi]

    @property
    def value(self):
        return list(self.slots[self.lo : self.hi])

    @property
    def parent(self):
        return self._up and self._up()

    @parent.setter
    def parent(self, node):
        self._up = None if node is None else weakref.ref(node)

    def __len__(self):
        return self.hi - self.lo

    def __bool__(self):
        return True


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Window((), (), 0, 0, None, -1)

    def name(self, seq, i):
        match self.page_size:
            case 1:
                return seq[i]
            case p:
                return tuple(seq[i : i + p])

    def events(self, tokens):
        state, node, i, p = "node", self.root, 0, self.page_size
        end = len(tokens) // p * p
        while True:
            match state:
                case "node":
                    if i == end or (child := node.children.get(self.name(tokens, i))) is None:
                        return
                    node, start, state = child, i, "edge"
                    i += p
                case "edge":
                    done = i - start
                    if done == len(node):
                        yield "through", node, done
                        state = "node"
                    elif i == end or any(
                        node.tokens[node.lo + done + j] != tokens[i + j] for j in range(p)
                    ):
                        yield "inside", node, done
                        return
                    else:
                        i += p

    def walk(self, tokens, tick):
        slots, last = [], self.root
        for event in self.events(tokens):
            match event:
                case "through", node, _:
                    last = node
                case "inside", node, k:
                    last = self.split(node, k)
            last.last_access = tick
            slots.extend(last.slots[last.lo : last.hi])
        return slots, last

    def match_prefix(self, tokens):
        return self.walk(tokens, self.clock())

    def insert(self, tokens, slots):
        match len(tokens), len(slots):
            case a, b if a != b:
                raise ValueError(f"{b} slots do not fit {a} tokens")
        tick = self.clock()
        have, node = self.walk(tokens, tick)
        n, end = len(have), len(tokens) - len(tokens) % self.page_size
        if n < end:
            leaf = Window(tuple(tokens), tuple(slots), n, end, node, tick)
            node.children[self.name(tokens, n)] = leaf
        return n

    def split(self, node, k):
        if k not in range(self.page_size, len(node), self.page_size):
            raise ValueError(f"no page boundary inside the edge: {k!r}")
        up, cut = node.parent, node.lo + k
        upper = Window(node.tokens, node.slots, node.lo, cut, up, node.last_access)
        up.children[self.name(node.tokens, node.lo)] = upper
        node.lo, node.parent = cut, upper
        upper.children[self.name(node.tokens, cut)] = node
        return upper

    def total_size(self):
        level, total = [self.root], 0
        while level:
            total += sum(map(len, level))
            level = [c for n in level for c in n.children.values()]
        return total
