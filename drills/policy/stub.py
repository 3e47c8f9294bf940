"""Which waiting request goes next when some of them have their prefix in the cache.

`order` is the drill; `weights` with `order_by_weight`, and `order_with_age` with `bound`, are two
further levels, which may stay as they are. Nothing that is handed in is changed.
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
    raise NotImplementedError("write order()")


def weights(tree: Node, waiting: Sequence[Waiting]) -> dict[str, int]:
    """Return the weight of every node by its name, the root and those of weight 0 included.

    A request's match ends at the deepest node whose whole prefix its tokens start with. A node's
    weight is the number of requests whose match ends there, plus the weights of its children.
    Root with a child x of tokens (1, 2); prompts (1, 2, 3) and (1, 9): {"root": 2, "x": 1}.
    """
    raise NotImplementedError("write weights()")


def order_by_weight(tree: Node, waiting: Sequence[Waiting]) -> list[str]:
    """Return the rids of all waiting requests, the busiest part of the tree first.

    At every node its children are visited first, by weight, heaviest first, ties in the order of
    `children`; then come the requests whose match ends at the node itself, in list order.
    There is no limit here. In the example of `weights`, with rids P and Q: ["P", "Q"].
    """
    raise NotImplementedError("write order_by_weight()")


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
    raise NotImplementedError("write order_with_age()")


def bound(*, backlog: int, arrivals: int, slots: int, max_match: int, age_weight: int) -> int:
    """Return after how many passes every request is served under `order_with_age`: you state it.

    In each pass the new requests join the end of the list, it is ordered, and the first `slots` are
    served and leave. A request that joins finds `backlog` others in the list, those that join with
    it included. In every later pass at most `arrivals` join, none with a match above `max_match`.
    It must be served by the pass that you return, the pass in which it joins being pass 1.
    ValueError for an age_weight or slots below 1, or for another number below 0.
    """
    raise NotImplementedError("write bound()")
