"""Random scenarios of the drill `policy`, all drawn with one choice.

Left out: loads (`cost`), of which the fixed one is enough.
"""

from collections.abc import Sequence
from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.policy.queues import FLOORS
from grader.properties.policy.shapes import Edge, Entry, OrderScenario, Prompt, Scenario
from grader.properties.policy.words import rid
from grader.scenario import digits


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    kind, mode, a, b, c, *pairs = draws
    if kind < 7:
        made: Scenario = draw_order(mode, a, b, c, pairs)
    elif kind < 9:
        made = draw_tree(a, b, pairs)
    elif c < 11:
        made = draw_age(a, b, c, pairs)
    else:
        made = draw_refused(a, b, pairs[0])
    return cast(check.Scenario, made)


SCENARIOS: SearchStrategy[check.Scenario] = digits(11, 4, 14, 8, 12, *[144] * 8).map(_scenario)


def draw_order(mode: int, a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
    """Make a call of order(): mode 0 shares no token, 1 and 2 do, 3 is fcfs or refused."""
    count = a % 7
    waiting: list[Entry] = []
    cache: list[Prompt] = []
    for index in range(count):
        draw = pairs[index]
        first, second = 1 + draw % 4, 1 + draw // 4 % 3
        if mode == 0:
            prompt = [[index + 1, first + second]]
            cache += [[[index + 1, 1 + draw // 12 % 4]]] * (draw // 48 % 3 > 0)
        else:
            prompt = [[1 + draw // 12 % 2, first], [3 + draw // 24 % 2, second]]
            if draw // 48 % 3 == 0:
                cache.append([[prompt[0][0], first]] if draw % 2 else prompt)
        waiting.append({"rid": rid(index), "arrival": (index * 3 + b) % 7, "prompt": prompt})
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
        _spoil(case, b, c)
    return case


def _spoil(case: OrderScenario, b: int, c: int) -> None:
    """Make the call one of fcfs, or one that is refused."""
    if c % 2:
        case["policy"] = "fcfs"
    elif b % 3 == 0:
        case["policy"] = ("lof", "dfs-weight", "LPM")[c % 3]
    elif b % 3 == 1 or len(case["waiting"]) < 2:
        cast("dict[str, int]", case)[("limit", "check", "defer")[c // 2 % 3]] = -1 - b % 4
    else:
        case["waiting"][0]["rid"] = case["waiting"][-1]["rid"] = f"Q{1 + c}"


def draw_tree(a: int, b: int, pairs: Sequence[int]) -> Scenario:
    """Make a small tree, and prompts that follow it some way down."""
    nodes: list[Edge] = []
    for place in range(1, 1 + a % 6):
        draw = pairs[place]
        parent, token = draw % place, 1 + draw // 6 % 3
        taken = {(node["parent"], node["piece"][0]) for node in nodes}
        if (parent, token) not in taken:
            nodes.append({"parent": parent, "piece": [token, 1 + draw // 18 % 2]})
            if parent >= len(nodes):  # one before it was left out
                nodes.pop()
    chains: list[Prompt] = [[]]
    for node in nodes:
        chains.append([*chains[node["parent"]], node["piece"]])
    waiting: list[Entry] = []
    for index in range(b % 8):
        draw = pairs[-1 - index]
        chain = chains[draw % len(chains)][:3]
        end = [[1 + draw // 6 % 4, 1 + draw // 24 % 2]] if draw // 48 % 3 or not chain else []
        waiting.append({"rid": rid(index), "arrival": index, "prompt": [*chain, *end]})
    return {"kind": "tree", "nodes": nodes, "waiting": waiting}


def draw_age(a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
    """Make arrivals; two of three are the worst case: warm ones keep joining behind a cold one."""
    most, weight, slots = b % 7, 1 + c % 3, 1 + a % 3
    joining, backlog = a // 3 % 5, c // 3 % 4
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
    return {"kind": "age", "age_weight": weight, "slots": slots, "start": start, "later": later}


def draw_refused(a: int, b: int, c: int) -> Scenario:
    """Make a call of the third level with one number that is refused."""
    named = {"backlog": a, "arrivals": b, "slots": 1 + c % 3, "max_match": a + b, "age_weight": 1}
    if c % 4 == 0:
        return {"kind": "refused", "call": "order_with_age", "named": {"age_weight": -(a % 5)}}
    name = list(FLOORS)[c % 5]
    named[name] = FLOORS[name] - 1 - b % 4
    return {"kind": "refused", "call": "bound", "named": named}
