"""Finds groups of cold prompts by sorting their heads; weights by counting prefixes; tight bound."""

from collections import Counter
from itertools import groupby
from math import ceil


class Bad(ValueError):
    pass


def _at_least(floor, **values):
    for name, value in values.items():
        if value < floor:
            raise Bad(f"{name}: {value}")


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    if policy not in ["lpm", "fcfs"]:
        raise Bad(policy)
    _at_least(0, limit=limit, check=check, defer=defer)
    rids = [w.rid for w in waiting]
    for rid, count in Counter(rids).items():
        if count > 1:
            raise Bad(rid)
    if policy == "fcfs" or len(rids) > limit:
        return rids
    hits = list(map(match, (w.tokens for w in waiting)))
    heads = [
        (w.tokens[:defer], place)
        for place, w in enumerate(waiting)
        if hits[place] <= check and len(w.tokens) >= defer
    ]
    heads.sort()
    late = set()
    for _, group in groupby(heads, key=lambda pair: pair[0]):
        _, *others = [place for _, place in group]
        late.update(others)
    if defer == 0:  # the short ones share nothing, which is enough
        assert len(heads) == sum(hit <= check for hit in hits)
    places = range(len(rids))
    final = sorted(places, key=lambda p: (p in late, -hits[p] if p not in late else 0))
    return [rids[p] for p in final]


def _prefixes(tree):
    """Return each node with its whole prefix, parents before children."""
    found = [(tree, ())]
    for node, prefix in found:
        found += [(child, prefix + child.tokens) for child in node.children]
    return found


def weights(tree, waiting):
    starts = [
        (node.name, sum(w.tokens[: len(prefix)] == prefix for w in waiting))
        for node, prefix in _prefixes(tree)
    ]
    return dict(starts[::-1])


def order_by_weight(tree, waiting):
    weight = weights(tree, waiting)
    keys = {tree.name: ()}
    for node, _ in _prefixes(tree):
        ranked = sorted(node.children, key=lambda c: weight[c.name], reverse=True)
        for rank, child in enumerate(ranked):
            keys[child.name] = (*keys[node.name], (0, rank))
    last = {}
    for node, prefix in _prefixes(tree):
        for w in waiting:
            if w.tokens[: len(prefix)] == prefix:
                last[w.rid] = (*keys[node.name], (1, 0))
    return sorted((w.rid for w in waiting), key=last.__getitem__)


def order_with_age(waiting, match, passes_waited, *, age_weight):
    _at_least(1, age_weight=age_weight)
    pairs = [(match(w.tokens) + age_weight * passes_waited[w.rid], w.rid) for w in waiting]
    pairs.sort(key=lambda pair: pair[0], reverse=True)
    return [rid for _, rid in pairs]


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    _at_least(1, slots=slots, age_weight=age_weight)
    _at_least(0, backlog=backlog, arrivals=arrivals, max_match=max_match)
    window = 0
    while (window + 1) * age_weight < max_match:
        window += 1
    return ceil((backlog + arrivals * window + 1) / slots)
