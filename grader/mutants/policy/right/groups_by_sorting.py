"""Heads sorted and grouped; every node asked for every request; a bound by playing the worst."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import chain, groupby
from operator import itemgetter

from given import Node, Waiting


def _refuse(value) -> None:
    raise ValueError(f"{value}")


def _heads(cold: list[tuple[int, Waiting]], defer: int) -> set[int]:
    """Return the places of those cold ones that are deferred: all of a group but its first."""
    long = sorted(
        ((w.tokens[:defer], i) for i, w in cold if len(w.tokens) >= defer),
        key=itemgetter(0),
    )
    groups = ([i for _, i in group] for _, group in groupby(long, key=itemgetter(0)))
    return set(chain.from_iterable(sorted(g)[1:] for g in groups))


def order(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    *,
    policy: str = "lpm",
    limit: int = 128,
    check: int = 32,
    defer: int = 32,
) -> list[str]:
    rids = [w.rid for w in waiting]
    policy in {"lpm", "fcfs"} or _refuse(policy)
    all(n >= 0 or _refuse(n) for n in (limit, check, defer))
    len(set(rids)) == len(rids) or _refuse(sorted(rids, key=rids.count)[-1])
    if policy == "fcfs" or len(rids) > limit:
        return rids
    # from the back, for a change
    found = dict(reversed([(i, match(waiting[i].tokens)) for i in reversed(range(len(rids)))]))
    late = _heads([(i, w) for i, w in enumerate(waiting) if found[i] <= check], defer)
    ranked = sorted(range(len(rids)), key=lambda i: (i in late, 0 if i in late else -found[i], i))
    return [rids[i] for i in ranked]


def _prefixes(node: Node, before: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], Node]]:
    whole = before + node.tokens
    return [(whole, node), *chain.from_iterable(_prefixes(c, whole) for c in node.children)]


def _end(prefixes: list[tuple[tuple[int, ...], Node]], w: Waiting) -> str:
    return max(
        ((len(p), n.name) for p, n in prefixes if w.tokens[: len(p)] == p), key=itemgetter(0)
    )[1]


def weights(tree: Node, waiting: Sequence[Waiting]) -> dict[str, int]:
    prefixes = _prefixes(tree)
    ends = [_end(prefixes, w) for w in waiting]
    return {
        node.name: sum(ends.count(below.name) for _, below in _prefixes(node))
        for _, node in reversed(prefixes)
    }


def order_by_weight(tree: Node, waiting: Sequence[Waiting]) -> list[str]:
    weight = weights(tree, waiting)
    prefixes = _prefixes(tree)
    ends = [(_end(prefixes, w), w.rid) for w in waiting]

    def visit(node: Node) -> list[str]:
        return reduce(
            lambda done, child: done + visit(child),
            sorted(node.children, key=lambda c: (-weight[c.name], node.children.index(c))),
            [],
        ) + [rid for name, rid in ends if name == node.name]

    return visit(tree)


def order_with_age(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    passes_waited: Mapping[str, int],
    *,
    age_weight: int,
) -> list[str]:
    age_weight >= 1 or _refuse(age_weight)
    scores = {w.rid: match(w.tokens) + age_weight * passes_waited[w.rid] for w in waiting}
    levels = sorted(set(scores.values()), reverse=True)
    return [w.rid for level in levels for w in waiting if scores[w.rid] == level]


def bound(*, backlog: int, arrivals: int, slots: int, max_match: int, age_weight: int) -> int:
    min(backlog, arrivals, max_match) >= 0 or _refuse(min(backlog, arrivals, max_match))
    min(slots, age_weight) >= 1 or _refuse(min(slots, age_weight))
    ahead, passed = backlog, 1
    while ahead >= slots:  # the tightest one: play the worst arrivals
        ahead -= slots
        ahead += arrivals if max_match > passed * age_weight else 0
        passed += 1
    return passed
