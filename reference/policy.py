"""Order the waiting queue by what the cache holds, and keep the cold ones from starving.

Left out: priorities, and that matching itself refreshes what it finds in a real tree.
"""

from collections.abc import Callable, Mapping, Sequence

from given import Node, Waiting


def order(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    *,
    policy: str = "lpm",
    limit: int = 128,
    check: int = 32,
    defer: int = 32,
) -> list[str]:
    """Return the rids of all waiting requests in the order in which they should go.

    `match(tokens)` says how many leading tokens the cache holds. Policy "fcfs" keeps the order of
    the list and never calls it. Policy "lpm" puts the longest match first, ties in list order; with
    more than `limit` requests it does as fcfs does. Cold requests (match at most `check`) that
    share `defer` or more leading tokens with a cold request before them go last: in list order, a
    cold request is compared with the cold ones remembered so far, and deferred if it shares so
    many, else remembered. Matches 0, 40, 40, 10 for A, B, C, D: ["B", "C", "D", "A"].
    ValueError for an unknown policy, a negative limit, check or defer, or a rid that occurs twice.
    """
    _refuse_bad_arguments(waiting, policy, {"limit": limit, "check": check, "defer": defer})
    rids = [request.rid for request in waiting]
    if policy == "fcfs" or len(waiting) > limit:  # beyond it, sorting costs more than it saves
        return rids
    matched = {request.rid: match(request.tokens) for request in waiting}
    cold = [request for request in waiting if matched[request.rid] <= check]
    deferred = _shares_with_an_earlier_one(cold, defer)
    first = [rid for rid in rids if rid not in deferred]
    first.sort(key=lambda rid: -matched[rid])
    return first + [rid for rid in rids if rid in deferred]


def weights(tree: Node, waiting: Sequence[Waiting]) -> dict[str, int]:
    """Return the weight of every node by its name, the root and those of weight 0 included.

    A request's match ends at the deepest node whose whole prefix its tokens start with. A node's
    weight is the number of requests whose match ends there, plus the weights of its children.
    Root with a child x of tokens (1, 2); prompts (1, 2, 3) and (1, 9): {"root": 2, "x": 1}.
    """
    own = _matches_by_node(tree, waiting)
    weight: dict[str, int] = {}

    def weigh(node: Node) -> int:
        below = sum(weigh(child) for child in node.children)
        weight[node.name] = len(own[node.name]) + below
        return weight[node.name]

    weigh(tree)
    return weight


def order_by_weight(tree: Node, waiting: Sequence[Waiting]) -> list[str]:
    """Return the rids of all waiting requests, the busiest part of the tree first.

    At every node its children are visited first, by weight, heaviest first, ties in the order of
    `children`; then come the requests whose match ends at the node itself, in list order.
    There is no limit here. In the example of `weights`, with rids P and Q: ["P", "Q"].
    """
    own = _matches_by_node(tree, waiting)
    weight = weights(tree, waiting)

    def visit(node: Node) -> list[str]:
        found: list[str] = []
        for child in sorted(node.children, key=lambda child: -weight[child.name]):
            found += visit(child)
        return found + own[node.name]

    return visit(tree)


def order_with_age(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    passes_waited: Mapping[str, int],
    *,
    age_weight: int,
) -> list[str]:
    """Return the rids of all waiting requests, the largest score first, ties in list order.

    A request's score is its match plus age_weight times the passes it has waited; `passes_waited`
    holds them for every waiting rid, 0 for one that has just come. No limit and no deferring here.
    Match 0 after 5 passes against match 8 just come, age_weight 2: 10 goes before 8.
    ValueError for an age_weight below 1.
    """
    _at_least(1, age_weight=age_weight)

    def score(request: Waiting) -> int:
        return match(request.tokens) + age_weight * passes_waited[request.rid]

    return [request.rid for request in sorted(waiting, key=score, reverse=True)]


def bound(*, backlog: int, arrivals: int, slots: int, max_match: int, age_weight: int) -> int:
    """Return after how many passes every request is served under `order_with_age`: you state it.

    In each pass the new requests join the end of the list, it is ordered, and the first `slots` are
    served and leave. A request that joins finds `backlog` others in the list, those that join with
    it included. In every later pass at most `arrivals` join, none with a match above `max_match`.
    It must be served by the pass that you return, the pass in which it joins being pass 1.
    ValueError for an age_weight or slots below 1, or for another number below 0.
    """
    _at_least(1, age_weight=age_weight, slots=slots)
    _at_least(0, backlog=backlog, arrivals=arrivals, max_match=max_match)
    # One that joins d passes later has d * age_weight less age, so it gets ahead only while
    # d * age_weight < max_match; from then on nobody new does.
    overtaking = max(0, -(-max_match // age_weight) - 1)  # passes
    ahead = backlog + arrivals * overtaking
    return ahead // slots + 1


def _refuse_bad_arguments(
    waiting: Sequence[Waiting], policy: str, numbers: Mapping[str, int]
) -> None:
    if policy not in ("fcfs", "lpm"):
        raise ValueError(f"policy must be fcfs or lpm, not {policy!r}")
    _at_least(0, **numbers)
    seen: set[str] = set()
    for request in waiting:
        if request.rid in seen:
            raise ValueError(f"rid {request.rid!r} occurs twice")
        seen.add(request.rid)


def _at_least(least: int, **numbers: int) -> None:
    for name, number in numbers.items():
        if number < least:
            raise ValueError(f"{name} must be at least {least}, not {number}")


def _shares_with_an_earlier_one(cold: Sequence[Waiting], defer: int) -> set[str]:
    """Return the rids that start with the same `defer` tokens as one remembered before them."""
    deferred: set[str] = set()
    heads: set[tuple[int, ...]] = set()  # of the remembered ones
    for request in cold:
        head = request.tokens[:defer]
        # Subtle: a prompt shorter than `defer` can share no `defer` tokens, not even with its twin.
        if len(head) == defer and head in heads:
            deferred.add(request.rid)
        else:
            heads.add(head)
    return deferred


def _matches_by_node(tree: Node, waiting: Sequence[Waiting]) -> dict[str, list[str]]:
    """Return the rids whose match ends at each node, by its name, in list order."""
    own: dict[str, list[str]] = {}

    def divide(node: Node, start: int, requests: Sequence[Waiting]) -> None:
        left = list(requests)
        for child in node.children:
            end = start + len(child.tokens)
            below = [request for request in left if request.tokens[start:end] == child.tokens]
            left = [request for request in left if request.tokens[start:end] != child.tokens]
            divide(child, end, below)
        own[node.name] = [request.rid for request in left]

    divide(tree, 0, waiting)
    return own
