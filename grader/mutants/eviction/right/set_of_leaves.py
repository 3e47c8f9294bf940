"""Keeps the set of unlocked leaves up to date and makes a heap of it in each call.

Odd: the set is adjusted at every insert, lock, unlock, split and eviction; sizes come from sums of
token counts moved when a count passes between 0 and 1. Nodes in the heap are wrapped in a class
with its own order.
"""

from heapq import heapify, heappop, heappush
from itertools import count

from given import Node, Request


class Entry:
    def __init__(self, node):
        self.node = node
        self.time = node.last_access

    def __lt__(self, other):
        return self.time < other.time


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(page_size)
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)
        self.leaves = set()
        self.tokens = {"free": 0, "locked": 0}

    def _state(self, node):
        if node.parent is None:
            return
        if node.lock_ref == 0 and not node.children:
            self.leaves.add(node)
        else:
            self.leaves.discard(node)

    def _walk(self, tokens):
        tick = self.clock()
        node, at = self.root, 0
        stop = len(tokens) - len(tokens) % self.page_size
        while at < stop:
            first = tuple(tokens[at : at + self.page_size])
            child = node.children.get(first)
            if child is None:
                break
            pairs = zip(child.key, tokens[at:stop], strict=False)
            same = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
            if same is None:
                same = min(len(child.key), stop - at)
            same -= same % self.page_size
            node = child if same == len(child.key) else self.split(child, same)
            node.last_access = tick
            at += same
        return node, at, tick

    def match_prefix(self, tokens):
        node = last = self._walk(tokens)[0]
        parts = []
        while node.parent is not None:
            parts.append(node.value)
            node = node.parent
        return [slot for part in reversed(parts) for slot in part], last

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError((len(tokens), len(slots)))
        node, at, tick = self._walk(tokens)
        key = tuple(tokens[at : len(tokens) - len(tokens) % self.page_size])
        if key:
            leaf = Node(key, list(slots[at : at + len(key)]), node)
            leaf.last_access = tick
            node.children[key[: self.page_size]] = leaf
            self.tokens["free"] += len(key)
            self._state(node)
            self._state(leaf)
        return at

    def split(self, node, k):
        if k not in range(self.page_size, len(node.key), self.page_size):
            raise ValueError(k)
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access = node.last_access
        upper.lock_ref = node.lock_ref
        upper.parent.children[upper.key[: self.page_size]] = upper
        node.key = node.key[k:]
        node.value = node.value[k:]
        node.parent = upper
        upper.children[node.key[: self.page_size]] = node
        return upper

    def total_size(self):
        return self.tokens["free"] + self.tokens["locked"]

    def evictable_size(self):
        return self.tokens["free"]

    def protected_size(self):
        return self.tokens["locked"]

    def _shift(self, source, target, node):
        self.tokens[source] -= len(node.key)
        self.tokens[target] += len(node.key)

    def inc_lock_ref(self, node):
        while node.parent is not None:
            node.lock_ref += 1
            if node.lock_ref == 1:
                self._shift("free", "locked", node)
                self._state(node)
            node = node.parent
        return True

    def dec_lock_ref(self, node):
        if node.parent is not None and node.lock_ref == 0:
            raise ValueError(node.key)
        while node.parent is not None:
            node.lock_ref -= 1
            if node.lock_ref == 0:
                self._shift("locked", "free", node)
                self._state(node)
            node = node.parent
        return True

    def evict(self, num_tokens):
        freed = []
        heap = [Entry(leaf) for leaf in self.leaves] if num_tokens > 0 else []
        heapify(heap)
        while heap and len(freed) < num_tokens:
            node = heappop(heap).node
            freed.extend(node.value)
            self.tokens["free"] -= len(node.key)
            self.leaves.remove(node)
            del node.parent.children[node.key[: self.page_size]]
            self._state(node.parent)
            if node.parent in self.leaves:
                heappush(heap, Entry(node.parent))
        return freed


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def cache_unfinished(self, request):
        n = len(request.slots)
        whole = n - n % self.page_size
        tokens, mine = request.tokens[:whole], request.slots[:whole]
        returned = self.insert(tokens, mine)
        theirs, node = self.match_prefix(tokens)
        self.inc_lock_ref(node)
        self.dec_lock_ref(request.last_node)
        request.last_node = node
        request.slots = theirs + request.slots[whole:]
        self.free(mine[request.protected_len : returned])
        request.protected_len = whole

    def cache_finished(self, request):
        n = len(request.slots)
        whole = n - n % self.page_size
        returned = self.insert(request.tokens[:whole], request.slots[:whole])
        self.free(request.slots[whole:] + request.slots[request.protected_len : returned])
        self.dec_lock_ref(request.last_node)
