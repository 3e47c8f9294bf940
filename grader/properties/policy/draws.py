"""Random scenarios of the drill `policy`, all drawn with one choice.

Left out: loads (`cost`), of which the fixed one is enough.
"""

from collections.abc import Sequence
from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.policy.queues import FLOORS, NOBODY
from grader.properties.policy.shapes import (
    Edge,
    Entry,
    OrderScenario,
    Prompt,
    Scenario,
    TreeScenario,
    Way,
)
from grader.properties.policy.words import rids
from grader.scenario import digits

WAYS: tuple[Way, ...] = ("up", "up", "down", "mixed")
# Of what prompts are made: two tokens that they may start with, and two that may follow.
HEADS = (
    ((1, 2), (3, 4)),
    ((0, 1), (0, 1)),
    ((1, 11), (1, 11)),
    ((0, 1), (0, 31)),
    ((1, 2), (1, 2)),
    ((7, 263), (7, 65_543)),
    ((151_643, 1), (64, 151_643)),
)


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    kind, mode, a, b, c, *pairs = draws
    if kind < 7:
        made: Scenario = draw_order(mode, a, b, c, pairs)
    elif kind < 9:
        made = draw_tree(a, b, pairs)
    elif c < 9:
        made = draw_age(a, b, c, pairs)
    elif c < 10:
        made = draw_scores(a, b, pairs)
    elif c < 11:
        made = draw_bound(pairs)
    else:
        made = draw_refused(a, b, pairs[0])
    return cast(check.Scenario, made)


SCENARIOS: SearchStrategy[check.Scenario] = digits(11, 4, 14, 8, 12, *[144] * 8).map(_scenario)


