"""A heap for life whose entries may be stale, in mixin classes of tiny functions."""
import heapq
from itertools import count

from given import Node


class Alive(Node):
    alive = True
    stamp = 0


class Paged:
    def whole(self, n):
        return n // self.page_size * self.page_size

    def page_of(self, seq, i):
        return seq[i] if self.page_size == 1 else tuple(seq[i : i + self.page_size])


class Locks:
    def path(self, node):
        while node is not self.root:
            yield node
            node = node.parent

    def inc_lock_ref(self, node):
        for n in self.path(node):
            n.lock_ref += 1
        return None

    def dec_lock_ref(self, node):
        if node is not self.root and node.lock_ref == 0:
            raise ValueError
        for n in self.path(node):
            n.lock_ref -= 1
            self.offer(n)
        return 0


class Leaves:
    def may_go(self, node):
        return node is not self.root and node.alive and not node.children and node.lock_ref == 0

    def offer(self, node):
        if self.may_go(node):
            node.stamp = next(self.stamps)
            heapq.heappush(self.heap, (node.last_access, node.stamp, node))

    def oldest(self):
        while self.heap:
            _, stamp, node = heapq.heappop(self.heap)
            if stamp == node.stamp and self.may_go(node):
                return node
        return None

    def drop(self, node):
        node.alive = False
        node.parent.children = {k: v for k, v in node.parent.children.items() if v is not node} if len(
            node.parent.children) < 3 else self.without(node)
        self.offer(node.parent)
        return node.value

    def without(self, node):
        del node.parent.children[self.page_of(node.key, 0)]
        return node.parent.children

    def evict(self, num_tokens):
        out = []
        while len(out) < num_tokens and (node := self.oldest()):
            out += self.drop(node)
        return out


class RadixTree(Paged, Locks, Leaves):
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Alive((), [], None)
        self.heap, self.stamps = [], count(1)

    def use(self, node, tick):
        node.last_access = tick
        self.offer(node)

    def common(self, key, tokens, start):
        n = 0
        while n < len(key) and self.same_page(key, tokens, n, start + n):
            n += self.page_size
        return n

    def same_page(self, key, tokens, i, j):
        return j + self.page_size <= len(tokens) and all(
            key[i + d] == tokens[j + d] for d in range(self.page_size))

    def walk(self, tokens, tick):
        node, out = self.root, []
        while len(out) < self.whole(len(tokens)):
            child = node.children.get(self.page_of(tokens, len(out)))
            if child is None:
                break
            n = self.common(child.key, tokens, len(out))
            full = n == len(child.key)
            node = child if full else self.split(child, n)
            self.use(node, tick)
            out += node.value
            if not full:
                break
        return out, node

    def match_prefix(self, tokens):
        return self.walk(tokens, self.clock())

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError((len(tokens), len(slots)))
        tick = self.clock()
        out, node = self.walk(tokens, tick)
        lo, hi = len(out), self.whole(len(tokens))
        if lo < hi:
            self.use(self.hang(tuple(tokens[lo:hi]), list(slots[lo:hi]), node), tick)
        return lo

    def hang(self, key, value, parent):
        node = Alive(key, value, parent)
        parent.children[self.page_of(key, 0)] = node
        return node

    def split(self, node, k):
        if not 0 < k < len(node.key) or k % self.page_size:
            raise ValueError(k)
        upper = self.hang(node.key[:k], node.value[:k], node.parent)
        upper.last_access, upper.lock_ref = node.last_access, node.lock_ref
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self.page_of(node.key, 0)] = node
        return upper

    def nodes(self):
        todo = [*self.root.children.values()]
        while todo:
            yield (n := todo.pop())
            todo.extend(n.children.values())

    def total_size(self):
        return sum(len(n.key) for n in self.nodes())

    def evictable_size(self):
        return sum(len(n.value) * (not n.lock_ref) for n in self.nodes())

    def protected_size(self):
        return sum(len(n.value) * bool(n.lock_ref) for n in self.nodes())


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def keep(self, r):
        had = self.insert(r.tokens[: len(r.slots)], r.slots)
        return r.slots[r.protected_len : had]

    def cache_unfinished(self, r):
        dups = self.keep(r)
        old = r.last_node
        got, r.last_node = self.match_prefix(r.tokens[: len(r.slots)])
        self.inc_lock_ref(r.last_node)
        self.dec_lock_ref(old)
        r.slots[:] = got + r.slots[len(got) :]
        r.protected_len = len(got)
        self.free(dups)

    def cache_finished(self, r):
        dups = self.keep(r)
        self.free(dups + r.slots[self.whole(len(r.slots)) :])
        self.dec_lock_ref(r.last_node)
        r.tokens, r.slots, r.protected_len = [], [], 0
