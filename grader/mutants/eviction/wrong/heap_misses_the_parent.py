"""A heap for life; a parent that has lost its last child is not put in."""

import heapq
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import count

from given import Node, Request


class RadixTree:
    """A radix tree over tokens; an edge holds whole pages of `page_size` tokens.

    `root` is a node with an empty key and no parent. `clock` gives the tick of a call: it is asked
    once by match_prefix and once by insert, by nothing else. Ticks never decrease; the default
    counts 1, 2, 3, …
    Raises ValueError, with the value in its message, for a page_size below 1.
    """

    def __init__(self, page_size: int = 1, clock: Callable[[], int] | None = None) -> None:
        if page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.page_size = page_size
        self.clock = clock or count(1).__next__
        self.root = Node((), [], None)
        self._heap: list[tuple[int, int, Node]] = []
        self._number = count()
        self._evictable = 0  # tokens of nodes with lock_ref 0
        self._protected = 0  # tokens of nodes with lock_ref above 0; a split changes neither

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        """Return the slots of the longest cached prefix, and the node that stands for it.

        Whole pages only; [] and the root when nothing matches. When the prefix ends inside an edge,
        the edge is split there, so that a node stands for exactly that prefix. Every node on the
        path takes this call's tick; the part cut off below keeps its time. The list is a new one.
        With 1 2 3 4 cached in slots 0 1 2 3, matching 1 2 5 gives [0, 1] and a node that stands for
        1 2; the node below it holds 3 4.
        """
        return self._walk(tokens, self.clock())

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        """Cache `tokens`, slots[i] being the slot of tokens[i]; return how many were cached before.

        Walks, splits and refreshes as match_prefix does. What is not cached yet, up to the last
        whole page, hangs as one new leaf with this call's tick; slots that are stored already stay.
        Keeps no reference to either argument. A new leaf is unlocked, even below a locked node.
        With 1 2 3 4 cached, inserting 1 2 5 6 in slots 4 5 6 7 returns 2 and stores 6 7 for 5 6.
        Raises ValueError, naming both lengths and changing nothing, when they differ.
        """
        if len(tokens) != len(slots):
            raise ValueError(f"{len(tokens)} tokens, but {len(slots)} slots")
        now = self.clock()
        cached, node = self._walk(tokens, now)
        start, end = len(cached), self._whole_pages(len(tokens))
        if start < end:
            leaf = Node(tuple(tokens[start:end]), list(slots[start:end]), node)
            leaf.last_access = now
            node.children[self._page(leaf.key, 0)] = leaf
            self._evictable += len(leaf.key)
            self._push(leaf)
        return start

    def split(self, node: Node, k: int) -> Node:
        """Cut the edge of `node` after its first k tokens; return the new upper node.

        Both halves keep the node's last_access and its lock_ref. Every node that match_prefix or
        split has returned goes on standing for the same prefix, `node` itself included.
        Splitting the node 1 2 3 4 at 2 returns the node 1 2; below it hangs 3 4.
        Raises ValueError, naming k and changing nothing, unless 0 < k < len(node.key) and k is a
        multiple of page_size.
        """
        if not 0 < k < len(node.key) or k % self.page_size or node.parent is None:
            raise ValueError(f"cannot split {len(node.key)} tokens at {k}")
        # Subtle: the new object is the upper half, so `node` still stands for its whole prefix
        upper = Node(node.key[:k], node.value[:k], node.parent)
        upper.last_access = node.last_access
        upper.lock_ref = node.lock_ref
        node.parent.children[self._page(upper.key, 0)] = upper
        node.key, node.value, node.parent = node.key[k:], node.value[k:], upper
        upper.children[self._page(node.key, 0)] = node
        return upper

    def total_size(self) -> int:
        """Return how many tokens the tree holds: 1 2 3 4 and 1 2 5 6 together are 6."""
        total, todo = 0, [self.root]
        while todo:
            node = todo.pop()
            total += len(node.key)
            todo += node.children.values()
        return total

    def inc_lock_ref(self, node: Node) -> None:
        """Lock the prefix that `node` spells: add one to its `lock_ref` and to all its ancestors'.

        The root is never counted: locking it does nothing, and never raises.
        With 1 2 above 3: locking the node of 3 protects 3 tokens, locking it again changes no size.
        """
        for step in self._path(node):
            if step.lock_ref == 0:
                self._move(len(step.key))
            step.lock_ref += 1

    def dec_lock_ref(self, node: Node) -> None:
        """Take back one lock: subtract one where inc_lock_ref added one.

        Unlocking the root does nothing, and never raises.
        ValueError, and nothing changed, when the `lock_ref` of `node` is 0.
        A node locked twice and unlocked once is still protected.
        """
        if node.parent is not None and node.lock_ref == 0:
            raise ValueError(f"{node} is not locked: its lock_ref is {node.lock_ref}")
        for step in self._path(node):
            step.lock_ref -= 1
            if step.lock_ref == 0:
                self._move(-len(step.key))
                self._push(step)

    def evict(self, num_tokens: int) -> list[int]:
        """Free at least num_tokens slots, whole leaves."""
        freed: list[int] = []
        while len(freed) < num_tokens and self._heap:
            time, _, leaf = heapq.heappop(self._heap)
            if leaf.children or leaf.lock_ref or not leaf.parent:
                continue
            if leaf.parent.children.get(self._page(leaf.key, 0)) is not leaf:
                continue
            if leaf.last_access != time:
                self._push(leaf)
                continue
            freed += leaf.value
            self._remove(leaf)
        return freed

    def _push(self, node: Node) -> None:
        if node.parent and not node.children and not node.lock_ref:
            heapq.heappush(self._heap, (node.last_access, next(self._number), node))

    def evictable_size(self) -> int:
        """Return how many tokens no lock protects: those of nodes with lock_ref 0."""
        return self._evictable

    def protected_size(self) -> int:
        """Return how many tokens are locked; with evictable_size it makes up total_size."""
        return self._protected

    def _walk(self, tokens: Sequence[int], now: int) -> tuple[list[int], Node]:
        """Follow `tokens` down as far as they are cached, splitting the edge where they part."""
        slots: list[int] = []
        node, end = self.root, self._whole_pages(len(tokens))
        while len(slots) < end:
            child = node.children.get(self._page(tokens, len(slots)))
            if child is None:
                break
            common = self._common(child.key, tokens, len(slots))
            if common < len(child.key):
                child = self.split(child, common)  # below the cut nothing matches: the walk ends
            child.last_access = now
            slots += child.value
            node = child
        return slots, node

    def _common(self, key: tuple[int, ...], tokens: Sequence[int], start: int) -> int:
        """Return how many leading tokens of `key` stand in `tokens` from `start` on."""
        most = min(len(key), len(tokens) - start)
        common = 0
        while common < most and key[common] == tokens[start + common]:
            common += 1
        return self._whole_pages(common)

    def _page(self, tokens: Sequence[int], start: int) -> Hashable:
        """Return what a node is filed under whose key begins at `start`: 7, or (7, 8)."""
        if self.page_size == 1:
            return tokens[start]
        return tuple(tokens[start : start + self.page_size])

    def _whole_pages(self, length: int) -> int:
        """Round down to whole pages: 5 tokens in pages of 2 make 4."""
        return length - length % self.page_size

    def _path(self, node: Node) -> Iterator[Node]:
        """Yield `node` and its ancestors, without the root."""
        while node.parent is not None:
            yield node
            node = node.parent

    def _move(self, tokens: int) -> None:
        self._evictable -= tokens
        self._protected += tokens

    def _remove(self, leaf: Node) -> Node:
        """Take an unlocked leaf out of the tree; return its parent."""
        assert leaf.parent is not None, "the root is never evicted"
        del leaf.parent.children[self._page(leaf.key, 0)]
        self._evictable -= len(leaf.key)
        return leaf.parent


