"""A run of the drill `eviction`: the tree after each call, its locks, and what it gave up."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.forest import Node, draw
from grader.trace.picture import Cell, Line, Mark, Picture, bar, cut, words


def _op(do: str, tokens: str = "", n: int = 0) -> Plain:
    return {"do": do, "tokens": [int(token) for token in tokens], "n": n}


LESSON: Scenario = {
    "page": 1,
    "pace": 1,
    "pool": 0,
    "chunk": 0,
    "leaves": 0,
    "ops": [
        _op("insert", "1234"),
        _op("insert", "56"),
        _op("lock", "1234"),
        _op("insert", "127"),
        _op("match", "5"),
        _op("evict", n=2),
        _op("unlock"),
        _op("evict", n=3),
    ],
}
NOTHING = "nothing"


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture | None:
    """Return each call, its answer, the sizes and the tree; None for the cost of a large tree."""
    steps = seen["steps"] or seen["life"]
    if not steps:
        return None
    rows: list[tuple[Cell, ...]] = []
    before: list[Node] = []
    other: list[Node] = []
    for step in steps:
        after = _nodes(step["tree"])
        op = scenario["ops"][step["op"]]
        if op["do"] == "swap":
            before, other = other, before
        answer = _answer(op["do"], step["answers"])
        if scenario["pool"]:
            answer = (*answer, *_requests(step))
        rows.append((words(_call(op)), answer, _sizes(step["sizes"]), draw(before, after)))
        before = after
    legend = "locked: tokens that a lock protects, of all in the tree; gone: evicted in this call."
    heads = ("call", "your answer", "locked", "your tree after it")
    return Picture(heads, cut(rows), legend, is_airy=True)


def _call(op: dict[str, Any]) -> str:
    tokens, n = " ".join(map(str, op["tokens"])), op["n"]
    return {
        "unlock": f"unlock {n}",
        "evict": f"evict {n}",
        "split": f"match {tokens} and split its node",
        "bad": f"unlock {tokens}, not locked",
        "later": f"lock the node matched {n} before" if n else "lock the node matched last",
        "swap": "go on with the other tree",
        "start": f"start {tokens}",
        "step": f"request {n} goes on",
        "finish": f"finish request {n}",
    }.get(op["do"], f"{op['do']} {tokens}".rstrip())


def _answer(do: str, answers: list[Plain]) -> Cell:
    lines: list[Line] = []
    for answer in answers:
        if isinstance(answer, dict):
            raised = f"{answer['raised']}: {answer['says']}"
            lines.append((Mark(raised, "" if do == "bad" else "bad"),))
        elif isinstance(answer, list):
            slots = _joined(answer)
            frees = do == "evict" and slots != NOTHING
            lines.append((Mark(f"frees {slots}" if frees else slots, "bad" if frees else ""),))
        elif answer != "done":
            lines.append((Mark(f"{answer} cached" if do == "insert" else str(answer)),))
    return tuple(lines) or words("")


def _requests(step: dict[str, Any]) -> Cell:
    pool = f"pool {_joined(step['free'])}"
    held = [f"{_joined(one['tokens'])} in {_joined(one['slots'])}" for one in step["requests"]]
    return words("\n".join([pool, *held]), "dim")


def _joined(items: list[Plain]) -> str:
    return " ".join(map(str, items)) or NOTHING


def _sizes(sizes: list[Any]) -> Cell:
    """Return protected of total as a bar, or in words where they do not add up."""
    evictable, protected, total = sizes
    if all(isinstance(size, int) for size in sizes) and evictable + protected == total:
        return (bar(protected, total, 4),)
    return words("\n".join(str(size) for size in sizes), "bad")


def _nodes(tree: list[dict[str, Any]]) -> list[Node]:
    """Return the nodes; the prefix of each is that of the node above it and its own edge."""
    nodes: list[Node] = []
    path: list[tuple[str, ...]] = []
    for node in tree:
        if node["depth"] < 0:  # a note of the driver, no node
            continue
        edge = tuple(str(token) for token in node["key"])
        path = [*path[: node["depth"]], edge]
        prefix = tuple(token for part in path for token in part)
        slots = tuple(str(slot) for slot in node["slots"])
        lock = node["lock"]
        note = f"in {' '.join(slots)}" + (f"  lock {lock}" if lock else "")
        nodes.append(Node(prefix, len(edge), slots, note, is_locked=bool(lock)))
    return nodes
