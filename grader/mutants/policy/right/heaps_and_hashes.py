"""A running hash of each head instead of the head itself; heaps for the orders; a rounded-up bound."""

import heapq
from functools import reduce


def _want(good, value):
    if not good:
        raise ValueError(f"{value!r} will not do")


def _digest(tokens):
    return reduce(lambda h, token: (h * 1_000_003 + int(token) + 1) % (2**127 - 1), tokens, 7)


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    _want(policy in {"lpm", "fcfs"}, policy)
    _want(limit >= 0, limit)
    _want(check >= 0, check)
    _want(defer >= 0, defer)
    known = set()
    for w in waiting:
        _want(w.rid not in known, w.rid)
        known.add(w.rid)
    heap, seen = [], set()
    if policy == "lpm" and len(waiting) <= limit:
        for place, w in enumerate(waiting):
            hit, late = match(w.tokens), False
            if hit <= check and len(w.tokens) >= defer:
                head = _digest(w.tokens[:defer])
                late = head in seen
                seen.add(head)
            elif hit <= check and defer == 0:
                raise AssertionError("every prompt has zero tokens to share")
            heapq.heappush(heap, (late, 0 if late else -hit, place, w.rid))
        return [heapq.heappop(heap)[3] for _ in range(len(heap))]
    return [w.rid for w in waiting]


def _walk(tree, prefix=()):
    whole = prefix + tree.tokens
    yield tree, whole
    for child in tree.children:
        yield from _walk(child, whole)


def weights(tree, waiting):
    return {
        node.name: len([w for w in waiting if w.tokens[: len(whole)] == whole])
        for node, whole in _walk(tree)
    }


def order_by_weight(tree, waiting):
    weight = weights(tree, waiting)

    def visit(node, mine):
        heap = [(-weight[child.name], place) for place, child in enumerate(node.children)]
        heapq.heapify(heap)
        out, rest = [], dict(mine)
        while heap:
            child = node.children[heapq.heappop(heap)[1]]
            size = len(child.tokens)
            inner = {r: t[size:] for r, t in rest.items() if t[:size] == child.tokens}
            rest = {r: t for r, t in rest.items() if r not in inner}
            out += visit(child, inner)
        return out + list(rest)

    return visit(tree, {w.rid: w.tokens for w in waiting})


def order_with_age(waiting, match, passes_waited, *, age_weight):
    _want(age_weight > 0, age_weight)
    heap = [
        (-(match(w.tokens) + age_weight * passes_waited[w.rid]), place, w.rid)
        for place, w in enumerate(waiting)
    ]
    heapq.heapify(heap)
    return [heapq.heappop(heap)[2] for _ in waiting]


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    _want(slots > 0, slots)
    _want(age_weight > 0, age_weight)
    for number in (backlog, arrivals, max_match):
        _want(number >= 0, number)
    return backlog + arrivals * -(-max_match // age_weight) + 1
