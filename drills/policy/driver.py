"""Plays one scenario on a module that orders the waiting queue: an order, a tree, or many passes.

A prompt is written as pieces: [[7, 3], [8, 1]] stands for the tokens 7 7 7 8.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import inf
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

from given import Node, Waiting
from grader.plain import Plain, attempt, plain

KEPT = 300  # entries kept of a list that the learner returns
STEM = (1000,) * 40
PASSES = 80  # more than any valid pattern needs
GROWTH = 8  # a fourfold load may cost this many times as much, at most
LARGE = 7000  # prompts: comparing each with each takes seconds, a plain rids.count() half of one


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Play the scenario by its kind: order, cost, tree, age, scores, bound or refused."""
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
    """Count looks at tokens for loads of prompts: so many, 4 and 16 times, and 4 times as long.

    A load is stopped as soon as it has cost more than GROWTH times its quarter, and is the last.
    """
    prompts, defer, tail = scenario["prompts"], scenario["defer"], scenario.get("tail", 1)
    make = SHAPES[scenario.get("shape", "end")]
    loads: list[Plain] = []
    most: list[float] = [inf]  # looks that the next load may cost, after so many loads
    for times, longer, after in ((1, 1, 0), (4, 1, 1), (16, 1, 2), (4, 4, 2)):
        count, counter = times * prompts, Counter(most[after])
        queue = make(count, longer * defer, longer * tail)
        told = _play_load(module, queue, longer * defer, partial(Token, counter=counter))
        # a token that is kept may be looked at in a later load, where that raises nothing
        most_looks, looks, counter.most = counter.most, counter.looks, inf
        tokens = sum(map(len, queue))
        loads.append({**told, "tokens": tokens, "looks": looks})
        if looks > most_looks:
            return {"loads": loads}
        most.append(GROWTH * max(tokens, looks))
    # What cannot be counted is told by a load that takes too long.
    if tail == 1 and make is not _twins:
        queue = make(LARGE, defer, tail)
        for match in (_no_match, _rising) if make is _end else (_no_match,):
            told = _play_load(module, queue, defer, int, match)
            loads.append({**told, "tokens": 0, "looks": 0})
    return {"loads": loads}


def _play_load(
    module: ModuleType,
    queue: list[list[int]],
    defer: int,
    token: Callable[[int], int],
    match: Callable[[Sequence[int]], int] | None = None,
) -> dict[str, Plain]:
    """Order prompts of such tokens, cold ones without a `match`; see whether the answer is right.

    Those that match have heads of their own.
    """
    match = match or _no_match
    prompts = [tuple(map(token, numbers)) for numbers in queue]
    waiting = [Waiting(f"r{place}", tokens, place) for place, tokens in enumerate(prompts)]
    named = {"limit": len(prompts), "check": 0, "defer": defer}
    told = attempt(lambda: module.order(waiting, match, **named))
    rids = _answer(queue, defer)
    if match is _rising:
        rids.sort(key=lambda rid: -match(queue[int(rid[1:])]))
    answer = told.get("returned")
    names = [name for name in answer if type(name) is str] if type(answer) is list else []
    in_order = answer == rids
    return {
        "order": {} if in_order else _short(told),
        "in_order": in_order,
        "all_there": in_order or sorted(names) == sorted(rids),
    }


def _answer(queue: list[list[int]], defer: int) -> list[str]:
    """Return the rids in list order, those whose head stood there before after the others."""
    heads: set[tuple[int, ...]] = set()
    firsts: list[str] = []
    others: list[str] = []
    for place, numbers in enumerate(queue):
        head = tuple(numbers[:defer])
        (others if head in heads else firsts).append(f"r{place}")
        heads.add(head)
    return firsts + others


def _end(count: int, defer: int, tail: int) -> list[list[int]]:
    """Return prompts whose heads differ in the last token alone."""
    after = range(500, 500 + tail)
    return [[*range(1000, 999 + defer), 200_000 + n, *after] for n in range(count)]


def _start(count: int, defer: int, tail: int) -> list[list[int]]:
    """Return prompts whose heads differ in the first token alone."""
    after = [*range(1000, 999 + defer), *range(500, 500 + tail)]
    return [[200_000 + n, *after] for n in range(count)]


