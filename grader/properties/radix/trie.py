"""The tree by the rules, in another way: a trie without edge compression, a node a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from grader.properties.radix.nodes import Row
from grader.properties.radix.shapes import FAR, Scenario, Step

T = TypeVar("T")


@dataclass
class Page:
    """One page of one cached prefix."""

    slots: list[int]
    tick: int
    ends: bool = False  # a node of the radix tree ends here
    children: dict[tuple[int, ...], "Page"] = field(default_factory=dict[tuple[int, ...], "Page"])


class Trie:
    """The cache without compressed edges: which prefixes there are, and where nodes end.

    A node ends where a call ended or parted from what was cached, and nowhere else; so an edge is a
    run of pages up to the next one that ends. `refreshed` is the other rule on recency.
    """

    def __init__(self, page: int, refreshed: bool) -> None:
        self.page = page
        self.refreshed = refreshed
        self.top = Page([], 0, ends=True)

    def pages(self, tokens: Sequence[int]) -> list[tuple[int, ...]]:
        """Cut into whole pages: 1 2 3 4 5 in pages of 2 gives (1, 2), (3, 4)."""
        whole = len(tokens) // self.page
        return [tuple(tokens[i * self.page : (i + 1) * self.page]) for i in range(whole)]

    def path(self, tokens: Sequence[int]) -> list[Page]:
        """Return the pages of the longest cached prefix."""
        found, here = list[Page](), self.top
        for page in self.pages(tokens):
            if page not in here.children:
                break
            here = here.children[page]
            found.append(here)
        return found

    def touch(self, tokens: Sequence[int], tick: int) -> list[Page]:
        """Match: the path takes the tick, and a node ends where it ends."""
        path = self.path(tokens)
        for page in path:
            page.tick = tick
        last = path[-1] if path else self.top
        below = last
        while self.refreshed and not below.ends:
            (below,) = below.children.values()
            below.tick = tick
        last.ends = True
        return path

    def insert(self, tokens: Sequence[int], slots: Sequence[int], tick: int) -> int:
        """Return how many tokens were cached; hang the others below."""
        path = self.touch(tokens, tick)
        here = path[-1] if path else self.top
        for i, page in enumerate(self.pages(tokens)):
            if i >= len(path):
                new = Page(list(slots[i * self.page : (i + 1) * self.page]), tick)
                here.children[page] = here = new
        here.ends = True
        return len(path) * self.page

    def split(self, prefix: Sequence[int], k: int) -> tuple[int, ...] | None:
        """Return the prefix of the upper half, None when the node cannot be cut there."""
        path = self.path(prefix)
        ends = [i + 1 for i, page in enumerate(path[:-1]) if page.ends]
        start = ends[-1] * self.page if ends else 0
        if k % self.page or not 0 < k < len(prefix) - start:
            return None
        path[(start + k) // self.page - 1].ends = True
        return tuple(prefix[: start + k])

    def nodes(self) -> Iterator[tuple[tuple[int, ...], Row]]:
        """Yield each node of the radix tree as the driver would, with the prefix that it spells."""
        yield (), Row(0, 0, [], [])
        todo = _children((), self.top)
        while todo:
            prefix, key, page = todo.pop()
            slots = page.slots
            while not page.ends:
                ((more, page),) = page.children.items()
                key, slots = key + more, slots + page.slots
            yield prefix + key, Row(len(prefix), page.tick, list(key), list(slots))
            todo += _children(prefix + key, page)


def _children(
    prefix: tuple[int, ...], page: Page
) -> list[tuple[tuple[int, ...], tuple[int, ...], Page]]:
    return [(prefix, *child) for child in sorted(page.children.items(), reverse=True)]


def predict(scenario: Scenario, refreshed: bool = False) -> list[Step]:
    """Return what must be observed, by the trie alone."""
    page = scenario["page_size"]
    if page < 1:
        return [{**_step(-1), "raised": "ValueError"}]
    trie = Trie(page, refreshed)
    handles: list[tuple[int, ...]] = []
    steps = [_read(_step(-1), trie, handles, None)]
    slot = 0
    for index, op in enumerate(scenario["ops"]):
        step, tick, node = _step(index), tick_of(scenario, index), None
        if op["do"] == "insert":
            size = len(op["tokens"]) + op["extra"]
            slots, slot = slots_from(scenario, slot, size), slot + size
            if op["extra"]:
                step["raised"] = "ValueError"
            else:
                step["answer"] = trie.insert(op["tokens"], slots, tick)
        elif op["do"] == "match":
            path = trie.touch(op["tokens"], tick)
            step["answer"] = [slot for one in path for slot in one.slots]
            node = tuple(op["tokens"][: len(path) * page])
        else:
            is_taken = op["node"] < 0
            nodes = [prefix for prefix, _ in trie.nodes()][1:] if is_taken else handles[::-1]
            whole = chosen(nodes, op["node"])
            node = trie.split(whole, op["k"])
            step["raised"] = "" if node else "ValueError"
            handles += [whole] if is_taken and node else []
        asks = op["do"] != "split" and not step["raised"] and scenario["clock"]
        step["asked"] = 1 if asks else 0
        steps.append(_read(step, trie, handles, node))
    return steps


def chosen(nodes: Sequence[tuple[T, ...]], number: int) -> tuple[T, ...]:
    """Return the node of a split: from the first one on for 0, 1, … and for -1, -2, …"""
    place = number if number >= 0 else -1 - number
    return nodes[place % len(nodes)] if nodes else ()


def slots_from(scenario: Scenario, slot: int, size: int) -> range:
    """Return the slots of an insert, as drills/radix/driver.py numbers them by the form."""
    if scenario["form"] == "same slots":
        return range(FAR, FAR + size)
    if scenario["form"] == "range":
        return range(2 * slot, 2 * (slot + size), 2)
    return range(slot, slot + size)[:: -1 if scenario["form"] in ("tuple", "mixed") else 1]


def tick_of(scenario: Scenario, index: int) -> int:
    """Return the tick of a call; the tree's own clock counts the calls that ask it."""
    if scenario["clock"]:
        less, calls = scenario["clock"]
        return 1 - less + index // calls
    return sum(op["do"] != "split" for op in scenario["ops"][: index + 1])


def _step(op: int) -> Step:
    return {
        "op": op,
        "raised": "",
        "says": "",
        "answer": None,
        "node": None,
        "asked": 0,
        "asked_later": 0,
        "changed": False,
        "size": None,
        "tree": None,
        "handles": [],
    }


def _read(
    step: Step, trie: Trie, handles: list[tuple[int, ...]], node: tuple[int, ...] | None
) -> Step:
    nodes = list(trie.nodes())
    places = {prefix: i for i, (prefix, _) in enumerate(nodes)}
    if node is not None:
        handles.append(node)
        step["node"] = places[node]
    step["handles"] = [places[handle] for handle in handles]
    rows = [row for _, row in nodes]
    step["tree"] = {
        "start": [row.start for row in rows],
        "tick": [row.tick for row in rows],
        "key": [row.key for row in rows],
        "value": [row.value for row in rows],
        "notes": {},
    }
    step["size"] = sum(len(row.key) for row in rows)
    return step
