"""A linked list in order of use runs through attributes of the nodes; there is no heap or sort.

Odd: `request.slots` is replaced by a list of a class of its own; `last_access` is never written; a
split refreshes both halves, in match and insert throughout; level 2 moves no lock where the node is
the same.
"""

from given import Node


class Linked(Node):
    """A node between an older and a newer one."""

    def __init__(self, key, value, parent, lock_ref=0):
        super().__init__(key, value, parent)
        self.lock_ref = lock_ref
        self.older = self.newer = self

    def unlink(self):
        self.older.newer, self.newer.older = self.newer, self.older

    def put_before(self, other):
        self.older, self.newer = other.older, other
        self.older.newer = other.older = self


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if not page_size >= 1:
            raise ValueError(f"{page_size=}")
        self.page_size = page_size
        self.clock = clock or iter(range(1, 1 << 60)).__next__
        self.root = Linked((), [], None)  # stands between the newest and the oldest
        self.sizes = [0, 0]  # unlocked, locked

    def spot(self, key):
        return key[0] if self.page_size == 1 else tuple(key[: self.page_size])

    def path_to(self, tokens):
        """Return the nodes on the way, the root first; each becomes newest."""
        self.clock()  # asked, but not needed
        path, at = [self.root], 0
        cut_off = None
        while cut_off is None and len(tokens) - at >= self.page_size:
            child = path[-1].children.get(self.spot(tokens[at : at + self.page_size]))
            if child is None:
                break
            alike = 0
            for one, other in zip(child.key, tokens[at:]):
                if one != other:
                    break
                alike += 1
            alike -= alike % self.page_size
            if alike < len(child.key):
                cut_off, child = child, self.split(child, alike)
            path.append(child)
            at += alike
        if cut_off is not None:
            self.renew(cut_off)
        for node in path[:0:-1]:  # the deeper ones first, so that they are older in the list
            self.renew(node)
        return path

    def renew(self, node):
        node.unlink()
        node.put_before(self.root)

    def match_prefix(self, tokens):
        path = self.path_to(tokens)
        return [slot for node in path for slot in node.value], path[-1]

    def insert(self, tokens, slots):
        if len(slots) != len(tokens):
            raise ValueError(f"{len(tokens)} against {len(slots)}")
        path = self.path_to(tokens)
        known = sum(len(node.key) for node in path)
        key = tuple(tokens[known : len(tokens) // self.page_size * self.page_size])
        if key:
            leaf = Linked(key, [*slots[known : known + len(key)]], path[-1])
            path[-1].children[self.spot(key)] = leaf
            leaf.put_before(path[-1])  # it is deeper than all of them
            self.sizes[0] += len(key)
        return known

    def split(self, node, k):
        if k % self.page_size or not 0 < k < len(node.key):
            raise ValueError(f"no cut after {k} of {node.key}")
        upper = Linked(node.key[:k], node.value[:k], node.parent, node.lock_ref)
        upper.put_before(node.newer)
        upper.parent.children[self.spot(upper.key)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self.spot(node.key)] = node
        return upper

    def inc_lock_ref(self, node):
        return self.count(node, 1)

    def dec_lock_ref(self, node):
        if node.parent and not node.lock_ref:
            raise ValueError(f"lock_ref of {node} is {node.lock_ref}")
        return self.count(node, -1)

    def count(self, node, by):
        if node.parent is None:
            return []
        was = node.lock_ref > 0
        node.lock_ref += by
        if was != (node.lock_ref > 0):
            self.sizes[was] -= len(node.key)
            self.sizes[not was] += len(node.key)
        return [node, *self.count(node.parent, by)]

    def evict(self, num_tokens):
        freed, node = [], self.root.newer
        while node is not self.root and len(freed) < num_tokens:
            if not node.children and node.lock_ref == 0:
                freed[len(freed) :] = node.value[::-1]
                del node.parent.children[self.spot(node.key)]
                node.unlink()
                self.sizes[0] -= len(node.key)
            node = node.newer
        return freed

    def evictable_size(self):
        return self.sizes[False]

    def protected_size(self):
        return self.sizes[True]

    def total_size(self):
        return sum(self.sizes)


class Slots(list):
    pass


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def hand_over(self, request):
        tokens = request.tokens[: len(request.slots)]
        known = self.insert(tokens, tuple(request.slots))
        return tokens, request.slots[request.protected_len : known]

    def cache_unfinished(self, request):
        tokens, twice = self.hand_over(request)
        owned, node = self.match_prefix(tokens)
        request.slots = Slots([*owned, *request.slots[len(owned) :]])
        if node is not request.last_node:
            self.inc_lock_ref(node)
            self.dec_lock_ref(request.last_node)
            request.last_node = node
        request.protected_len = len(owned)
        if twice:
            self.free(twice)

    def cache_finished(self, request):
        self.dec_lock_ref(request.last_node)
        _, twice = self.hand_over(request)
        tail = len(request.slots) % self.page_size
        for slots in (request.slots[len(request.slots) - tail :], twice[::-1]):
            if slots:
                self.free(slots)
