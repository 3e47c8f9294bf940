"""Each subtree yields its leaves in order of departure, and the streams are merged.

Odd: recursion and generators throughout; nothing is kept between the calls; times
are floats; a chunk that completes
no page is not handed to the tree. A node leaves after all below it, since it was used no earlier.
"""

from heapq import merge
from itertools import count, takewhile

from given import Node


def when(node):
    return node.last_access


def departures(node):
    """Yield the unlocked nodes below `node` and itself, in the order in which they can go."""
    streams = [departures(child) for child in node.children.values()]
    yield from merge(*streams, key=when) if len(streams) != 1 else streams[0]
    if node.parent is not None and not node.lock_ref:
        yield node


def below(node):
    yield node
    for child in node.children.values():
        yield from below(child)


class RadixTree:
    def __init__(self, page_size=1, clock=None):
        if page_size < 1:
            raise ValueError("a page of {}".format(page_size))
        self.page_size = page_size
        self.clock = count(1).__next__ if clock is None else clock
        self.root = Node((), [], None)

    def pages(self, tokens):
        end = len(tokens) - len(tokens) % self.page_size
        return [tuple(tokens[i : i + self.page_size]) for i in range(0, end, self.page_size)]

    def name(self, page):
        return page if self.page_size > 1 else page[0]

    def descend(self, node, pages, tick):
        """Return the slots on the way down and the node at its end."""
        child = node.children.get(self.name(pages[0])) if pages else None
        if child is None:
            return [], node
        pairs = zip(self.pages(child.key), pages)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if alike * self.page_size < len(child.key):
            child, pages = self.split(child, alike * self.page_size), []
        child.last_access = tick
        slots, last = self.descend(child, pages[alike:], tick)
        return child.value + slots, last

    def match_prefix(self, tokens):
        return self.descend(self.root, self.pages(tokens), float(self.clock()))

    def insert(self, tokens, slots):
        if len(tokens) != len(slots):
            raise ValueError(f"tokens {len(tokens)} != slots {len(slots)}")
        tick, pages = float(self.clock()), self.pages(tokens)
        known, node = self.descend(self.root, pages, tick)
        new = pages[len(known) // self.page_size :]
        if new:
            key = sum(new, ())
            leaf = Node(key, list(slots[len(known) : len(known) + len(key)]), node)
            leaf.last_access = tick
            node.children[self.name(new[0])] = leaf
        return len(known)

    def split(self, node, k):
        if k not in range(self.page_size, len(node.key), self.page_size):
            raise ValueError(f"{k} is no place to cut")
        upper = Node(node.key[:k], node.value[:k], node.parent)
        vars(upper).update(last_access=node.last_access, lock_ref=node.lock_ref)
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self.name(node.key[: self.page_size])] = node
        upper.parent.children[self.name(upper.key[: self.page_size])] = upper
        return upper

    def inc_lock_ref(self, node):
        if node.parent:
            node.lock_ref += 1
            self.inc_lock_ref(node.parent)

    def dec_lock_ref(self, node):
        if not node.parent:
            return
        if node.lock_ref == 0:
            raise ValueError(f"not locked: {node}")
        node.lock_ref -= 1
        self.dec_lock_ref(node.parent)

    def evict(self, num_tokens):
        freed, going = [], departures(self.root)
        while len(freed) < num_tokens and (leaf := next(going, None)):
            freed += leaf.value
            leaf.parent.children.pop(self.name(leaf.key[: self.page_size]))
        return freed

    def total_size(self):
        return sum(len(node.key) for node in below(self.root))

    def evictable_size(self):
        return sum(len(node.key) for node in below(self.root) if not node.lock_ref)

    def protected_size(self):
        return sum(len(node.key) for node in below(self.root) if node.lock_ref)


class RequestCache(RadixTree):
    def __init__(self, free, page_size=1, clock=None):
        super().__init__(page_size, clock)
        self.free = free

    def cache_unfinished(self, request):
        whole = len(request.slots) // self.page_size * self.page_size
        if whole == request.protected_len:
            return  # the lock keeps what there is
        twice = slice(request.protected_len, self.insert(request.tokens[:whole], request.slots[:whole]))
        self.free(request.slots[twice])
        request.slots[:whole], node = self.match_prefix(request.tokens[:whole])
        self.inc_lock_ref(node)
        self.dec_lock_ref(request.last_node)
        request.protected_len, request.last_node = whole, node

    def cache_finished(self, request):
        self.dec_lock_ref(request.last_node)
        whole = len(request.slots) // self.page_size * self.page_size
        known = self.insert(request.tokens[:whole], request.slots[:whole])
        for place, slot in enumerate(request.slots):
            if request.protected_len <= place < known or place >= whole:
                self.free([slot])
