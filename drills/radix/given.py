"""What you are handed: the node of a radix tree."""

from typing import Any


class Node:
    """One edge of the tree and what hangs below it.

    A node stands for the prefix that is spelled by the keys on the path from the root to it: with
    (1, 2) under the root and (3,) under that, the second one stands for 1 2 3.

        key          tokens on the edge from the parent to this node; () for the root
        value        KV slots of those tokens, one each; the list is kept as it is handed in
        parent       None for the root
        children     first page of the child's key -> child; at page size 1 the plain first token
        last_access  tick of the last call that used this node

    Nodes are equal only when they are the same object. You may hang further attributes on them.
    """

    def __init__(self, key: tuple[int, ...], value: list[int], parent: "Node | None") -> None:
        self.key = key
        self.value = value
        self.parent = parent
        self.children: dict[Any, Node] = {}
        self.last_access = 0

    def __repr__(self) -> str:
        return f"Node(key={self.key}, value={self.value}, last_access={self.last_access})"
