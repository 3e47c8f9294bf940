"""A prefix cache: every cached prefix of token ids leads to the KV slots of its tokens."""

from collections.abc import Callable, Sequence
from itertools import count

from given import Node


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

    def match_prefix(self, tokens: Sequence[int]) -> tuple[list[int], Node]:
        """Return the slots of the longest cached prefix, and the node that stands for it.

        Whole pages only; [] and the root when nothing matches. When the prefix ends inside an edge,
        the edge is split there, so that a node stands for exactly that prefix. Every node on the
        path takes this call's tick; the part cut off below keeps its time. The list is a new one.
        With 1 2 3 4 cached in slots 0 1 2 3, matching 1 2 5 gives [0, 1] and a node that stands for
        1 2; the node below it holds 3 4.
        """
        raise NotImplementedError("write match_prefix()")

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        """Cache `tokens`, slots[i] being the slot of tokens[i]; return how many were cached before.

        Walks, splits and refreshes as match_prefix does. What is not cached yet, up to the last
        whole page, hangs as one new leaf with this call's tick; slots that are stored already stay.
        Keeps no reference to either argument.
        With 1 2 3 4 cached, inserting 1 2 5 6 in slots 4 5 6 7 returns 2 and stores 6 7 for 5 6.
        Raises ValueError, naming both lengths and changing nothing, when they differ.
        """
        raise NotImplementedError("write insert()")

    def split(self, node: Node, k: int) -> Node:
        """Cut the edge of `node` after its first k tokens; return the new upper node.

        Both halves keep the node's last_access. Every node that match_prefix or split has returned
        stays in the tree and goes on standing for the same prefix, `node` itself included.
        Splitting the node 1 2 3 4 at 2 returns the node 1 2; below it hangs 3 4.
        Raises ValueError, naming k and changing nothing, unless 0 < k < len(node.key) and k is a
        multiple of page_size.
        """
        raise NotImplementedError("write split()")

    def total_size(self) -> int:
        """Return how many tokens the tree holds: 1 2 3 4 and 1 2 5 6 together are 6."""
        raise NotImplementedError("write total_size()")
