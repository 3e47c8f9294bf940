"""Calls and answers in words."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from grader.properties.radix.nodes import handles_of, node_of, nodes_of, prefixes_of
from grader.properties.radix.pairs import Pair
from grader.properties.radix.shapes import Number, Prefix, Query, Scenario, Step
from grader.properties.radix.trie import chosen, predict


def listed(items: Sequence[Number] | str) -> str:
    """Return items side by side: "1 1 2", "nothing" for none."""
    if isinstance(items, str):
        return items
    more = f" ... {len(items)} in all" if len(items) > 16 else ""
    return " ".join(map(str, items[:16])) + more if items else "nothing"


def raised_told(raised: str, says: str) -> str:
    """Return an exception in words."""
    return f"raises {raised}" + (f"\n{says}" if says else "")


def answer_told(pair: Pair, step: Step) -> str:
    """Return what a call answered, in words."""
    if step["raised"]:
        wanted = _wanted(pair) if step is pair.must else ""
        return raised_told(step["raised"], step["says"]) + wanted
    op, node = pair.op, node_of(step)
    if op is None:
        return "a tree"
    if op["do"] == "insert":
        return f"returns {step['answer']}"
    stands = {None: "a node that is not in the tree", "no node": "no node"}
    name = stands.get(cast(None, node)) or f"the node for {listed(cast(Prefix, node))}"
    name = "the root" if node == () else name
    if op["do"] == "split":
        return f"returns {name}"
    slots = step["answer"]
    if isinstance(slots, list):
        return f"slots {listed(slots) if slots else 'none'}\n{name}"
    return f"slots: {slots}\n{name}"


def _wanted(pair: Pair) -> str:
    """Return what a ValueError has to name."""
    op = pair.op
    if op is None:
        return f" that names {pair.case['page_size']}"
    if op["do"] == "split":
        return f" that names {op['k']}"
    size = len(op["tokens"])
    return f" that names {size} and {size + op['extra']}" if op["do"] == "insert" else ""


@lru_cache(maxsize=4)
def _played(case: str) -> list[Step]:
    return predict(json.loads(case))


def label(case: Scenario, place: int) -> str:
    """Return a call in words; a node is named by what it stands for."""
    if place < 0:
        return _constructor(case)
    op = case["ops"][place]
    if op["do"] == "split":
        step = _played(json.dumps(case))[place]  # the steps begin with the constructor
        is_taken = op["node"] < 0
        nodes = prefixes_of(nodes_of(step))[1:] if is_taken else handles_of(step)[::-1]
        node = chosen([one or () for one in nodes], op["node"])
        from_where = ", taken from children," if is_taken and node else ""
        name = f"the node {listed(node)}{from_where}" if node else "the root"
        return f"split {name} at {op['k']}"
    extra = op["extra"] if op["do"] == "insert" else 0
    slots = f", {len(op['tokens']) + extra} slots" if extra else ""
    return f"{op['do']} {listed(op['tokens'])}{slots}"


def _constructor(case: Scenario) -> str:
    """Return the call by which a tree is made, as the driver does."""
    size, clock = case["page_size"], ["clock"] if case["clock"] else []
    if case["form"] == "tuple":
        return f"RadixTree({', '.join([str(size), *clock])})"
    named = [] if size == 1 else [f"page_size={size}"]
    return f"RadixTree({', '.join(named + [f'{name}={name}' for name in clock])})"


def name_of(query: Query) -> str:
    """Return a call on a large tree in words."""
    return f"{query['call']} {query['what']}"


def outcome(query: Query) -> str:
    """Return what a call on a large tree answered, in words."""
    if query["call"] == "insert":
        return f"returns {query['count']}"
    if query["call"] == "handles":
        return f"{query['count']} stand for the same prefix as before"
    if query["call"] == "total_size":
        is_size = isinstance(query["count"], int)
        return f"{query['count']} tokens" if is_size else str(query["count"])
    stands = f"a node for {query['node']:,} of them" if query["node"] >= 0 else "another node"
    return f"{query['count']} slots, {stands}" if query["call"] == "match" else stands
