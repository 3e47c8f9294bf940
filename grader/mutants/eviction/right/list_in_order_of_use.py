"""A linked list of all nodes in order of use; ticks are asked for and thrown away."""
from collections.abc import Hashable
from itertools import count

from given import Node


class Linked(Node):
    def __init__(self, key, value, parent):
        super().__init__(key, value, parent)
        self.older = self.younger = self

    def unlink(self):
        self.older.younger, self.younger.older = self.younger, self.older
        self.older = self.younger = self

    def link_after(self, other):
        self.older, self.younger = other, other.younger
        other.younger.older = self
        other.younger = self


class Sizes:
    """evictable and protected, one property each way"""

    def __init__(self):
        self.free, self.held = 0, 0

    def move(self, n):
        self.free -= n
        self.held += n


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Linked((), [], None)
        self.order = Linked((), [], None)  # sentinel: order.younger is the oldest
        self.sizes = Sizes()

    def _page(self, tokens, i) -> Hashable:
        return tokens[i] if self.page_size == 1 else tuple(tokens[i : i + self.page_size])

    def _use(self, node):
        """deepest first, so that a parent is always younger than its child"""
        while node.parent is not None:
            node.unlink()
            node.link_after(self.order.older)
            node = node.parent

    def _find(self, tokens):
        self.clock()
        node, i, end, out = self.root, 0, len(tokens) // self.page_size * self.page_size, []
        while i < end:
            child = node.children.get(self._page(tokens, i))
            if child is None:
                break
            n = 0
            for a, b in zip(child.key, tokens[i:end]):
                if a != b:
                    break
                n += 1
            n -= n % self.page_size
            cut = n < len(child.key)
            node = self.split(child, n) if cut else child
            out.extend(node.value)
            i += n
            if cut:
                break
        self._use(node)
        return out, node

    def match_prefix(self, tokens):
        return self._find(tokens)

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} and {len(slots)}")
        out, node = self._find(tokens)
        n = len(out)
        end = len(tokens) // self.page_size * self.page_size
        if n < end:
            leaf = Linked(tuple(tokens[n:end]), list(slots[n:end]), node)
            node.children[self._page(leaf.key, 0)] = leaf
            self.sizes.free += len(leaf.key)
            self._use(leaf)
        return n

    def split(self, node, k):
        if not 0 < k < len(node.key) or k % self.page_size:
            raise ValueError(f"no cut at {k}")
        upper = Linked(node.key[:k], node.value[:k], node.parent)
        upper.lock_ref = node.lock_ref
        upper.link_after(node)
        node.parent.children[self._page(upper.key, 0)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self._page(node.key, 0)] = node
        return upper

    def total_size(self):
        return self.sizes.free + self.sizes.held

    def inc_lock_ref(self, node):
        depth = 0
        while node.parent is not None:
            if not node.lock_ref:
                self.sizes.move(len(node.key))
            node.lock_ref += 1
            node = node.parent
            depth += 1
        return depth

    def dec_lock_ref(self, node):
        if node.parent is None:
            return "root"
        if node.lock_ref == 0:
            raise ValueError("not locked")
        while node.parent is not None:
            node.lock_ref -= 1
            if not node.lock_ref:
                self.sizes.move(-len(node.key))
            node = node.parent
        return self

    def evict(self, num_tokens):
        out, node = [], self.order.younger
        while len(out) < num_tokens and node is not self.order:
            after = node.younger
            if not node.children and not node.lock_ref:
                out.extend(reversed(node.value))
                self.sizes.free -= len(node.key)
                node.unlink()
                del node.parent.children[self._page(node.key, 0)]
                node.parent = None
                node.key, node.value = (), []
            node = after
        return out

    def evictable_size(self):
        return self.sizes.free

    def protected_size(self):
        return self.sizes.held


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def _give(self, slots):
        for slot in slots:
            self.free([slot])
        self.free([])

    def cache_unfinished(self, request):
        computed = request.tokens[: len(request.slots)]
        had = self.insert(computed, request.slots)
        self._give(request.slots[request.protected_len : had][::-1])
        mine, node = self.match_prefix(computed)
        self.dec_lock_ref(request.last_node)  # nothing is evicted in between
        self.inc_lock_ref(node)
        request.slots[: len(mine)] = mine
        request.last_node, request.protected_len = node, len(mine)

    def cache_finished(self, request):
        self.dec_lock_ref(request.last_node)
        n = len(request.slots)
        had = self.insert(request.tokens[:n], request.slots)
        self._give(request.slots[n - n % self.page_size :])
        self._give(request.slots[request.protected_len : had])
        request.slots.clear()
        request.last_node = None
