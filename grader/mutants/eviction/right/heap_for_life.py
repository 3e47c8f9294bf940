"""One heap for the life of the tree, three layers of classes.

Odd: entries are numbered and a node is in the heap under its last number only; of equally old leaves
the one that became a leaf last goes; the tail goes back before anything is inserted;
level 2 changes the list of slots in place, slot by slot.
"""

from heapq import heappop, heappush
from itertools import count

from given import Node


class Prefixes:
    """A radix tree; `made` tells the layers above of the root and of each new leaf."""

    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size {page_size} < 1")
        self.page_size = page_size
        self.clock = clock if clock else count(1).__next__
        self.root = self.made(Node((), [], None))

    def made(self, node):
        return node

    def label(self, tokens):
        page = tuple(tokens[: self.page_size])
        return page if len(page) > 1 else page[0]

    def hang(self, node, parent):
        node.parent = parent
        parent.children[self.label(node.key)] = node

    def walk(self, tokens, tick):
        here, left = self.root, tuple(tokens[: len(tokens) // self.page_size * self.page_size])
        slots = []
        while left:
            child = here.children.get(self.label(left))
            if child is None:
                break
            size = len(child.key)
            if child.key != left[:size]:
                size = next(i for i, t in enumerate(child.key) if left[i : i + 1] != (t,))
                child = self.split(child, size - size % self.page_size)
            child.last_access = tick
            slots.extend(child.value)
            here, left = child, left[len(child.key) :]
        return here, slots, left

    def match_prefix(self, tokens):
        node, slots, _ = self.walk(tokens, self.clock())
        return slots, node

    def insert(self, tokens, slots):
        if len(tokens) > len(slots) or len(tokens) < len(slots):
            raise ValueError(f"tokens: {len(tokens)} slots: {len(slots)}")
        tick = self.clock()
        node, known, left = self.walk(tokens, tick)
        if left:
            leaf = Node(left, list(slots[len(known) : len(known) + len(left)]), node)
            leaf.last_access = tick
            self.hang(self.made(leaf), node)
        return len(known)

    def split(self, node, k):
        if k < 1 or k >= len(node.key) or k % self.page_size:
            raise ValueError(f"{k} of {len(node.key)}")
        upper = Node(node.key[:k], node.value[:k], None)
        upper.last_access, upper.lock_ref = node.last_access, node.lock_ref
        self.hang(upper, node.parent)
        node.key, node.value = node.key[k:], node.value[k:]
        self.hang(node, upper)
        return upper


class Locked(Prefixes):
    """Adds locks, and numbers of tokens by whether they are locked."""

    def __init__(self, *arguments, **named):
        self.tokens = {True: 0, False: 0}
        super().__init__(*arguments, **named)

    def made(self, node):
        self.tokens[False] += len(node.key)
        return super().made(node)

    def lock(self, node, by):
        while node is not self.root:
            before, node.lock_ref = node.lock_ref, node.lock_ref + by
            if 0 in (before, node.lock_ref):
                self.tokens[before > 0] -= len(node.key)
                self.tokens[node.lock_ref > 0] += len(node.key)
            if node.lock_ref == 0:
                self.loose(node)
            node = node.parent
        return self

    def loose(self, node):
        pass

    def inc_lock_ref(self, node):
        return self.lock(node, +1)

    def dec_lock_ref(self, node):
        if node is not self.root and node.lock_ref <= 0:
            raise ValueError(f"{node}: unlocked more often than locked")
        return self.lock(node, -1)

    def evictable_size(self):
        return self.tokens[False]

    def protected_size(self):
        return self.tokens[True]

    def total_size(self):
        return self.tokens[False] + self.tokens[True]


class RadixTree(Locked):
    """Adds the heap: every unlocked leaf is in it, perhaps with a tick that is too old."""

    def __init__(self, page_size=1, clock=None):
        self.numbers, self.heap = count(1), []
        super().__init__(page_size, clock)

    def made(self, node):
        if node.parent is not None:
            self.loose(node)
        return super().made(node)

    def loose(self, node):
        if not node.children and node.key:
            node.number = next(self.numbers)
            heappush(self.heap, (node.last_access, -node.number, node))

    def evict(self, num_tokens):
        freed = []
        while self.heap and len(freed) < num_tokens:
            tick, number, node = heappop(self.heap)
            if node.parent is None or node.children or node.lock_ref or node.number != -number:
                continue
            if tick != node.last_access:
                self.loose(node)
                continue
            above = node.parent
            del above.children[self.label(node.key)]
            node.parent = None
            self.tokens[False] -= len(node.key)
            freed += node.value
            if above is not self.root and not above.lock_ref:
                self.loose(above)
        return freed


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def give(self, request, end):
        mine = request.slots[request.protected_len : end]
        while mine:
            self.free([mine.pop()])

    def cache_unfinished(self, request):
        tokens = request.tokens[: len(request.slots)]
        self.give(request, self.insert(tokens, request.slots))
        node, slots, _ = self.walk(tokens, self.clock())
        for place, slot in enumerate(slots):
            request.slots[place] = slot
        self.inc_lock_ref(node).dec_lock_ref(request.last_node)
        request.last_node, request.protected_len = node, len(slots)

    def cache_finished(self, request):
        n = len(request.slots)
        self.free(request.slots[n - n % self.page_size :])
        self.give(request, self.insert(request.tokens[:n], request.slots))
        self.dec_lock_ref(request.last_node)
