"""The weights and the order that level 2 asks for, from the paths of the nodes.

Left out: where an answer differs (`weighing.py`).
"""

from grader.properties.policy.orders import requests_of, tokens_of
from grader.properties.policy.shapes import Edge, Tokens, TreeScenario


def tree_must(case: TreeScenario) -> tuple[dict[str, int], list[str]]:
    """Return the weights, and the order, from the paths of the nodes."""
    paths = _paths(case["nodes"])
    own: list[list[str]] = [[] for _ in paths]
    for entry in requests_of(case["waiting"]):
        tokens = tokens_of(entry["prompt"])
        on_path = [place for place, path in enumerate(paths) if tokens[: len(path)] == path]
        own[max(on_path, key=lambda place: len(paths[place]))].append(entry["rid"])
    weight = [len(rids) for rids in own]
    below = [list[str]() for _ in paths]
    for place in range(len(paths) - 1, -1, -1):  # children before their parents
        children = [i for i, node in enumerate(case["nodes"], 1) if node["parent"] == place]
        weight[place] += sum(weight[child] for child in children)
        for child in sorted(children, key=lambda i: (-weight[i], i)):
            below[place] += below[child]
        below[place] += own[place]
    return dict(zip(node_names(case), weight, strict=True)), below[0]


def node_names(case: TreeScenario) -> list[str]:
    """Return the names of root and nodes: "root", "n1", "n2", … unless they are named."""
    named = [node.get("name", f"n{place}") for place, node in enumerate(case["nodes"], 1)]
    return [case.get("root", "root"), *named]


def _paths(nodes: list[Edge]) -> list[Tokens]:
    paths: list[Tokens] = [()]
    for node in nodes:
        paths.append(paths[node["parent"]] + tokens_of([node["piece"], *node.get("more", [])]))
    return paths
