"""A tree at each call: what is there, what came, and what went, each in its place.

A node is known by the prefix that it stands for. Left out: how a drill's observation spells nodes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.trace.picture import Cell, Kind, Line, Mark

NODES = 24  # that are drawn
TOKENS = 12  # of an edge that are drawn


@dataclass(frozen=True)
class Node:
    """One node: all tokens from the root to it, how many of them are its own, and a note."""

    prefix: tuple[str, ...]
    size: int
    slots: tuple[str, ...]
    note: str  # "lock 1", "tick 3"
    is_locked: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """Return the tokens of the node's own edge."""
        return self.prefix[len(self.prefix) - self.size :]


def draw(before: Sequence[Node], after: Sequence[Node]) -> Cell:
    """Return the tree after a call; nodes that went stand where they stood.

    Cutting an edge brings nothing and drops nothing: 1 2 3 is still there as 3 below 1 2.
    """
    gone = [node for node in before if not _is_in(node, after)]
    nodes = sorted([*after, *gone], key=lambda node: node.prefix)
    lines: list[Line] = [
        (
            Mark("  " * _depth(node, nodes)),
            *(_gone(node) if node in gone else _there(node, _is_in(node, before))),
        )
        for node in nodes[:NODES]
    ]
    if len(nodes) > NODES:
        lines.append((Mark(f"... {len(nodes)} nodes in all", "dim"),))
    return tuple(lines) or ((Mark("empty", "dim"),),)


def _is_in(node: Node, nodes: Sequence[Node]) -> bool:
    """Return whether a tree holds all that a node stands for."""
    return any(other.prefix[: len(node.prefix)] == node.prefix for other in nodes)


def _depth(node: Node, nodes: Sequence[Node]) -> int:
    """Return how many of the nodes lie on the way to this one."""
    return sum(
        len(other.prefix) < len(node.prefix)
        and node.prefix[: len(other.prefix)] == other.prefix
        and bool(other.prefix)
        for other in nodes
    )


def _there(node: Node, was_there: bool) -> Line:
    kind: Kind = "locked" if node.is_locked else "node"
    event = Mark("" if was_there else "  new", "good")
    return (_edge(node, kind), Mark(f" {node.note}".rstrip(), "dim"), event)


def _gone(node: Node) -> Line:
    slots = " ".join(node.slots[:TOKENS])
    return (_edge(node, "gone"), Mark(f" gone from {slots}", "bad"))


def _edge(node: Node, kind: Kind) -> Mark:
    more = f" ... {len(node.key)} tokens" if len(node.key) > TOKENS else ""
    return Mark(f" {' '.join(node.key[:TOKENS])}{more} ", kind)