class RequestCache(RadixTree):
    """Level 2: what a request does with the tree when a part of it is computed, and at its end.

    `free(slots)` gives slots back to the pool. `page_size` and `clock` are the tree's.
    """

    def __init__(
        self,
        free: Callable[[list[int]], None],
        page_size: int = 1,
        clock: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(page_size, clock)
        self.free = free

    def cache_unfinished(self, request: Request) -> None:
        """Hand the whole pages that a running request has computed to the tree.

        Insert the tokens that have KV, free the slots that the tree had already, match again and
        let the whole pages of `request.slots` be the tree's slots; the tail behind the last whole
        page stays the request's own. Then `last_node` spells those pages, `protected_len` counts
        them, and the lock has moved from the old node to the new one.
        Tokens 5 6 7 in slots 0 1 2, page size 2, 5 6 cached meanwhile in 8 9: frees 0 1, the slots
        become 8 9 2, protected_len 2.
        """
        tokens = request.tokens[: len(request.slots)]
        cached = self.insert(tokens, request.slots)
        self.free(request.slots[request.protected_len : cached])
        slots, node = self.match_prefix(tokens)
        request.slots = slots + request.slots[len(slots) :]
        self.dec_lock_ref(request.last_node)
        self.inc_lock_ref(node)
        request.protected_len, request.last_node = len(slots), node

    def cache_finished(self, request: Request) -> None:
        """Hand the whole pages of a request that has ended to the tree and let go of all it holds.

        Insert the tokens that have KV, free the slots that the tree had already and the tail behind
        the last whole page, take back the lock on `last_node`. The request is not used again.
        Tokens 5 6 7 8 in slots 0 1 2, page size 2, nothing cached: keeps 0 1, frees 2.
        """
        tokens = request.tokens[: len(request.slots)]
        whole = self._whole_pages(len(tokens))
        cached = self.insert(tokens, request.slots)
        self.free(request.slots[request.protected_len : cached])
        self.free(request.slots[whole:])
        self.dec_lock_ref(request.last_node)
