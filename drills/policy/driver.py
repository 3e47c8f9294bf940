"""Plays one scenario on a module that orders the waiting queue: an order, a tree, or many passes.

A prompt is written as pieces: [[7, 3], [8, 1]] stands for the tokens 7 7 7 8.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from given import Node, Waiting
from grader.plain import Plain, attempt, plain

KEPT = 300  # entries kept of a list that the learner returns
PASSES = 80  # more than any valid pattern needs
GROWTH = 8  # a fourfold load may cost this many times as much, at most
LARGE = 6000  # prompts: comparing each with each takes seconds, a plain rids.count() does not


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Play the scenario by its kind: order, cost, tree, age or refused."""
    return KINDS[scenario["kind"]](module, scenario)


def _order(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    waiting = _requests(scenario["waiting"])
    cache = [_tokens(prompt) for prompt in scenario["cache"]]
    calls = [0]

    def match(tokens: Sequence[int]) -> int:
        calls[0] += 1
        values = tuple(int.__add__(token, 0) for token in tokens)
        return max((_shared(values, prompt) for prompt in cache), default=0)

    named = {key: scenario[key] for key in ("limit", "check", "defer") if key in scenario}
    held = Held(waiting)
    told = attempt(lambda: module.order(waiting, match, policy=scenario["policy"], **named))
    return {"order": _short(told), "match_calls": calls[0], "changed": held.is_changed()}


def _cost(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Count looks at tokens for a load, four times the prompts, and prompts four times as long."""
    prompts, defer = scenario["prompts"], scenario["defer"]
    loads: list[Plain] = []
    looks: list[int] = []
    for count, length in ((prompts, defer), (4 * prompts, defer), (prompts, 4 * defer)):
        counter = [0]
        load, told = _play_load(module, count, length, partial(Token, counter=counter))
        looks.append(counter[0])
        loads.append({**told, "tokens": load, "looks": counter[0]})
    base = max(looks[0], prompts * (defer + 1))
    if max(looks) <= GROWTH * base:  # what cannot be counted is told by a load that takes too long
        loads.append({**_play_load(module, LARGE, defer, int)[1], "tokens": 0, "looks": 0})
    return {"loads": loads}


def _play_load(
    module: ModuleType, count: int, defer: int, token: Callable[[int], int]
) -> tuple[int, dict[str, Plain]]:
    """Order `count` cold prompts of which any two share one token less than `defer`."""
    waiting: list[Waiting] = []
    for number in range(count):
        numbers = [*range(1000, 999 + defer), 10**6 + number, 500]
        waiting.append(Waiting(f"r{number}", tuple(token(n) for n in numbers), number))
    named = {"limit": count, "check": 0, "defer": defer}
    told = attempt(lambda: module.order(waiting, _no_match, **named))
    rids = [request.rid for request in waiting]
    answer = told.get("returned")
    names = [name for name in answer if type(name) is str] if type(answer) is list else []
    in_order = answer == rids
    seen: dict[str, Plain] = {
        "order": {} if in_order else _short(told),
        "in_order": in_order,
        "all_there": in_order or sorted(names) == sorted(rids),
    }
    return count * (defer + 1), seen


def _no_match(_: object) -> int:
    return 0


def _tree(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    waiting = _requests(scenario["waiting"])
    tree = _node(scenario["nodes"], 0)
    held = Held(waiting)
    weights = attempt(lambda: module.weights(tree, waiting))
    told = attempt(lambda: module.order_by_weight(tree, waiting))
    return {"weights": weights, "order": _short(told), "changed": held.is_changed()}


def _node(nodes: list[dict[str, Any]], index: int) -> Node:
    children = [place for place, node in enumerate(nodes, 1) if node["parent"] == index]
    name = f"n{index}" if index else "root"
    tokens = _tokens([nodes[index - 1]["piece"]]) if index else ()
    return Node(name, tokens, tuple(_node(nodes, place) for place in children))


def _age(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Play passes until everybody is served; then ask for the bound of each backlog met."""
    matches: list[int] = []  # by number; a request's tokens are its number, match + 1 times
    queue: list[Waiting] = []
    waited: dict[str, int] = {}
    passes: list[Plain] = []
    backlogs: set[int] = set()
    arrivals = [scenario["start"], *scenario["later"]]
    while len(passes) < PASSES and (queue or len(passes) < len(arrivals)):
        for match in arrivals[len(passes)] if len(passes) < len(arrivals) else ():
            number = len(matches)
            matches.append(match)
            queue.append(Waiting(rid(number), (number,) * (match + 1), len(passes)))
        fresh = [request for request in queue if request.rid not in waited]
        backlogs |= {len(queue) - 1} if fresh else set()
        waited |= {request.rid: 0 for request in fresh}
        told = _one_pass(module, queue, matches, waited, scenario["age_weight"])
        passes.append(told)
        served = _served(told, [request.rid for request in queue], scenario["slots"])
        if served is None:
            break
        queue = [request for request in queue if request.rid not in served]
        waited = {request.rid: waited[request.rid] + 1 for request in queue}
    named = {
        "arrivals": max((len(joining) for joining in scenario["later"]), default=0),
        "slots": scenario["slots"],
        "max_match": max(matches, default=0),
        "age_weight": scenario["age_weight"],
    }
    bounds: dict[str, Plain] = {
        str(backlog): attempt(partial(module.bound, backlog=backlog, **named))
        for backlog in sorted(backlogs)
    }
    return {"passes": passes, "bounds": bounds}


def _one_pass(
    module: ModuleType,
    queue: list[Waiting],
    matches: list[int],
    waited: dict[str, int],
    age_weight: int,
) -> dict[str, Plain]:
    def match(tokens: Sequence[int]) -> int:
        return min(matches[tokens[0]], len(tokens)) if tokens else 0

    handed, ages = list(queue), dict(waited)
    held = Held(handed)
    told = attempt(lambda: module.order_with_age(handed, match, ages, age_weight=age_weight))
    changed = held.is_changed() or plain(ages) != plain(waited)
    return {"order": _short(told), "changed": changed}


def _served(told: dict[str, Plain], queue: list[str], slots: int) -> set[Plain] | None:
    """Return who leaves, or None when the answer is not an order of the queue."""
    order = told["order"]
    returned = order.get("returned") if type(order) is dict else None
    if type(returned) is not list or any(type(name) is not str for name in returned):
        return None
    return set(returned[:slots]) if sorted(map(str, returned)) == sorted(queue) else None


def _refused(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    if scenario["call"] == "bound":
        return attempt(lambda: module.bound(**scenario["named"]))
    waiting, weight = [Waiting("A", (1,), 0)], scenario["named"]["age_weight"]
    return attempt(lambda: module.order_with_age(waiting, len, {"A": 0}, age_weight=weight))


KINDS = {"order": _order, "cost": _cost, "tree": _tree, "age": _age, "refused": _refused}


class Held:
    """What a list of requests was, to see whether it still is."""

    def __init__(self, waiting: list[Waiting]) -> None:
        self.waiting = waiting
        self.before = [(request, *_fields(request)) for request in waiting]

    def is_changed(self) -> bool:
        """Return whether the list, or a request in it, is no longer what it was."""
        if len(self.waiting) != len(self.before):
            return True
        for request, (same, *fields) in zip(self.waiting, self.before, strict=True):
            if request is not same:
                return True
            if any(a is not b for a, b in zip(_fields(request), fields, strict=True)):
                return True
        return False


def _fields(request: Waiting) -> tuple[object, object, object]:
    return request.rid, request.tokens, request.arrival


class Token(int):
    """A token that counts how often somebody looks at it."""

    counter: list[int]

    def __new__(cls, number: int, counter: list[int]) -> "Token":
        """Return the token `number`, which counts into `counter`."""
        token = super().__new__(cls, number)
        token.counter = counter
        return token


def _count(name: str) -> Callable[..., object]:
    method: Callable[..., object] = getattr(int, name)

    def counted(self: Token, *others: object) -> object:
        self.counter[0] += 1
        return method(self, *others)

    return counted


LOOKS = """eq ne lt le gt ge hash int index bool float str repr format add radd sub rsub mul rmul
xor rxor and rand or ror mod rmod floordiv truediv divmod pow neg pos abs invert lshift rshift"""
for _name in LOOKS.split():
    setattr(Token, f"__{_name}__", _count(f"__{_name}__"))


def rid(number: int) -> str:
    """Return the name of request `number`: A to Z, then A1."""
    letter, lap = chr(65 + number % 26), number // 26
    return letter + str(lap) if lap else letter


def _requests(entries: list[dict[str, Any]]) -> list[Waiting]:
    """Return the requests; the copies of A are called A.2, A.3, …"""
    found: list[Waiting] = []
    for entry in entries:
        tokens = _tokens(entry["prompt"])
        for number in range(1, 1 + entry.get("copies", 1)):
            name = f"{entry['rid']}.{number}" if number > 1 else entry["rid"]
            found.append(Waiting(name, tokens, entry["arrival"]))
    return found


def _tokens(prompt: list[list[int]]) -> tuple[int, ...]:
    return tuple(token for token, count in prompt for _ in range(count))


def _shared(tokens: tuple[int, ...], prompt: tuple[int, ...]) -> int:
    """Return how many leading tokens two prompts share."""
    for place, (one, other) in enumerate(zip(tokens, prompt, strict=False)):
        if one != other:
            return place
    return min(len(tokens), len(prompt))


def _short(told: dict[str, Plain]) -> dict[str, Plain]:
    returned = told.get("returned")
    return {"returned": returned[:KEPT]} if type(returned) is list else told
