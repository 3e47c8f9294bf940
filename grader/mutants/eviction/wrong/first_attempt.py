"""A first attempt: short, reads well, and adds the parent without a look at its lock."""

from given import Node, Request


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError(page_size)
        self.page_size = page_size
        self.time = 0
        self.clock = clock or self.tick
        self.root = Node((), [], None)

    def tick(self):
        self.time += 1
        return self.time

    def first(self, key):
        return key[0] if self.page_size == 1 else tuple(key[: self.page_size])

    def walk(self, tokens):
        now, node, at, slots = self.clock(), self.root, 0, []
        end = len(tokens) // self.page_size * self.page_size
        while at < end and self.first(tokens[at:]) in node.children:
            child = node.children[self.first(tokens[at:])]
            n = 0
            while n < min(len(child.key), end - at) and child.key[n] == tokens[at + n]:
                n += 1
            n -= n % self.page_size
            node = child if n == len(child.key) else self.split(child, n)
            node.last_access = now
            slots += node.value
            at += n
        return slots, node, now

    def match_prefix(self, tokens):
        return self.walk(tokens)[:2]

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError(len(slots))
        found, node, now = self.walk(tokens)
        end = len(tokens) // self.page_size * self.page_size
        if len(found) < end:
            leaf = Node(tuple(tokens[len(found) : end]), list(slots[len(found) : end]), node)
            leaf.last_access = now
            node.children[self.first(leaf.key)] = leaf
        return len(found)

    def split(self, node, k):
        if not 0 < k < len(node.key) or k % self.page_size:
            raise ValueError(k)
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access, upper.lock_ref = node.last_access, node.lock_ref
        node.parent.children[self.first(node.key)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self.first(node.key)] = node
        return upper

    def nodes(self):
        todo = [self.root]
        while todo:
            node = todo.pop()
            todo += node.children.values()
            if node is not self.root:
                yield node

    def total_size(self):
        return sum(len(node.key) for node in self.nodes())

    def protected_size(self):
        return sum(len(node.key) for node in self.nodes() if node.lock_ref)

    def evictable_size(self):
        return self.total_size() - self.protected_size()

    def inc_lock_ref(self, node):
        while node is not self.root:
            node.lock_ref += 1
            node = node.parent

    def dec_lock_ref(self, node):
        if node is not self.root and node.lock_ref == 0:
            raise ValueError(node)
        while node is not self.root:
            node.lock_ref -= 1
            node = node.parent

    def evict(self, num_tokens):
        leaves = [node for node in self.nodes() if not node.children and not node.lock_ref]
        leaves.sort(key=lambda node: node.last_access)
        freed = []
        while leaves and len(freed) < num_tokens:
            leaf = leaves.pop(0)
            freed += leaf.value
            parent = leaf.parent
            del parent.children[self.first(leaf.key)]
            if parent is not self.root and not parent.children:
                leaves.append(parent)
                leaves.sort(key=lambda node: node.last_access)
        return freed


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def cache_unfinished(self, request):
        raise NotImplementedError("write cache_unfinished()")

    def cache_finished(self, request):
        raise NotImplementedError("write cache_finished()")
