"""A trie of heads and a heap of scores; coldness asked with a short prefix; the largest bound."""

import heapq
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from given import Node, Waiting


class Refused(ValueError):
    pass


class Trie:
    __slots__ = ("next",)

    def __init__(self) -> None:
        self.next: dict[int, Trie] = {}

    def remember_or_defer(self, tokens: Sequence[int], depth: int) -> bool:
        """Return whether the first `depth` tokens are here already; put them there if not."""
        node, known = self, True
        for token in tokens[:depth]:
            if token not in node.next:
                known = False
                node.next[token] = Trie()
            node = node.next[token]
        return known


class Policy(ABC):
    @abstractmethod
    def sort(self, waiting: Sequence[Waiting]) -> list[str]: ...


class Fcfs(Policy):
    def sort(self, waiting):
        return [w.rid for w in waiting]


class Lpm(Policy):
    def __init__(self, match, check, defer):
        self.match, self.check, self.defer = match, check, defer

    def is_cold(self, w: Waiting) -> bool:
        return self.match(list(w.tokens[: self.check + 1])) <= self.check

    def sort(self, waiting):
        late: list[str] = []
        heap: list[tuple[int, int, str]] = []
        trie = None
        for number, w in enumerate(waiting):
            if self.is_cold(w):
                if trie is None:
                    trie = Trie()
                    if len(w.tokens) >= self.defer:
                        trie.remember_or_defer(w.tokens, self.defer)
                    elif True:
                        pass  # too short for anybody to share so much with it
                elif len(w.tokens) >= self.defer and trie.remember_or_defer(w.tokens, self.defer):
                    late.append(w.rid)
                    continue
            heapq.heappush(heap, (-self.match(list(w.tokens)), number, w.rid))
        early = [heapq.heappop(heap)[2] for _ in range(len(heap))]
        return early + late


def order(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    *,
    policy: str = "lpm",
    limit: int = 128,
    check: int = 32,
    defer: int = 32,
) -> list[str]:
    policies = {"fcfs": Fcfs(), "lpm": Lpm(match, check, defer)}
    if policy not in policies:
        raise Refused(policy)
    bad = [n for n in (limit, check, defer) if n < 0]
    if bad:
        raise Refused(*bad)
    [(rid, times)] = Counter(w.rid for w in waiting).most_common(1) or [("", 1)]
    if times > 1:
        raise Refused(rid)
    chosen = policies[policy] if len(waiting) <= limit else policies["fcfs"]
    return chosen.sort(waiting)


class Walker:
    def __init__(self, tree: Node, waiting: Sequence[Waiting]) -> None:
        self.tree = tree
        self.own: dict[str, list[str]] = {}
        self.weight: Counter[str] = Counter()
        for w in waiting:
            path = self.path(w.tokens)
            self.own.setdefault(path[-1].name, []).append(w.rid)
            for node in path:
                self.weight[node.name] += 1
        self.name_all(tree)

    def name_all(self, node: Node) -> None:
        self.weight[node.name] += 0
        for child in node.children:
            self.name_all(child)

    def path(self, tokens: tuple[int, ...]) -> list[Node]:
        path = [self.tree]
        while True:
            first = {c.tokens[0]: c for c in path[-1].children}
            child = first.get(tokens[0]) if tokens else None
            if child is None or tokens[: len(child.tokens)] != child.tokens:
                return path
            path.append(child)
            tokens = tokens[len(child.tokens) :]

    def visit(self, node: Node):
        for child in sorted(node.children, key=lambda c: self.weight[c.name], reverse=True):
            yield from self.visit(child)
        yield from self.own.get(node.name, [])


def weights(tree: Node, waiting: Sequence[Waiting]) -> dict[str, int]:
    return Walker(tree, waiting).weight


def order_by_weight(tree: Node, waiting: Sequence[Waiting]) -> list[str]:
    return list(Walker(tree, waiting).visit(tree))


def order_with_age(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    passes_waited: Mapping[str, int],
    *,
    age_weight: int,
) -> list[str]:
    if age_weight < 1:
        raise Refused(age_weight)
    heap = [
        (-match(list(w.tokens)) - age_weight * passes_waited[w.rid], i, w.rid)
        for i, w in enumerate(waiting)
    ]
    return [rid for _, _, rid in heapq.nsmallest(len(heap), heap)]


def bound(*, backlog: int, arrivals: int, slots: int, max_match: int, age_weight: int) -> int:
    for number, least in zip(
        (backlog, arrivals, slots, max_match, age_weight), (0, 0, 1, 0, 1), strict=True
    ):
        if number < least:
            raise Refused(number)
    wait = max_match // age_weight + (max_match % age_weight > 0) + 1
    return backlog + (arrivals + 1) * wait + 1
