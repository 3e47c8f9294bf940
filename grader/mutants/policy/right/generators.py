"""Lazy all the way: generators, chain and partition; matches are asked for twice a request."""

from itertools import chain, filterfalse


def _guard(pairs):
    for value, least in pairs:
        if value < least:
            raise ValueError(f"{value} is less than {least}")


def _twice(names):
    seen = set()
    yield from (n for n in names if n in seen or seen.add(n))


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    _guard([(limit, 0), (check, 0), (defer, 0)])
    for name in _twice(w.rid for w in waiting):
        raise ValueError(f"doubled: {name}")
    if policy == "fcfs":
        return [w.rid for w in waiting]
    if policy != "lpm":
        raise ValueError(f"policy: {policy}")
    if len(waiting) - limit > 0:
        return [w.rid for w in waiting]
    late = set(_late(waiting, match, check, defer))
    prompt = sorted(
        filterfalse(lambda w: w.rid in late, waiting), key=lambda w: match(w.tokens), reverse=True
    )
    patient = filter(lambda w: w.rid in late, waiting)
    return [w.rid for w in chain(prompt, patient)]


def _late(waiting, match, check, defer):
    heads = {}
    for w in waiting:
        if match(tuple(w.tokens)) > check or len(w.tokens) < defer:
            continue
        head = (*w.tokens[:defer],)
        heads[head] = heads.get(head, 0) + 1
        if heads[head] > 1:
            yield w.rid


def _fits(tokens, node):
    return all(a == b for a, b in zip(node.tokens, tokens)) and len(tokens) >= len(node.tokens)


def weights(tree, waiting):
    def each(node, rests):
        inside = [rest[len(node.tokens) :] for rest in rests if _fits(rest, node)]
        yield node.name, len(inside)
        for child in node.children:
            yield from each(child, inside)

    return dict(each(tree, [w.tokens for w in waiting]))


def order_by_weight(tree, waiting):
    weight = weights(tree, waiting)

    def each(node, pairs):
        taken = set()
        for child in sorted(node.children, key=lambda c: (-weight[c.name],)):
            size = len(child.tokens)
            inside = [(rid, rest[size:]) for rid, rest in pairs if _fits(rest, child)]
            taken.update(rid for rid, _ in inside)
            yield from each(child, inside)
        yield from (rid for rid, _ in pairs if rid not in taken)

    return list(each(tree, [(w.rid, w.tokens) for w in waiting]))


def order_with_age(waiting, match, passes_waited, *, age_weight):
    _guard([(age_weight, 1)])
    worth = {w.rid: match(w.tokens) + age_weight * passes_waited[w.rid] for w in waiting}
    return sorted(worth, key=lambda rid: -worth[rid])


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    _guard([(backlog, 0), (arrivals, 0), (slots, 1), (max_match, 0), (age_weight, 1)])
    overtakers = sum(arrivals for d in range(1, max_match + 1) if d * age_weight < max_match)
    return (backlog + overtakers + slots) // slots
