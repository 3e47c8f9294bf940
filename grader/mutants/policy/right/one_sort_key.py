"""Everything in one sort with a composite key; fcfs is the same sort with a constant key.

The bound is tight while passes are few and loose after: it adds a whole spare round of passes.
"""

from operator import attrgetter, itemgetter

RID = attrgetter("rid")


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    key = {"lpm": _by_match, "fcfs": lambda *_: {}}.get(policy)
    if key is None:
        raise ValueError(f"{policy} is none of lpm, fcfs")
    for what, value in dict(limit=limit, check=check, defer=defer).items():
        if not value >= 0:
            raise ValueError(f"{what}={value}")
    rids = list(map(RID, waiting))
    if len(set(rids)) < len(rids):
        rids.sort()
        twin = [a for a, b in zip(rids, rids[1:]) if a == b]
        raise ValueError(f"not unique: {', '.join(twin)}")
    keys = {} if len(waiting) > limit else key(waiting, match, check, defer)
    return [w.rid for w in sorted(waiting, key=lambda w: keys.get(w.rid, (0, 0)))]


def _by_match(waiting, match, check, defer):
    keys = {}
    owner = {}  # head -> the one remembered with it
    for w in waiting:
        hit = match(w.tokens)
        keys[w.rid] = (0, -hit)
        if hit <= check and not len(w.tokens) < defer:
            first = owner.setdefault(tuple(w.tokens[0:defer]), w.rid)
            if first != w.rid:
                keys[w.rid] = (1, 0)
    return keys


def weights(tree, waiting):
    table = {}

    def put(node, requests):
        table[node.name] = len(requests)
        for child in node.children:
            size = len(child.tokens)
            put(child, [t[size:] for t in requests if t[:size] == child.tokens])

    put(tree, [w.tokens for w in waiting])
    return table


def order_by_weight(tree, waiting):
    table = weights(tree, waiting)
    path = {w.rid: [] for w in waiting}

    def mark(node, requests):
        ranks = sorted(range(len(node.children)), key=lambda i: (-table[node.children[i].name], i))
        for rank, index in enumerate(ranks):
            child = node.children[index]
            size = len(child.tokens)
            inside = [(r, t[size:]) for r, t in requests if t[:size] == child.tokens]
            for rid, _ in inside:
                path[rid].append(rank)
            mark(child, inside)

    mark(tree, [(w.rid, w.tokens) for w in waiting])
    for steps in path.values():
        steps.append(float("inf"))  # own requests after all children
    return [rid for rid, _ in sorted(path.items(), key=itemgetter(1))]


def order_with_age(waiting, match, passes_waited, *, age_weight):
    if age_weight < 1:
        raise ValueError(f"age_weight={age_weight}")

    def key(w):
        return -match(w.tokens) - passes_waited[w.rid] * age_weight

    return list(map(RID, sorted(waiting, key=key)))


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    for floor, value in ((0, backlog), (0, arrivals), (1, slots), (0, max_match), (1, age_weight)):
        if value < floor:
            raise ValueError(f"{value} < {floor}")
    rounds = (max_match + age_weight - 1) // age_weight
    return (backlog + arrivals * rounds) // slots + 1 + rounds
