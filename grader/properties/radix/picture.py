"""A tree drawn as indented text."""

from collections.abc import Sequence

from grader.properties.radix.nodes import Row, nodes_of
from grader.properties.radix.pairs import Pair
from grader.properties.radix.shapes import RuleId
from grader.properties.radix.words import listed

SHOWN = 12  # calls or nodes that are shown


def trees_told(pair: Pair, rule: RuleId) -> tuple[RuleId, str, str]:
    """Return both trees drawn, as what breaks `rule`."""
    times = rule == "R5"
    return rule, draw(nodes_of(pair.must), times), draw(nodes_of(pair.got), times)


def draw(rows: Sequence[Row], times: bool = True) -> str:
    """Draw a tree: a node a line, below its parent and further right."""
    lines: list[str] = []
    above: list[int] = []  # where the edges end on the way to this node
    for row in rows[: SHOWN + 1]:
        while above and above[-1] > row.start:
            above.pop()
        slots = f"{listed(row.key)}  in {listed(row.value)}"
        tick = f"  tick {row.tick}" if times else ""
        lines.append("  " * len(above) + (slots + tick if lines else "root"))
        above.append(row.start + len(row.key))
    more = [f"... {len(rows)} nodes in all"] if len(rows) > SHOWN + 1 else []
    return "\n".join(lines + more)