def _twins(count: int, defer: int, tail: int) -> list[list[int]]:
    """Return prompts as those of _end: some, then as many with the same heads, then one alone."""
    firsts = _end((count + 2) // 2, defer, tail)
    others = [[*prompt, 400] for prompt in firsts[: (count - 1) // 2]]
    return [*firsts[:-1], *others, firsts[-1]]


def _swap(count: int, defer: int, tail: int) -> list[list[int]]:
    """Return prompts whose heads are one but for two tokens swapped between first and last.

    First and last token, sum and product, the tokens as a set or sorted, and most of any few places
    agree, so none of these tells the heads apart.
    """
    places = range(1, defer - 1)
    pairs = list(combinations(places, 2))
    Random(1).shuffle(pairs)  # many are as much alike as few
    queue: list[list[int]] = []
    for number in range(count):
        # Subtle: who is turned further differs in every place between first and last but four.
        turn, pair = divmod(number, len(pairs))
        middle = [*range(1001 + turn, 999 + defer), *range(1001, 1001 + turn)]
        prompt = [1000, *middle, 999 + defer, *range(500, 500 + tail)]
        one, other = pairs[pair]
        prompt[one], prompt[other] = prompt[other], prompt[one]
        queue.append(prompt)
    return queue


SHAPES = {"end": _end, "start": _start, "swap": _swap, "twins": _twins}


def _no_match(tokens: object) -> int:  # called by this name, too
    return 0


def _rising(tokens: Sequence[int]) -> int:
    """Return the match of a prompt of _end: the later it stands in the queue, the more."""
    return 1 + (max(tokens) - 200_000) * (len(tokens) - 1) // LARGE


def _tree(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    waiting = _requests(scenario["waiting"])
    tree = _node(scenario["nodes"], 0, scenario.get("root", "root"))
    if scenario.get("again"):  # the first request alone, then all
        attempt(lambda: module.weights(tree, waiting[:1]))
        attempt(lambda: module.order_by_weight(tree, waiting[:1]))
    held, answers = Held(waiting), list[Any]()

    def weigh() -> object:
        answers.append(module.weights(tree, waiting))
        return answers[0]

    weights = attempt(weigh)
    told = attempt(lambda: module.order_by_weight(tree, waiting))
    if scenario.get("again") and answers:  # what was answered stays as it is
        attempt(lambda: module.weights(tree, []))
        weights = attempt(lambda: answers[0])
    return {"weights": weights, "order": _short(told), "changed": held.is_changed()}


def _node(nodes: list[dict[str, Any]], index: int, root: str) -> Node:
    children = [place for place, node in enumerate(nodes, 1) if node["parent"] == index]
    edge: dict[str, Any] = nodes[index - 1] if index else {"piece": [0, 0], "name": root}
    name = edge.get("name", f"n{index}")
    tokens = _tokens([edge["piece"], *edge.get("more", [])])
    return Node(name, tokens, tuple(_node(nodes, place, root) for place in children))


def _age(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Play passes until everybody is served; then ask for the bound of each backlog met."""
    arrivals = [scenario["start"], *scenario["later"]]
    matches = [match for group in arrivals for match in group]
    requests, match = _ageing([(match, 1) for match in matches], scenario.get("names", "up"))
    joining = iter(requests)
    queue: list[Waiting] = []
    waited: dict[str, int] = {}
    passes: list[Plain] = []
    backlogs: set[int] = set()
    while len(passes) < PASSES and (queue or len(passes) < len(arrivals)):
        if len(passes) < len(arrivals):
            queue += [next(joining) for _ in arrivals[len(passes)]]
        fresh = [request for request in queue if request.rid not in waited]
        backlogs |= {len(queue) - 1} if fresh else set()
        waited |= {request.rid: 0 for request in fresh}
        told = _one_pass(module, queue, match, waited, scenario["age_weight"])
        passes.append(told)
        served = _served(told, [request.rid for request in queue], scenario["slots"])
        if served is None:
            break
        queue = [request for request in queue if request.rid not in served]
        waited = {request.rid: waited[request.rid] + 1 for request in queue}
    named = {
        "arrivals": max((len(group) for group in scenario["later"]), default=0),
        "slots": scenario["slots"],
        "max_match": max(matches, default=0),
        "age_weight": scenario["age_weight"],
    }
    bounds: dict[str, Plain] = {
        str(backlog): attempt(partial(module.bound, backlog=backlog, **named))
        for backlog in sorted(backlogs)
    }
    return {"passes": passes, "bounds": bounds}


def _scores(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    groups = [(match, sum(copies or (1,))) for match, _, *copies in scenario["waiting"]]
    stem = STEM if scenario.get("stem") else ()
    requests, match = _ageing(groups, scenario.get("names", "up"), stem)
    waited: dict[str, int] = {}
    for (_, count), (_, passes, *_) in zip(groups, scenario["waiting"], strict=True):
        waited |= {request.rid: passes for request in requests[len(waited) :][:count]}
    return _one_pass(module, requests, match, waited, scenario["age_weight"])


def _bound(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    names = "backlog", "arrivals", "slots", "max_match", "age_weight"
    calls = [dict(zip(names, call, strict=True)) for call in scenario["calls"]]
    return {"stated": [attempt(partial(module.bound, **named)) for named in calls]}


Match: TypeAlias = Callable[[Sequence[int]], int]


def _ageing(
    groups: list[tuple[int, int]], way: str, stem: tuple[int, ...] = ()
) -> tuple[list[Waiting], Match]:
    """Return so many requests of each match, and `match`; those of a group share their prompt.

    Names and tokens come in one of three ways, arrivals and lengths in no order at all; a stem is
    what all prompts but those of the last group begin with.
    """
    count = sum(number for _, number in groups)
    codes = [*range(count)]
    if way == "down":
        codes.reverse()
    elif way == "mixed":
        codes = [n ^ 1 if n ^ 1 < count else n for n in codes]
    found: dict[int, int] = {}
    requests: list[Waiting] = []
    for place, (matched, number) in enumerate(groups, 1):
        token = codes[len(requests)]
        found[token] = matched
        first = stem if place < len(groups) else ()
        tokens = (*first, *[token] * (max(0, matched - len(first)) + 1 + token % 3))
        requests += [
            Waiting(_rid(codes[seat], count), tokens, (3 * seat + 1) % 7)
            for seat in range(len(requests), len(requests) + number)
        ]

    def match(tokens: Sequence[int]) -> int:
        if not tokens:
            return 0
        most = max(found.values()) if tokens[-1] in stem else found[tokens[-1]]
        return min(most, len(tokens))

    return requests, match


def _one_pass(
    module: ModuleType, queue: list[Waiting], match: Match, waited: dict[str, int], weight: int
) -> dict[str, Plain]:
    handed, ages = list(queue), dict(reversed(waited.items()))  # looked up by rid, not by place
    held, kept = Held(handed), plain(ages)
    told = attempt(lambda: module.order_with_age(handed, match, ages, age_weight=weight))
    return {"order": _short(told), "changed": held.is_changed() or plain(ages) != kept}


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
    if scenario["call"] == "order_with_age of nobody":
        waiting = []
    return attempt(lambda: module.order_with_age(waiting, len, {"A": 0}, age_weight=weight))


KINDS = {
    "order": _order,
    "cost": _cost,
    "tree": _tree,
    "age": _age,
    "scores": _scores,
    "bound": _bound,
    "refused": _refused,
}


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


class Counter:
    """Counts looks, up to a most; one more ends the call."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.looks = 0

    def count(self) -> None:
        """Count one look; raise TooMany past the most."""
        self.looks += 1
        if self.looks > self.most:
            raise TooMany


class TooMany(BaseException):
    """Ends a load that has cost too much already."""


class Token(int):
    """A token that counts how often somebody looks at it."""

    counter: Counter

    def __new__(cls, number: int, counter: Counter) -> "Token":
        """Return the token `number`, which counts into `counter`."""
        token = super().__new__(cls, number)
        token.counter = counter
        return token

    def __copy__(self) -> "Token":
        """Return itself, as an int does."""
        return self

    def __deepcopy__(self, _: object) -> "Token":
        """Return itself, as an int does."""
        return self

    def __reduce_ex__(self, _: object) -> Any:
        """Be pickled as the plain int, which is one look."""
        self.counter.count()
        return int, (int.__add__(self, 0),)


def _count(name: str) -> Callable[..., object]:
    method: Callable[..., object] = getattr(int, name)

    def counted(self: Token, *others: object) -> object:
        self.counter.count()
        return method(self, *others)

    return counted


LOOKS = """eq ne lt le gt ge hash int index bool float str repr format add radd sub rsub mul rmul
xor rxor and rand or ror mod rmod floordiv truediv divmod pow neg pos abs invert lshift rshift"""
for _name in LOOKS.split():
    setattr(Token, f"__{_name}__", _count(f"__{_name}__"))


def _rid(number: int, count: int) -> str:
    """Return the name of request `number` of so many: A to Z, or AA, AB, … if there are over 26."""
    return (chr(65 + number // 26) if count > 26 else "") + chr(65 + number % 26)


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
