"""A trie of nested dicts for the cold prompts; the tree walked with stacks; a loose bound.

The bound says: wait until nobody new can get ahead, then let everybody else go first, one a pass.
"""

from given import Node


def _trie_depth(trie, tokens, stop):
    """Return whether `stop` tokens are found in the trie."""
    for token in tokens[:stop]:
        trie = trie.get(token)
        if trie is None:
            return False
    return len(tokens) >= stop


def order(waiting, match, *, policy="lpm", limit=128, check=32, defer=32):
    if policy != "lpm" and policy != "fcfs":
        raise ValueError("no policy " + policy)
    if limit < 0 or check < 0 or defer < 0:
        raise ValueError(f"limit {limit}, check {check}, defer {defer}")
    names = {}
    for request in waiting:
        if request.rid in names:
            raise ValueError(f"{request.rid} again")
        names[request.rid] = request
    if policy == "fcfs" or limit < len(names):
        return list(names)
    trie, is_empty = {}, True
    front, back = [], []
    for place, request in enumerate(waiting):
        found = match(list(request.tokens))
        if found <= check:
            if not is_empty and _trie_depth(trie, request.tokens, defer):
                back.append(request.rid)
                continue
            is_empty, node = False, trie
            for token in request.tokens[:defer]:
                node = node.setdefault(token, {})
        front.append((-found, place, request.rid))
    front.sort()
    return [rid for _, _, rid in front] + back


def _ends(tree: Node, waiting):
    """Yield for every request the nodes on its path, the root first."""
    for request in waiting:
        path, rest, node = [tree], request.tokens, tree
        while node is not None:
            node = next((c for c in node.children if rest[: len(c.tokens)] == c.tokens), None)
            if node is not None:
                path.append(node)
                rest = rest[len(node.tokens) :]
        yield request.rid, path


def weights(tree, waiting):
    count, todo = {}, [tree]
    while todo:
        node = todo.pop()
        count[node.name] = 0
        todo.extend(node.children)
    for _, path in _ends(tree, waiting):
        for node in path:
            count[node.name] += 1
    return count


def order_by_weight(tree, waiting):
    count = weights(tree, waiting)
    own = {name: [] for name in count}
    for rid, path in _ends(tree, waiting):
        own[path[-1].name].append(rid)
    answer, stack = [], [tree]
    while stack:  # own requests first and the lightest child next, then all turned around
        node = stack.pop()
        answer.extend(reversed(own[node.name]))
        by_weight = sorted(node.children, key=lambda child: -count[child.name])
        stack.extend(by_weight)
    return answer[::-1]


def order_with_age(waiting, match, passes_waited, *, age_weight):
    if age_weight <= 0:
        raise ValueError(f"age_weight {age_weight}")
    scored = []
    for place, request in enumerate(waiting):
        score = match(request.tokens) + passes_waited[request.rid] * age_weight
        scored.append((-score, place))
    return [waiting[place].rid for _, place in sorted(scored)]


def bound(*, backlog, arrivals, slots, max_match, age_weight):
    if age_weight < 1 or slots < 1:
        raise ValueError(f"age_weight {age_weight}, slots {slots}")
    for number in (backlog, arrivals, max_match):
        if number < 0:
            raise ValueError(f"below zero: {number}")
    young = max_match // age_weight + 1
    return young + backlog + arrivals * young
