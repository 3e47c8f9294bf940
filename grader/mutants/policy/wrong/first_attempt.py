"""The answer of the first five minutes: no deferring, no thresholds."""


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    if policy not in {"fcfs", "lpm"}:
        raise ValueError(f"unknown policy: {policy}")
    if min(limit, check, defer) < 0:
        raise ValueError(f"negative: {limit}, {check} or {defer}")
    rids = [request.rid for request in waiting]
    for rid in rids:
        if rids.count(rid) > 1:
            raise ValueError(f"two requests are called {rid}")
    if policy == "fcfs" or len(waiting) > limit:
        return rids
    return [r.rid for r in sorted(waiting, key=lambda r: match(r.tokens), reverse=True)]


def weights(tree, waiting):
    raise NotImplementedError("write weights()")


def order_by_weight(tree, waiting):
    raise NotImplementedError("write order_by_weight()")


def order_with_age(waiting, match, passes_waited, *, age_weight):
    raise NotImplementedError("write order_with_age()")


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    raise NotImplementedError("write bound()")
