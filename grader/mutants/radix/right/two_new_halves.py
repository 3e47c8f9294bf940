"""A walk replaces a never-returned node by two new ones; tokens become plain ints; recursion only over halves of an edge."""
from given import Node


def own(t):
    return int(t)


class Kept(Node):
    kept = False
    depth_hint = None

    @classmethod
    def make(cls, key, value, parent, tick, p):
        self = cls(key, value, parent)
        self.last_access = tick
        self.hang(p)
        return self

    def hang(self, p):
        if self.parent is not None:
            self.parent.children[self.key[:p] if p > 1 else self.key[0]] = self


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size, self._next = page_size, 0
        self.clock = clock or self._count
        self.root = Kept((), [], None)

    def _count(self):
        self._next += 1
        return self._next

    def _same(self, a, b, lo, hi):
        if hi - lo == 0:
            return lo
        if hi - lo == 1:
            p = self.page_size
            return hi if a[lo * p : hi * p] == b[lo * p : hi * p] else lo
        mid = (lo + hi) // 2
        got = self._same(a, b, lo, mid)
        return got if got < mid else self._same(a, b, mid, hi)

    def _walk(self, tokens, tick):
        p = self.page_size
        toks = tuple(own(t) for t in tokens)
        toks = toks[: len(toks) // p * p]
        node, path, n = self.root, [], 0
        while n < len(toks):
            nxt = node.children.get(toks[n : n + p] if p > 1 else toks[n])
            if nxt is None:
                break
            rest = toks[n : n + len(nxt.key)]
            k = self._same(nxt.key, rest, 0, len(rest) // p) * p
            n += k
            node = nxt
            if k < len(nxt.key):
                node = self.split(nxt, k) if nxt.kept else self._replace(nxt, k)
                path.append(node)
                break
            path.append(node)
        for x in path:
            x.last_access = tick
        return toks, n, path, node

    def _replace(self, old, k):
        p, t = self.page_size, old.last_access
        a = Kept.make(old.key[:k], old.value[:k], old.parent, t, p)
        b = Kept.make(old.key[k:], old.value[k:], a, t, p)
        for c in old.children.values():
            c.parent = b
            c.hang(p)
        return a

    def match_prefix(self, tokens):
        _, _, path, node = self._walk(tokens, self.clock())
        node.kept = True
        return sum((x.value for x in path), []) if len(path) < 50 else [s for x in path for s in x.value], node

    def insert(self, tokens, slots):
        if (a := len(tokens)) != (b := len(slots)):
            raise ValueError(f"{a}!={b}")
        t = self.clock()
        toks, n, _, node = self._walk(tokens, t)
        if n < len(toks):
            Kept.make(toks[n:], [slots[i] for i in range(n, len(toks))], node, t, self.page_size)
        return n

    def split(self, node, k):
        if k < 1 or k >= len(node.key) or divmod(k, self.page_size)[1]:
            raise ValueError("cannot cut at " + str(k))
        p = self.page_size
        upper = Kept.make(node.key[:k], node.value[:k], node.parent, node.last_access, p)
        upper.kept = node.kept = True
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        node.hang(p)
        return upper

    def total_size(self):
        n, todo = 0, list(self.root.children.values())
        for x in todo:
            n += len(x.key)
            todo.extend(x.children.values())
        return n
