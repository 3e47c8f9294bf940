"""Turns each prompt into text once, then compares everybody with everybody."""


def deferred(waiting, matched, check, defer):
    remembered, late = [], set()
    for place, request in enumerate(waiting):
        if matched[place] > check:
            continue
        head = "".join(f"{token:d};" for token in request.tokens[:defer])
        is_long = len(request.tokens) >= defer
        if is_long and any(text.startswith(head) for text in remembered):
            late.add(place)
        else:
            remembered.append("".join(f"{token:d};" for token in request.tokens))
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