def draw_order(mode: int, a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
    """Make a call of order(): mode 0 shares no token, 1 and 2 do, 3 is fcfs or refused."""
    count = a % 7
    names = rids(count, WAYS[pairs[7] % 4])
    firsts, seconds = HEADS[pairs[6] % len(HEADS) if mode == 2 else 0]
    waiting: list[Entry] = []
    cache: list[Prompt] = []
    for index in range(count):
        draw = pairs[index]
        first, second = 1 + draw % 4, 1 + draw // 4 % 3
        if mode == 0:
            prompt = [[index + 1, first + second]]
            cache += [[[index + 1, 1 + draw // 12 % 4]]] * (draw // 48 % 3 > 0)
        else:
            prompt = [[firsts[draw // 12 % 2], first], [seconds[draw // 24 % 2], second]]
            if draw // 48 % 3 == 0:
                cache.append([[prompt[0][0], first]] if draw % 2 else prompt)
        waiting.append({"rid": names[index], "arrival": (index * 3 + b) % 7, "prompt": prompt})
    case: OrderScenario = {
        "kind": "order",
        "policy": "lpm",
        "limit": (count, count - 1, count + 1, 8)[b % 4] if b < 4 and count else 8,
        "check": c % 4,
        "defer": (2, 1, 3, 4, 0)[(b + c) % 5],
        "cache": cache,
        "waiting": waiting,
    }
    if mode == 3:
        _spoil(case, b, c, pairs[7])
    return case


def _spoil(case: OrderScenario, b: int, c: int, draw: int) -> None:
    """Make the call one of fcfs, or one that is refused, or both."""
    waiting = case["waiting"]
    if c % 2:
        case["policy"] = "fcfs"
    if c % 4 == 3:
        return
    if b % 3 == 0:
        case["policy"] = ("lof", "dfs-weight", "LPM")[c % 3]
    elif b % 3 == 1 or len(waiting) < 2:
        cast("dict[str, int]", case)[("limit", "check", "defer")[c // 2 % 3]] = -1 - b % 4
    else:
        one = draw // 4 % len(waiting)
        other = (one + 1 + draw // 24 % (len(waiting) - 1)) % len(waiting)
        waiting[one] = {**waiting[other]} if draw // 4 % 2 else waiting[one]
        waiting[one]["rid"] = waiting[other]["rid"] = f"Q{1 + c}"


def draw_tree(a: int, b: int, pairs: Sequence[int]) -> Scenario:
    """Make a small tree, and prompts that follow it some way down."""
    names = rids(b % 8, WAYS[pairs[0] % 4])
    tokens = ((1, 2, 3, 4), (1, 11, 0, 111))[pairs[0] // 12 % 2]
    nodes = _drawn_edges(tokens, pairs[1 : 1 + a % 6])
    chains: list[Prompt] = [[]]
    for node in nodes:
        chains.append([*chains[node["parent"]], node["piece"], *node.get("more", [])])
    waiting: list[Entry] = []
    for index in range(b % 8):
        draw = pairs[-1 - index]
        chain = chains[draw % len(chains)][:3]
        end = [[tokens[draw // 6 % 4], 1 + draw // 24 % 2]] if draw // 48 % 3 or not chain else []
        prompt = [*chain, *end]
        waiting.append({"rid": names[index], "arrival": (index * 3 + a) % 7, "prompt": prompt})
    case: TreeScenario = {"kind": "tree", "nodes": nodes, "waiting": waiting}
    if pairs[0] // 4 % 3:
        for edge, name in zip(nodes, rids(len(nodes), WAYS[1 + pairs[0] // 4 % 3]), strict=True):
            edge["name"] = name.lower()
        case["root"] = "top"
    if pairs[0] // 48 == 2:
        case["again"] = True
    return case


def _drawn_edges(tokens: tuple[int, ...], draws: Sequence[int]) -> list[Edge]:
    """Return edges, some of them of two kinds of tokens; siblings start differently."""
    nodes: list[Edge] = []
    for place, draw in enumerate(draws, 1):
        parent, token = draw % place, tokens[draw // 6 % 3]
        taken = {(node["parent"], node["piece"][0]) for node in nodes}
        if (parent, token) in taken or parent > len(nodes):  # its parent was left out
            continue
        nodes.append({"parent": parent, "piece": [token, 1 + draw // 18 % 2]})
        if draw // 36 == 1:
            nodes[-1]["more"] = [[tokens[draw % 4], 1]]
    return nodes


def draw_age(a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
    """Make arrivals; two of three are the worst case: warm ones keep joining behind a cold one."""
    most, weight, slots = b % 7, 1 + c % 3, 1 + a % 3
    joining, backlog = a // 3 % 5, pairs[2] % 6
    passes = -(-most // weight) + 1
    if pairs[0] % 3:
        start = [most] * backlog
        start.insert(0 if pairs[0] % 2 else backlog, 0)
        later = [[most] * joining] * min(passes, 12)
    else:
        start = [draw % (most + 1) for draw in pairs[1 : 1 + backlog]]
        later = [
            [(draw // (3 + place)) % (most + 1) for place in range(draw % (joining + 1))]
            for draw in pairs[4 : 4 + min(passes, 4)]
        ]
    return {
        "kind": "age",
        "age_weight": weight,
        "slots": slots,
        "start": start,
        "later": later,
        "names": WAYS[pairs[0] // 6 % 4],
    }


def draw_scores(a: int, b: int, pairs: Sequence[int]) -> Scenario:
    """Make a call of order_with_age() in which many scores are equal."""
    weight, waiting = 1 + b + a % 3, list[list[int]]()
    for passes in sorted((draw % 9 for draw in pairs[: 2 + a % 5]), reverse=True):
        draw = pairs[passes % 8] // 9
        score = 9 * weight + a if draw % 4 else 9 * weight + draw
        waiting.append([score - weight * passes, passes])
    names = WAYS[pairs[7] // 9 % 4]
    return {"kind": "scores", "age_weight": weight, "waiting": waiting, "names": names}


def draw_bound(pairs: Sequence[int]) -> Scenario:
    """Make calls of bound(), half of them with numbers three times as large."""
    calls: list[list[int]] = []
    for place, draw in enumerate(pairs[:4]):
        more = pairs[-1 - place]
        call = [draw % 12, draw // 12, 1 + more % 6, more // 6 % 24, 1 + (draw + more) % 10]
        times = 1 + 2 * (place % 2)
        calls.append([number * times for number in call])
    return {"kind": "bound", "calls": calls}


def draw_refused(a: int, b: int, c: int) -> Scenario:
    """Make a call of the third level with one number that is refused, the others small or least."""
    if c % 4 == 0:
        return {
            "kind": "refused",
            "call": "order_with_age" if b % 2 else NOBODY,
            "named": {"age_weight": -(a % 5)},
        }
    some = {
        "backlog": a,
        "arrivals": b,
        "slots": 1 + c % 3,
        "max_match": a + b,
        "age_weight": 1 + b,
    }
    least = c * (a + 1)  # which are the least that is allowed, by bit
    named = {
        name: FLOORS[name] if least >> place & 1 else number
        for place, (name, number) in enumerate(some.items())
    }
    name = list(FLOORS)[c % 5]
    named[name] = FLOORS[name] - 1 - b % 4
    return {"kind": "refused", "call": "bound", "named": named}
