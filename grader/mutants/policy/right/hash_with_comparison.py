"""A hash of its own, compared when equal; loops and stacks; match asked three times."""

from bisect import insort
from collections import defaultdict, deque
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
    match_of = match
    if not isinstance(policy, str) or policy != "fcfs" and policy != "lpm":
        raise ValueError("policy %s" % policy)
    if limit < 0:
        raise ValueError("limit", limit)
    if check < 0:
        raise ValueError("check", check)
    if defer < 0:
        raise ValueError("defer", defer)
    queue = tuple(waiting)
    names = sorted(w.rid for w in queue)
    k = 1
    while k < len(names):
        if names[k] == names[k - 1]:
            raise ValueError("twice", names[k])
        k += 1
    if policy == "fcfs" or not len(queue) <= limit:
        return list(map(lambda w: w.rid, queue))

    buckets = defaultdict(list)
    by_match: list[tuple[int, int]] = []
    last: deque[int] = deque()
    for i, w in enumerate(queue):
        m = min(match_of(w.tokens), match_of(w.tokens), match_of(w.tokens))
        if m > check or len(w.tokens) < defer:
            insort(by_match, (-m, i))
            continue
        code = 7
        for t in w.tokens[0:defer]:
            code = (code * 1_000_003 + t) % ((1 << 61) - 1)
        for j in buckets[code]:
            if queue[j].tokens[0:defer] == w.tokens[0:defer]:
                last.append(i)
                break
        else:
            buckets[code].append(i)
            insort(by_match, (-m, i))
    answer = []
    for _, i in by_match:
        answer.append(queue[i].rid)
    while last:
        answer.append(queue[last.popleft()].rid)
    return answer


def _collect(tree: Node, waiting: Sequence[Waiting]):
    parent = {tree.name: None}
    line = [tree]
    for node in line:  # grows while it is read: breadth first
        for child in node.children:
            parent[child.name] = node.name
            line.append(child)
    own = {node.name: [] for node in line}
    for w in waiting:
        node, rest = tree, list(w.tokens)
        moved = True
        while moved:
            moved = False
            for child in node.children:
                k = 0
                while k < len(child.tokens) and k < len(rest) and rest[k] == child.tokens[k]:
                    k += 1
                if k == len(child.tokens):
                    node, rest, moved = child, rest[k:], True
                    break
        own[node.name].append(w.rid)
    weight = {node.name: len(own[node.name]) for node in line}
    for node in reversed(line):
        if parent[node.name] is not None:
            weight[parent[node.name]] += weight[node.name]
    return own, weight


def weights(tree: Node, waiting: Sequence[Waiting]) -> dict[str, int]:
    return _collect(tree, waiting)[1]


def order_by_weight(tree: Node, waiting: Sequence[Waiting]) -> list[str]:
    own, weight = _collect(tree, waiting)
    backwards: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        backwards.extend(reversed(own[node.name]))
        # lightest and last child is visited first when going backwards
        stack.extend(sorted(node.children, key=lambda c: weight[c.name], reverse=True))
    return backwards[::-1]


def order_with_age(
    waiting: Sequence[Waiting],
    match: Callable[[Sequence[int]], int],
    passes_waited: Mapping[str, int],
    *,
    age_weight: int,
) -> list[str]:
    if age_weight <= 0:
        raise ValueError(f"age_weight={age_weight}")
    rest = [(match(w.tokens) + age_weight * passes_waited[w.rid], w.rid) for w in waiting]
    answer = []
    while rest:  # selection sort
        best = 0
        for i in range(len(rest)):
            if rest[i][0] > rest[best][0]:
                best = i
        answer.append(rest.pop(best)[1])
    return answer


def bound(*, backlog: int, arrivals: int, slots: int, max_match: int, age_weight: int) -> int:
    match (backlog, arrivals, slots, max_match, age_weight):
        case (b, _, _, _, _) if b < 0:
            raise ValueError(b)
        case (_, a, _, _, _) if a < 0:
            raise ValueError(a)
        case (_, _, s, _, _) if s < 1:
            raise ValueError(s)
        case (_, _, _, m, _) if m < 0:
            raise ValueError(m)
        case (_, _, _, _, w) if w < 1:
            raise ValueError(w)
    rounds = (max_match + age_weight - 1) // age_weight
    return -(-(backlog + 1 + arrivals * rounds) // slots)
