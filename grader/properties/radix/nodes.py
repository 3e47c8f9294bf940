"""The nodes of an observed tree, looked up by what they stand for."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.properties.radix.shapes import Number, Prefix, Step


@dataclass(frozen=True)
class Row:
    """One node of a tree."""

    start: int
    tick: Number
    key: list[Number] | str
    value: list[Number] | str
    note: str = ""


def nodes_of(step: Step) -> list[Row]:
    """Return the nodes of the tree after a step."""
    tree = step["tree"]
    if tree is None:
        return []
    columns = zip(tree["start"], tree["tick"], tree["key"], tree["value"], strict=False)
    return [Row(*row, tree["notes"].get(str(i), "")) for i, row in enumerate(columns)]


def prefixes_of(rows: Sequence[Row]) -> list[Prefix]:
    """Return what each node spells, by the keys above it."""
    found: list[Prefix] = []
    path: Prefix = ()
    for row in rows:
        path = (*path[: row.start], *row.key)
        found.append(path)
    return found


def slots_of(step: Step) -> dict[Prefix, Number]:
    """Return the slot of the last token of every cached prefix."""
    found: dict[Prefix, Number] = {}
    rows = nodes_of(step)
    for prefix, row in zip(prefixes_of(rows), rows, strict=True):
        for i, slot in enumerate(row.value):
            found[prefix[: row.start + i + 1]] = slot
    return found


def handles_of(step: Step) -> list[Prefix | None]:
    """Return what each node that was handed out stands for, None once it is not in the tree."""
    prefixes = prefixes_of(nodes_of(step))
    return [prefixes[i] if 0 <= i < len(prefixes) else None for i in step["handles"]]


def node_of(step: Step) -> Prefix | str | None:
    """Return what the node spells that came back."""
    prefixes, place = prefixes_of(nodes_of(step)), step["node"]
    if place is None:
        return "no node"
    return prefixes[place] if 0 <= place < len(prefixes) else None


def ticks_of(step: Step) -> list[Number]:
    """Return the last access of each node."""
    return [] if step["tree"] is None else step["tree"]["tick"]
