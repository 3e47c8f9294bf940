"""What you are handed: a waiting request, and a node of the cache's radix tree."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Waiting:
    """A request that waits; `tokens` is its prompt, at least one token."""

    rid: str
    tokens: tuple[int, ...]
    arrival: int


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a radix tree: its prefix is that of its parent and then `tokens`.

    The root has no tokens. The children of one node start with different tokens, every node has a
    name of its own, and no tree is more than 50 nodes deep.
    """

    name: str
    tokens: tuple[int, ...]
    children: tuple["Node", ...] = ()
