"""Keeps no size and no list of leaves: everything is looked up in the tree when it is asked for.

Odd: sizes are walks, the candidates of an eviction come from a walk too, and a dict of lists by
time stands in for a heap. Matching is one loop over pages. Level 2 frees slot by slot and unlocks
before it inserts.
"""

from given import Node, Request


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page size {page_size}")
        self.page_size = page_size
        self.ticks = 0
        self.clock = clock if clock is not None else self._count
        self.root = Node((), [], None)

    def _count(self):
        self.ticks += 1
        return self.ticks

    def _name(self, tokens):
        return tokens[0] if self.page_size == 1 else tuple(tokens[: self.page_size])

    def _find(self, tokens, tick):
        node, rest = self.root, list(tokens)
        while len(rest) >= self.page_size:
            child = node.children.get(self._name(rest))
            if child is None:
                break
            pages = 1
            size = self.page_size
            while tuple(rest[pages * size : (pages + 1) * size]) == child.key[
                pages * size : (pages + 1) * size
            ] and (pages + 1) * size <= len(child.key):
                pages += 1
            if pages * size < len(child.key):
                child = self.split(child, pages * size)
            child.last_access = tick
            rest = rest[pages * size :]
            node = child
        return node, len(tokens) - len(rest)

    def match_prefix(self, tokens):
        node, _ = self._find(tokens, self.clock())
        slots, step = [], node
        while step is not None:
            slots = step.value + slots
            step = step.parent
        return slots, node

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, {len(slots)} slots")
        tick = self.clock()
        node, cached = self._find(tokens, tick)
        end = len(tokens) // self.page_size * self.page_size
        if end > cached:
            leaf = Node(tuple(tokens[cached:end]), list(slots[cached:end]), node)
            leaf.last_access = tick
            node.children[self._name(leaf.key)] = leaf
        return cached

    def split(self, node, k):
        if k % self.page_size or not 0 < k < len(node.key):
            raise ValueError(f"no split at {k}")
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access, upper.lock_ref = node.last_access, node.lock_ref
        node.parent.children[self._name(node.key)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children = {self._name(node.key): node}
        return upper

    def _nodes(self):
        found = list(self.root.children.values())
        for node in found:  # grows while it is read
            found.extend(node.children.values())
        return found

    def total_size(self):
        return sum(len(node.value) for node in self._nodes())

    def evictable_size(self):
        return sum(len(node.value) for node in self._nodes() if node.lock_ref == 0)

    def protected_size(self):
        return self.total_size() - self.evictable_size()

    def inc_lock_ref(self, node):
        while node is not self.root:
            node.lock_ref += 1
            node = node.parent
        return node

    def dec_lock_ref(self, node):
        if node is self.root:
            return None
        if node.lock_ref < 1:
            raise ValueError(f"{node} has no lock")
        while node is not self.root:
            node.lock_ref -= 1
            node = node.parent
        return None

    def evict(self, num_tokens):
        by_time = {}
        for node in self._nodes() if num_tokens > 0 else ():
            if not node.lock_ref:
                by_time.setdefault(node.last_access, []).append(node)
        freed = []
        for time in sorted(by_time):
            for node in reversed(by_time[time]):  # found level by level: the deeper one is later
                if len(freed) >= num_tokens:
                    return freed
                freed.extend(sorted(node.value))
                del node.parent.children[self._name(node.key)]
        return freed


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        RadixTree.__init__(self, page_size, clock)
        self.free = free

    def cache_unfinished(self, request):
        have = len(request.slots)
        self.dec_lock_ref(request.last_node)
        known = self.insert(request.tokens[:have], request.slots)
        for i in range(request.protected_len, known):
            self.free([request.slots[i]])
        owned, request.last_node = self.match_prefix(request.tokens[:have])
        request.slots[: len(owned)] = owned
        request.protected_len = len(owned)
        self.inc_lock_ref(request.last_node)

    def cache_finished(self, request):
        have = len(request.slots)
        self.dec_lock_ref(request.last_node)
        known = self.insert(request.tokens[:have], request.slots)
        kept = range(known, have // self.page_size * self.page_size)
        for i in range(request.protected_len, have):
            if i not in kept:
                self.free([request.slots[i]])
