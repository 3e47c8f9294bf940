"""A small class for the trie of the pass; age order by repeated max; the bound by playing it out.

The bound plays the worst case pass by pass, which is tighter where the queue runs dry.
"""


class Pass:
    """What is remembered in one pass, by a tree of single tokens."""

    def __init__(self, defer):
        self.defer, self.root, self.count = defer, {}, 0

    def is_new(self, tokens):
        node, depth = self.root, 0
        fresh = False
        for token in tokens:
            if depth == self.defer:
                break
            if token not in node:
                node[token], fresh = {}, True
            node, depth = node[token], depth + 1
        shares = not fresh and depth == self.defer and self.count > 0
        self.count += not shares
        return not shares


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    for number in (limit, check, defer):
        if number < 0:
            raise ValueError("negative number %d" % number)
    rids = tuple(w.rid for w in waiting)
    double = next((rid for rid in rids if rids.count(rid) > 1), None)  # quadratic in names only
    if double is not None:
        raise ValueError("rid " + double + " is taken")
    match policy:
        case "fcfs":
            return [*rids]
        case "lpm":
            pass
        case other:
            raise ValueError(repr(other))
    if len(rids) > limit:
        return [*rids]
    memory = Pass(defer)
    buckets, later = {}, []
    for w in waiting:
        hit = match_(match, w)
        if hit > check or memory.is_new(w.tokens):
            buckets.setdefault(hit, []).append(w.rid)
        else:
            later.append(w.rid)
    return [rid for hit in sorted(buckets, reverse=True) for rid in buckets[hit]] + later


def match_(match, request):
    return match(request.tokens)


def _place(tree, tokens):
    for child in tree.children:
        size = len(child.tokens)
        if tokens[:size] == child.tokens:
            return _place(child, tokens[size:])
    return tree.name


def weights(tree, waiting):
    ends = [_place(tree, w.tokens) for w in waiting]

    def total(node):
        inner = {}
        for child in node.children:
            inner |= total(child)
        direct = sum(inner[child.name] for child in node.children)
        return inner | {node.name: ends.count(node.name) + direct}

    return total(tree)


def order_by_weight(tree, waiting):
    weight = weights(tree, waiting)

    def walk(node):
        left = list(node.children)
        while left:
            heaviest = max(left, key=lambda c: weight[c.name])
            left.remove(heaviest)
            yield from walk(heaviest)
        yield from (w.rid for w in waiting if _place(tree, w.tokens) == node.name)

    return list(walk(tree))


def order_with_age(waiting, match, passes_waited, *, age_weight):
    if age_weight < 1:
        raise ValueError(f"no ageing with {age_weight}")
    left = [(match(w.tokens) + age_weight * passes_waited[w.rid], w.rid) for w in waiting]
    answer = []
    while left:
        best = max(left, key=lambda pair: pair[0])  # the first of equals
        left.remove(best)
        answer.append(best[1])
    return answer


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    if min(backlog, arrivals, max_match, slots - 1, age_weight - 1) < 0:
        raise ValueError(f"{backlog} {arrivals} {max_match} {slots} {age_weight}")
    ahead, now = backlog, 1
    while ahead >= slots:
        ahead -= slots
        ahead += arrivals if now * age_weight < max_match else 0
        now += 1
    return now
