"""A run of the drill `radix`: the tree after each call."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.forest import Node, draw
from grader.trace.picture import Cell, Picture, cut, words

LESSON: Scenario = {
    "page_size": 1,
    "clock": [0, 1],
    "form": "list",
    "ops": [
        {"do": "insert", "tokens": [1, 2, 3, 4], "extra": 0},
        {"do": "insert", "tokens": [1, 2, 5, 6], "extra": 0},
        {"do": "match", "tokens": [1, 2]},
        {"do": "match", "tokens": [1, 2, 5]},
        {"do": "insert", "tokens": [1, 2, 3], "extra": 0},
        {"do": "match", "tokens": [9]},
    ],
    "large": None,
}


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture | None:
    """Return each call, its answer and the tree after it; None for a large tree."""
    if scenario["large"] is not None:
        return None
    rows: list[tuple[Cell, ...]] = []
    before: list[Node] = []
    for step in seen["steps"]:
        after = _nodes(step["tree"]) if step["tree"] else []
        rows.append((words(_call(scenario, step["op"])), _answer(step), draw(before, after)))
        before = after
    legend = "A node is its tokens; new: slots that were not in the tree before the call."
    return Picture(("call", "your answer", "your tree after it"), cut(rows), legend, is_airy=True)


def _call(scenario: dict[str, Any], place: int) -> str:
    if place < 0:
        return f"page size {scenario['page_size']}"
    op = scenario["ops"][place]
    if op["do"] == "split":
        n = op["node"]
        which = f"returned {n + 1} back" if n >= 0 else f"{-n} below the root, from children"
        return f"split at {op['k']} the node {which}"
    return f"{op['do']} {' '.join(map(str, op['tokens'])) or 'nothing'}"


def _answer(step: dict[str, Any]) -> Cell:
    if step["raised"]:
        return words(f"{step['raised']}: {step['says']}".rstrip(": "), "bad")
    answer: Plain = step["answer"]
    if isinstance(answer, list):
        return words("slots " + " ".join(map(str, answer)) if answer else "no slots")
    return words("" if answer is None else f"{answer} cached")


def _nodes(tree: dict[str, Any]) -> list[Node]:
    """Return the nodes but the root; the prefix of each is its parent's and its own edge."""
    nodes: list[Node] = []
    path: list[str] = []
    columns = zip(tree["start"], tree["key"], tree["value"], tree["tick"], strict=True)
    for row, (start, key, value, tick) in enumerate(columns):
        edge = [str(token) for token in key]
        path = [*path[:start], *edge]
        note = tree["notes"].get(str(row), "")
        if row:
            where = f"in {' '.join(map(str, value))}  tick {tick}"
            slots = tuple(str(slot) for slot in value)
            nodes.append(Node(tuple(path), len(edge), slots, f"{where}  {note}".rstrip()))
    return nodes
