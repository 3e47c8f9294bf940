"""A lock count is a node's own locks and those below it; parents are filed by bisection."""
from bisect import insort
from itertools import chain, count, takewhile
from operator import eq

from given import Node


class Counted(Node):
    def __init__(self, key, value, parent, tick=0):
        self.own = 0
        super().__init__(key, value, parent)
        self.last_access = tick

    @property
    def lock_ref(self):
        return 0 if self.parent is None else sum(n.own for n in self.subtree())

    @lock_ref.setter
    def lock_ref(self, _):
        pass

    def subtree(self):
        todo = [self]
        for n in todo:
            yield n
            todo.extend(n.children.values())


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Counted((), [], None)

    def _name(self, key):
        return key[0] if self.page_size == 1 else tuple(key[: self.page_size])

    def _floor(self, n):
        return n - n % self.page_size

    def _follow(self, tokens, tick):
        toks = tuple(tokens)[: self._floor(len(tokens))]
        node, path = self.root, []
        while toks and (child := node.children.get(self._name(toks))):
            n = self._floor(sum(1 for _ in takewhile(bool, map(eq, child.key, toks))))
            partial = n < len(child.key)
            node = self.split(child, n) if partial else child
            if partial:
                child.last_access = tick  # the lower half too, in every match and insert
            path.append(node)
            toks = toks[n:]
            if partial:
                break
        for n in path:
            n.last_access = tick
        return path, node, toks

    def match_prefix(self, tokens):
        path, node, _ = self._follow(tokens, self.clock())
        return list(chain.from_iterable(n.value for n in path)), node

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} != {len(slots)}")
        tick = self.clock()
        _, node, rest = self._follow(tokens, tick)
        end = self._floor(len(tokens))
        start = end - len(rest)
        if rest:
            node.children[self._name(rest)] = Counted(rest, list(slots)[start:end], node, tick)
        return start

    def split(self, node, k):
        if not 0 < k < len(node.key) or k % self.page_size:
            raise ValueError(f"cannot split at {k}")
        upper = Counted(node.key[:k], node.value[:k], node.parent, node.last_access)
        node.parent.children[self._name(upper.key)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self._name(node.key)] = node
        return upper

    def total_size(self):
        return sum(len(n.key) for n in self.root.subtree())

    def inc_lock_ref(self, node):
        node.own += node.parent is not None
        return node

    def dec_lock_ref(self, node):
        if node.parent is None:
            return
        if node.lock_ref == 0:
            raise ValueError("no lock on " + repr(node.key))
        node.own -= 1

    def evict(self, num_tokens):
        gone, freed = [], 0
        leaves = [n for n in self.root.subtree() if not n.children and not n.own and n.parent]
        leaves.sort(key=lambda n: n.last_access, reverse=True)
        while leaves and freed < num_tokens:
            leaf = leaves.pop()
            gone.append(leaf)
            freed += len(leaf.key)
            parent = leaf.parent
            parent.children.pop(self._name(leaf.key))
            if parent.parent and not parent.children and not parent.own:
                insort(leaves, parent, key=lambda n: -n.last_access)
        return [s for n in gone for s in sorted(n.value)]

    def _held(self):
        held = set()
        for n in self.root.subtree():
            if n.own:
                while n.parent is not None and n not in held:
                    held.add(n)
                    n = n.parent
        return held

    def evictable_size(self):
        return self.total_size() - self.protected_size()

    def protected_size(self):
        return sum(len(n.key) for n in self._held())


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def _hand_over(self, r):
        done = r.tokens[: len(r.slots)]
        self.insert(done, r.slots)
        tree = self._peek(done)
        self.free([mine for mine, theirs in zip(r.slots, tree) if mine != theirs])
        return done

    def _peek(self, tokens):
        node, toks, out = self.root, tuple(tokens)[: self._floor(len(tokens))], []
        while toks:
            node = node.children[self._name(toks)]
            out += node.value
            toks = toks[len(node.key) :]
        return out

    def cache_unfinished(self, r):
        done = self._hand_over(r)
        shared, node = self.match_prefix(done)
        self.inc_lock_ref(node)
        self.dec_lock_ref(r.last_node)
        r.slots, r.protected_len, r.last_node = shared + r.slots[len(shared) :], len(shared), node

    def cache_finished(self, r):
        done = self._hand_over(r)
        if tail := r.slots[self._floor(len(done)) :]:
            self.free(tail)
        self.dec_lock_ref(r.last_node)
