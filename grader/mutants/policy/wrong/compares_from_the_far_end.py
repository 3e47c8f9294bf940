"""Looks at the last of the tokens that would have to be shared first."""


def shares(one, other, defer):
    if min(len(one), len(other)) < defer:
        return False
    return all(one[place] == other[place] for place in range(defer - 1, -1, -1))


def deferred(waiting, matched, check, defer):
    remembered, late = [], set()
    for place, request in enumerate(waiting):
        if matched[place] > check:
            continue
        if any(shares(request.tokens, other, defer) for other in remembered):
            late.add(place)
        else:
            remembered.append(request.tokens)
    return late


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    if policy not in ("fcfs", "lpm"):
        raise ValueError(f"policy {policy!r}")
    for number in (limit, check, defer):
        if number < 0:
            raise ValueError(f"negative: {number}")
    rids = [request.rid for request in waiting]
    seen = set()
    for rid in rids:
        if rid in seen:
            raise ValueError(f"twice: {rid}")
        seen.add(rid)
    if policy == "fcfs" or len(rids) > limit:
        return rids
    matched = [match(request.tokens) for request in waiting]
    late = deferred(waiting, matched, check, defer)
    first = sorted((-m, i) for i, m in enumerate(matched) if i not in late)
    return [rids[i] for _, i in first] + [rids[i] for i in sorted(late)]


def weights(tree, waiting):
    raise NotImplementedError("write weights()")


def order_by_weight(tree, waiting):
    raise NotImplementedError("write order_by_weight()")


def order_with_age(waiting, match, passes_waited, *, age_weight):
    raise NotImplementedError("write order_with_age()")


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    raise NotImplementedError("write bound()")
