"""Hidden checks of the drill `policy`: orders of a waiting queue, none taken from the reference."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.scenario import digits

GROWTH = 8  # a fourfold load may cost this many times as much, at most

Prompt: TypeAlias = list[list[int]]  # [[7, 3], [8, 1]]: tokens 7 7 7 8
Tokens: TypeAlias = tuple[int, ...]


class Entry(TypedDict):
    """A waiting request."""

    rid: str
    arrival: int
    prompt: Prompt


class OrderScenario(TypedDict):
    """One call of order(); a number that is absent keeps its default."""

    kind: Literal["order"]
    policy: str
    limit: NotRequired[int]
    check: NotRequired[int]
    defer: NotRequired[int]
    cache: list[Prompt]
    waiting: list[Entry]


class CostScenario(TypedDict):
    """Cold prompts of which any two share one token less than `defer`."""

    kind: Literal["cost"]
    prompts: int
    defer: int


class Edge(TypedDict):
    """A node but the root: its parent (0 is the root, 1 the first in the list) and its tokens."""

    parent: int
    piece: list[int]


class TreeScenario(TypedDict):
    """A tree and a queue, for weights() and order_by_weight()."""

    kind: Literal["tree"]
    nodes: list[Edge]
    waiting: list[Entry]


class AgeScenario(TypedDict):
    """Requests by their match: those that are there at first, and those that join later."""

    kind: Literal["age"]
    age_weight: int
    slots: int
    start: list[int]
    later: list[list[int]]


class RefusedScenario(TypedDict):
    """One call of the third level with one number that is refused."""

    kind: Literal["refused"]
    call: Literal["bound", "order_with_age"]
    named: dict[str, int]


Scenario: TypeAlias = OrderScenario | CostScenario | TreeScenario | AgeScenario | RefusedScenario


class Returned(TypedDict):
    """A call that returned."""

    returned: Any


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int


Answer: TypeAlias = Returned | Raised


class OrderObservation(TypedDict):
    """What order() did."""

    order: Answer
    match_calls: int
    changed: bool


class Nothing(TypedDict):
    """Stands for an order that is as it should be."""


class Load(TypedDict):
    """One load of the cost: how many tokens it has, and how many looks were taken."""

    order: Answer | Nothing
    in_order: bool
    all_there: bool  # everybody once, in whatever order
    tokens: int
    looks: int


class CostObservation(TypedDict):
    """The loads that were played."""

    loads: list[Load]


class TreeObservation(TypedDict):
    """What weights() and order_by_weight() did."""

    weights: Answer
    order: Answer
    changed: bool


class Pass(TypedDict):
    """What order_with_age() did in one pass."""

    order: Answer
    changed: bool


class AgeObservation(TypedDict):
    """All passes, and the bound stated for each backlog."""

    passes: list[Pass]
    bounds: dict[str, Answer]


Observation: TypeAlias = (
    OrderObservation | CostObservation | TreeObservation | AgeObservation | Returned | Raised
)


# Level 1: what must hold


class Must:
    """The order that the contract asks for, and how it comes about."""

    def __init__(self, case: OrderScenario) -> None:
        self.rids = [entry["rid"] for entry in case["waiting"]]
        self.limit, self.check = case.get("limit", 128), case.get("check", 32)
        self.defer = case.get("defer", 32)
        self.prompts = [_tokens(entry["prompt"]) for entry in case["waiting"]]
        self.is_sorted = case["policy"] == "lpm" and len(self.rids) <= self.limit
        self.matched: list[int] = []
        self.status = [""] * len(self.rids)
        self.order = self.rids
        if self.is_sorted:
            self._sort([_tokens(prompt) for prompt in case["cache"]])

    def _sort(self, cache: list[Tokens]) -> None:
        self.matched = [max((_shared(p, c) for c in cache), default=0) for p in self.prompts]
        remembered: list[Tokens] = []
        for place, (prompt, match) in enumerate(zip(self.prompts, self.matched, strict=True)):
            if match > self.check:
                self.status[place] = "warm"
            elif any(_shared(prompt, other) >= self.defer for other in remembered):
                self.status[place] = "deferred"
            else:
                self.status[place] = "remembered"
                remembered.append(prompt)
        places = range(len(self.rids))
        keys = [(s == "deferred", 0 if s == "deferred" else -m) for s, m in self._both()]
        self.order = [self.rids[place] for place in sorted(places, key=lambda p: (*keys[p], p))]

    def _both(self) -> list[tuple[str, int]]:
        return list(zip(self.status, self.matched, strict=True))

    def shares_nothing(self) -> bool:
        """Return whether no two prompts have a token in common, so that nothing can be deferred."""
        all_tokens = [token for prompt in self.prompts for token in set(prompt)]
        return self.defer > 0 and len(all_tokens) == len(set(all_tokens))

    def picture(self) -> str | None:
        """Return the state of each request, where it matters."""
        if not self.is_sorted or len(self.rids) > 12:
            return None
        return "\n".join(
            f"{rid}  match {match}, {status}"
            for rid, match, status in zip(self.rids, self.matched, self.status, strict=True)
        )


def _tokens(prompt: Prompt) -> Tokens:
    return tuple(token for token, count in prompt for _ in range(count))


def _shared(one: Tokens, other: Tokens) -> int:
    if one[:1] != other[:1]:
        return 0
    length = min(len(one), len(other))
    return next((place for place in range(1, length) if one[place] != other[place]), length)


def _offending(case: OrderScenario) -> list[str]:
    """Return the values that the contract refuses."""
    bad = [] if case["policy"] in ("fcfs", "lpm") else [case["policy"]]
    numbers = (case.get("limit", 128), case.get("check", 32), case.get("defer", 32))
    bad += [str(number) for number in numbers if number < 0]
    rids = [entry["rid"] for entry in case["waiting"]]
    return bad + sorted({rid for rid in rids if rids.count(rid) > 1})


Verdict: TypeAlias = tuple[str, Difference | None]  # the rule at stake, or broken; where


@lru_cache(maxsize=64)
def _judge_order(run: Run) -> Verdict:
    """Return which rule an order puts at stake, and where it breaks it, if it does."""
    case = cast(OrderScenario, run.scenario)
    seen = cast(OrderObservation, run.got)
    answer = cast("dict[str, Plain]", seen["order"])
    bad = _offending(case)
    if bad:
        holds = _is_refusal(answer, bad) and not seen["changed"]
        return "R6", None if holds else _row(f"ValueError that names {bad[0]}", seen)
    must = Must(case)
    rule = _rule_at_stake(case, must)
    got = answer.get("returned")
    if not _is_names(got):
        return rule, _row(_line(must.order), seen, must.picture())
    names = cast("list[str]", got)
    if sorted(names) != sorted(must.rids) or seen["changed"]:
        return "R5", _row(_line(must.order) + "\neverybody once, input unchanged", seen)
    if not must.is_sorted and seen["match_calls"]:
        return rule, _row(_line(must.order) + "\nmatch is not called", seen)
    if names == must.order:
        return rule, None
    if len(must.rids) == must.limit and names == must.rids and not seen["match_calls"]:
        rule = "R3"
    return rule, _row(_line(must.order), seen, must.picture())


def _rule_at_stake(case: OrderScenario, must: Must) -> str:
    if case["policy"] == "fcfs":
        return "R1"
    if not must.is_sorted:
        return "R3"
    return "R2" if must.shares_nothing() else "R4"


def _row(must: str, seen: OrderObservation, before: str | None = None) -> Difference:
    got = _answer_words(cast("dict[str, Plain]", seen["order"]))
    if seen["match_calls"] and "not called" in must:
        got += f"\ncalls of match: {seen['match_calls']}"
    if seen["changed"]:
        got += "\nand changed what it was handed"
    return Difference((Row("order(…)", must, got),), heading="call", before=before)


def _order_rule(run: Run, rule: str) -> Difference | Told:
    if run.scenario["kind"] != "order":
        return Told.IDLE
    at_stake, difference = _judge_order(run)
    if at_stake == rule:
        return difference or Told.HELD
    good = rule == "R5" and difference is None and at_stake != "R6"
    return Told.HELD if good else Told.IDLE


def fcfs_keeps_the_order(run: Run) -> Difference | Told:
    """R1: the list's order, match never called."""
    return _order_rule(run, "R1")


def the_longest_match_goes_first(run: Run) -> Difference | Told:
    """R2: sorted by match, stable; told where no two prompts share a token."""
    return _order_rule(run, "R2")


def more_than_limit_are_not_sorted(run: Run) -> Difference | Told:
    """R3: above the limit as fcfs, at the limit still sorted."""
    return _order_rule(run, "R3")


def the_second_of_a_cold_group_waits(run: Run) -> Difference | Told:
    """R4: who is deferred, and that they come last in list order."""
    if run.scenario["kind"] == "cost":
        return _cost_order(run, "R4")
    return _order_rule(run, "R4")


def nobody_is_lost_or_doubled(run: Run) -> Difference | Told:
    """R5: the answer is a permutation, and the input is what it was."""
    if run.scenario["kind"] == "cost":
        return _cost_order(run, "R5")
    return _order_rule(run, "R5")


def nonsense_is_refused(run: Run) -> Difference | Told:
    """R6: ValueError that names the value."""
    return _order_rule(run, "R6")


def _cost_order(run: Run, rule: str) -> Difference | Told:
    """Claim a wrong order of a load: R5 when somebody is missing, R4 for anything else."""
    for load in cast(CostObservation, run.got)["loads"]:
        if load["in_order"]:
            continue
        answer = cast("dict[str, Plain]", load["order"])
        is_lost = _is_names(answer.get("returned")) and not load["all_there"]
        if is_lost != (rule == "R5"):
            return Told.IDLE
        must = "everybody in list order: nobody is deferred"
        return Difference((Row("order(…)", must, _answer_words(answer)),), heading="call")
    return Told.IDLE


def looks_grow_with_the_tokens(run: Run) -> Difference | Told:
    """R7: a load of four times the tokens costs at most eight times the looks."""
    if run.scenario["kind"] != "cost":
        return Told.IDLE
    case = cast(CostScenario, run.scenario)
    loads = cast(CostObservation, run.got)["loads"]
    if not all(load["in_order"] for load in loads):
        return Told.IDLE
    count, defer, base = case["prompts"], case["defer"], loads[0]
    most = GROWTH * max(base["looks"], count * (defer + 1))
    rows = [Row(_load_words(count, base), "any number of looks", f"{base['looks']:,} looks")]
    for load, prompts in zip(loads[1:3], (4 * count, count), strict=True):
        looks = f"{load['looks']:,} looks"
        rows.append(Row(_load_words(prompts, load), f"at most {most:,} looks", looks))
        if load["looks"] > most:
            return Difference(tuple(rows), heading="load")
    return Told.HELD


def _load_words(prompts: int, load: Load) -> str:
    return f"{prompts} prompts, {load['tokens']:,} tokens"


# Level 2


def _paths(nodes: list[Edge]) -> list[Tokens]:
    paths: list[Tokens] = [()]
    for node in nodes:
        paths.append(paths[node["parent"]] + _tokens([node["piece"]]))
    return paths


def _tree_must(case: TreeScenario) -> tuple[dict[str, int], list[str]]:
    """Return the weights, and the order, from the paths of the nodes."""
    paths = _paths(case["nodes"])
    own: list[list[str]] = [[] for _ in paths]
    for entry in case["waiting"]:
        tokens = _tokens(entry["prompt"])
        on_path = [place for place, path in enumerate(paths) if tokens[: len(path)] == path]
        own[max(on_path, key=lambda place: len(paths[place]))].append(entry["rid"])
    weight = [len(rids) for rids in own]
    below = [list[str]() for _ in paths]
    for place in range(len(paths) - 1, -1, -1):  # children before their parents
        children = [i for i, node in enumerate(case["nodes"], 1) if node["parent"] == place]
        weight[place] += sum(weight[child] for child in children)
        for child in sorted(children, key=lambda i: (-weight[i], i)):
            below[place] += below[child]
        below[place] += own[place]
    names = ["root", *(f"n{place}" for place in range(1, len(paths)))]
    return dict(zip(names, weight, strict=True)), below[0]


def a_weight_counts_everybody_below(run: Run) -> Difference | Told:
    """R8: the weights of all nodes, and that the queue is what it was."""
    must, _ = _tree_must(cast(TreeScenario, run.scenario))
    seen = cast(TreeObservation, run.got)
    answer = cast("dict[str, Plain]", seen["weights"])
    got = answer.get("returned")
    pairs = got["dict"] if type(got) is dict and "dict" in got else None
    found = sorted(json.dumps(pair) for pair in cast("list[Plain]", pairs or []))
    wanted = sorted(json.dumps([name, weight]) for name, weight in must.items())
    if pairs is not None and found == wanted and not seen["changed"]:
        return Told.HELD
    words = ", ".join(f"{name} {weight}" for name, weight in must.items())
    told = _answer_words(answer)
    if pairs is not None:
        told = _weight_words(cast("list[list[Plain]]", pairs), list(must))
    if seen["changed"]:
        told += "\nand changed what it was handed"
    return Difference((Row("weights(…)", words, told),), heading="call")


def _weight_words(pairs: list[list[Plain]], names: list[str]) -> str:
    """Return weights in the order of the nodes, what is no node's name last."""
    rank = {json.dumps(name): place for place, name in enumerate(names)}
    known = sorted(pairs, key=lambda pair: rank.get(json.dumps(pair[0]), len(rank)))
    return ", ".join(f"{_name_words(name)} {json.dumps(weight)}" for name, weight in known[:12])


def _name_words(name: Plain) -> str:
    return name if type(name) is str else json.dumps(name)


def the_heaviest_child_goes_first(run: Run) -> Difference | Told:
    """R9: depth first by weight, own requests after the children's."""
    weights, must = _tree_must(cast(TreeScenario, run.scenario))
    seen = cast(TreeObservation, run.got)
    answer = cast("dict[str, Plain]", seen["order"])
    if json.dumps(answer.get("returned")) == json.dumps(must):
        return Told.HELD
    before = "weights: " + ", ".join(f"{name} {weight}" for name, weight in weights.items())
    row = Row("order_by_weight(…)", _line(must), _answer_words(answer))
    return Difference((row,), heading="call", before=before)


# Level 3


class Queue:
    """The queue of an age scenario, played by the rule."""

    def __init__(self, case: AgeScenario) -> None:
        self.case = case
        self.arrivals = [case["start"], *case["later"]]
        self.matches: list[int] = []
        self.joined: list[int] = []  # pass by number
        self.backlog: list[int] = []  # others in the list when it joins
        self.served: dict[int, int] = {}  # pass by number
        self.queue: list[int] = []  # numbers, in list order
        self.now = 0

    def is_over(self) -> bool:
        """Return whether nobody waits and nobody will join."""
        return not self.queue and self.now >= len(self.arrivals)

    def join(self) -> None:
        """Let the requests of this pass join the end of the list."""
        for match in self.arrivals[self.now] if self.now < len(self.arrivals) else ():
            self.queue.append(len(self.matches))
            self.matches.append(match)
            self.joined.append(self.now)
        self.backlog += [len(self.queue) - 1] * (len(self.matches) - len(self.backlog))

    def scores(self) -> dict[int, int]:
        """Return the score of everybody who waits."""
        weight = self.case["age_weight"]
        return {n: self.matches[n] + weight * (self.now - self.joined[n]) for n in self.queue}

    def order(self) -> list[int]:
        """Return the order that the contract asks for."""
        scores = self.scores()
        places = {number: place for place, number in enumerate(self.queue)}
        return sorted(self.queue, key=lambda n: (-scores[n], places[n]))

    def serve(self) -> None:
        """Let the first of the order leave."""
        for number in self.order()[: self.case["slots"]]:
            self.served[number] = self.now
            self.queue.remove(number)
        self.now += 1


@lru_cache(maxsize=16)
def _play_age(run: Run) -> tuple[Queue, Difference | None]:
    """Play the passes by the rule next to those seen; return where the order first differs."""
    queue = Queue(cast(AgeScenario, run.scenario))
    rows: list[Row] = []
    for seen in cast(AgeObservation, run.got)["passes"]:
        queue.join()
        must = [rid(number) for number in queue.order()]
        answer = cast("dict[str, Plain]", seen["order"])
        scores = {rid(number): score for number, score in queue.scores().items()}
        words = " ".join(f"{name}:{scores[name]}" for name in must) or "nobody"
        same = json.dumps(answer.get("returned")) == json.dumps(must) and not seen["changed"]
        changed = "\nand changed what it was handed" if seen["changed"] else ""
        rows.append(Row(str(queue.now + 1), words, _answer_words(answer) + changed))
        if not same:
            return queue, Difference(tuple(rows[-4:]), heading="pass")
        queue.serve()
    return queue, None


def age_is_added_to_the_match(run: Run) -> Difference | Told:
    """R10: the order of every pass."""
    if run.scenario["kind"] != "age":
        return Told.IDLE
    return _play_age(run)[1] or Told.HELD


def everybody_is_served_within_the_bound(run: Run) -> Difference | Told:
    """R11: each bound is a whole number, not above the largest accepted, and kept."""
    if run.scenario["kind"] != "age" or _play_age(run)[1] is not None:
        return Told.IDLE
    queue, case = _play_age(run)[0], cast(AgeScenario, run.scenario)
    bounds = cast("dict[str, dict[str, Plain]]", cast(AgeObservation, run.got)["bounds"])
    for number, backlog in enumerate(queue.backlog):
        answer = bounds[str(backlog)]
        bound = answer.get("returned")
        took = queue.served[number] - queue.joined[number] + 1
        most = _largest_bound(case, backlog)
        if type(bound) is not int or not took <= bound <= most:
            must = f"{took} or more: {rid(number)} joins in pass {queue.joined[number] + 1}"
            must += f" and is served in pass {queue.served[number] + 1}"
            if type(bound) is int and bound > most:
                must = f"at most {most}"
            row = Row(_bound_label(case, backlog), must, _answer_words(answer))
            return Difference((row,), heading="call")
    return Told.HELD if queue.backlog else Told.IDLE


def _numbers(case: AgeScenario) -> tuple[int, int]:
    """Return the most that join in a later pass, and the largest match."""
    matches = [*case["start"], *(match for joining in case["later"] for match in joining)]
    return max((len(joining) for joining in case["later"]), default=0), max(matches, default=0)


def _largest_bound(case: AgeScenario, backlog: int) -> int:
    """Return the largest bound that is accepted, as task.md derives it."""
    arrivals, match = _numbers(case)
    passes = (match + case["age_weight"] - 1) // case["age_weight"] + 1
    return backlog + (arrivals + 1) * passes + 1


def _bound_label(case: AgeScenario, backlog: int) -> str:
    arrivals, match = _numbers(case)
    return (
        f"bound(backlog={backlog}, arrivals={arrivals}, slots={case['slots']}, "
        f"max_match={match}, age_weight={case['age_weight']})"
    )


def no_bound_without_age(run: Run) -> Difference | Told:
    """R12: ValueError that names the value."""
    if run.scenario["kind"] != "refused":
        return Told.IDLE
    case = cast(RefusedScenario, run.scenario)
    answer = cast("dict[str, Plain]", run.got)
    bad = _refused_values(case)
    if _is_refusal(answer, bad):
        return Told.HELD
    named = ", ".join(f"{name}={number}" for name, number in case["named"].items())
    row = Row(f"{case['call']}({named})", f"ValueError that names {bad[0]}", _answer_words(answer))
    return Difference((row,), heading="call")


FLOORS = {"backlog": 0, "arrivals": 0, "slots": 1, "max_match": 0, "age_weight": 1}


def _refused_values(case: RefusedScenario) -> list[str]:
    return [str(number) for name, number in case["named"].items() if number < FLOORS[name]]


RULES: dict[str, Check] = {
    "R1": fcfs_keeps_the_order,
    "R2": the_longest_match_goes_first,
    "R3": more_than_limit_are_not_sorted,
    "R4": the_second_of_a_cold_group_waits,
    "R5": nobody_is_lost_or_doubled,
    "R6": nonsense_is_refused,
    "R7": looks_grow_with_the_tokens,
    "R8": a_weight_counts_everybody_below,
    "R9": the_heaviest_child_goes_first,
    "R10": age_is_added_to_the_match,
    "R11": everybody_is_served_within_the_bound,
    "R12": no_bound_without_age,
}


# In words


def rid(number: int) -> str:
    """Return the name of request `number`: A to Z, then A1."""
    letter, lap = chr(65 + number % 26), number // 26
    return letter + str(lap) if lap else letter


def _is_refusal(answer: dict[str, Plain], bad: Sequence[str]) -> bool:
    says = str(answer.get("says", ""))
    named = (re.search(rf"(?<![\w.-]){re.escape(value)}(?!\.?\w)", says) for value in bad)
    return answer.get("raised") == "ValueError" and any(named)


def _is_names(value: Plain) -> bool:
    return type(value) is list and all(type(name) is str for name in value)


def _line(names: Sequence[str]) -> str:
    if len(names) <= 16:
        return " ".join(names) or "nobody"
    return f"{' '.join(names[:14])} … {names[-1]} ({len(names)} in all)"


def _answer_words(answer: dict[str, Plain]) -> str:
    if "raised" in answer:
        return f"{answer['raised']}: {answer['says']}" if answer["says"] else str(answer["raised"])
    value = answer.get("returned")
    return _line(cast("list[str]", value)) if _is_names(value) else json.dumps(value)[:80]


def _prompt_words(prompt: Prompt) -> str:
    return " ".join(f"{count}x{token}" for token, count in prompt)


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines; 3x7 stands for the tokens 7 7 7."""
    lines = SHOWN[cast(str, scenario["kind"])](scenario)
    return lines if len(lines) <= 14 else [*lines[:12], f"… {len(lines) - 12} more"]


def _show_order(scenario: Any) -> list[str]:
    case = cast(OrderScenario, scenario)
    numbers = [f"{n}={scenario[n]}" for n in ("limit", "check", "defer") if n in scenario]
    lines = [", ".join([case["policy"], *numbers])]
    lines += [f"cached   {_prompt_words(prompt)}" for prompt in case["cache"]]
    return lines + _show_waiting(case["waiting"])


def _show_waiting(waiting: list[Entry]) -> list[str]:
    return [f"{entry['rid']:8} {_prompt_words(entry['prompt'])}" for entry in waiting]


def _show_cost(scenario: Any) -> list[str]:
    case = cast(CostScenario, scenario)
    share = case["defer"] - 1
    return [f"{case['prompts']} cold prompts; any two share {share} tokens, defer={case['defer']}"]


def _show_tree(scenario: Any) -> list[str]:
    case = cast(TreeScenario, scenario)
    names = ["root", *(f"n{place}" for place in range(1, len(case["nodes"]) + 1))]
    lines = [
        f"{names[place]:8} below {names[node['parent']]}: {_prompt_words([node['piece']])}"
        for place, node in enumerate(case["nodes"], 1)
    ]
    return lines + _show_waiting(case["waiting"])


def _show_age(scenario: Any) -> list[str]:
    case = cast(AgeScenario, scenario)
    lines = [f"age_weight={case['age_weight']}, {case['slots']} served a pass"]
    number = 0
    for index, joining in enumerate([case["start"], *case["later"]], 1):
        names = [f"{rid(number + place)} (match {m})" for place, m in enumerate(joining)]
        number += len(joining)
        lines.append(f"pass {index}   joins {', '.join(names) or 'nobody'}")
    return lines


def _show_refused(scenario: Any) -> list[str]:
    case = cast(RefusedScenario, scenario)
    return [f"{case['call']}: " + ", ".join(f"{n}={v}" for n, v in case["named"].items())]


SHOWN = {
    "order": _show_order,
    "cost": _show_cost,
    "tree": _show_tree,
    "age": _show_age,
    "refused": _show_refused,
}


# Scenarios


def part(scenario: check.Scenario) -> str:
    """Return which part a scenario plays."""
    kind = scenario["kind"]
    return {"tree": "weights", "age": "age", "refused": "age"}.get(cast(str, kind), "")


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows this scenario, with at most one value that is refused."""
    return VALID[cast(str, scenario["kind"])](scenario)


def _is_valid_prompt(prompt: Prompt) -> bool:
    pieces = all(len(piece) == 2 and 1 <= piece[1] <= 200 for piece in prompt)
    return 1 <= len(prompt) <= 4 and pieces and all(0 <= piece[0] <= 999 for piece in prompt)


def _are_valid_entries(waiting: list[Entry]) -> bool:
    names = all(entry["rid"] and len(entry["rid"]) <= 8 for entry in waiting)
    return len(waiting) <= 140 and names and all(_is_valid_prompt(e["prompt"]) for e in waiting)


def _is_valid_order(scenario: Any) -> bool:
    case = cast(OrderScenario, scenario)
    numbers = [scenario.get(name, 0) for name in ("limit", "check", "defer")]
    return (
        _are_valid_entries(case["waiting"])
        and len(case["cache"]) <= 140
        and all(_is_valid_prompt(prompt) for prompt in case["cache"])
        and all(-9 <= number <= 200 for number in numbers)
        and len(_offending(case)) <= 1
    )


def _is_valid_cost(scenario: Any) -> bool:
    case = cast(CostScenario, scenario)
    return 64 <= case["prompts"] <= 100 and 8 <= case["defer"] <= 40


def _is_valid_tree(scenario: Any) -> bool:
    case = cast(TreeScenario, scenario)
    nodes = case["nodes"]
    rids = {entry["rid"] for entry in case["waiting"]}
    if len(nodes) > 20 or not _are_valid_entries(case["waiting"]):
        return False
    if any(not 0 <= node["parent"] < place for place, node in enumerate(nodes, 1)):
        return False
    if not all(_is_valid_prompt([node["piece"]]) for node in nodes):
        return False
    starts = {(node["parent"], node["piece"][0]) for node in nodes}
    return len(starts) == len(nodes) and len(rids) == len(case["waiting"])


def _is_valid_age(scenario: Any) -> bool:
    case = cast(AgeScenario, scenario)
    groups = [case["start"], *case["later"]]
    matches = [match for group in groups for match in group]
    sane = 1 <= case["age_weight"] <= 9 and 1 <= case["slots"] <= 5
    return sane and len(groups) <= 20 and len(matches) <= 50 and all(0 <= m <= 20 for m in matches)


def _is_valid_refused(scenario: Any) -> bool:
    case = cast(RefusedScenario, scenario)
    names = set(FLOORS) if case["call"] == "bound" else {"age_weight"}
    small = all(abs(number) <= 20 for number in case["named"].values())
    return set(case["named"]) == names and small and len(_refused_values(case)) == 1


VALID = {
    "order": _is_valid_order,
    "cost": _is_valid_cost,
    "tree": _is_valid_tree,
    "age": _is_valid_age,
    "refused": _is_valid_refused,
}


def _draw_order(mode: int, a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
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


def _draw_tree(a: int, b: int, pairs: Sequence[int]) -> Scenario:
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


def _draw_age(a: int, b: int, c: int, pairs: Sequence[int]) -> Scenario:
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


def _draw_refused(a: int, b: int, c: int) -> Scenario:
    named = {"backlog": a, "arrivals": b, "slots": 1 + c % 3, "max_match": a + b, "age_weight": 1}
    if c % 4 == 0:
        return {"kind": "refused", "call": "order_with_age", "named": {"age_weight": -(a % 5)}}
    name = list(FLOORS)[c % 5]
    named[name] = FLOORS[name] - 1 - b % 4
    return {"kind": "refused", "call": "bound", "named": named}


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    kind, mode, a, b, c, *pairs = draws
    if kind < 7:
        made: Scenario = _draw_order(mode, a, b, c, pairs)
    elif kind < 9:
        made = _draw_tree(a, b, pairs)
    elif c < 11:
        made = _draw_age(a, b, c, pairs)
    else:
        made = _draw_refused(a, b, pairs[0])
    return cast(check.Scenario, made)


SCENARIOS: SearchStrategy[check.Scenario] = digits(11, 4, 14, 8, 12, *[144] * 8).map(_scenario)


def _order(
    *waiting: Prompt, cache: Sequence[Prompt] = (), policy: str = "lpm", **numbers: int
) -> check.Scenario:
    """Make a call of order() with requests A, B, …, that arrived in the reverse order."""
    entries: list[Entry] = [
        {"rid": rid(index), "arrival": len(waiting) - index, "prompt": prompt}
        for index, prompt in enumerate(waiting)
    ]
    case = {"kind": "order", "policy": policy, **numbers, "cache": [*cache], "waiting": entries}
    return cast(check.Scenario, case)


def _renamed(scenario: check.Scenario, name: str) -> check.Scenario:
    """Return the scenario with one name for its first and its last request."""
    entries = cast(OrderScenario, scenario)["waiting"]
    entries[0]["rid"] = entries[-1]["rid"] = name
    return scenario


def _tree(nodes: list[tuple[int, list[int]]], *prompts: Prompt) -> check.Scenario:
    edges: list[Edge] = [{"parent": parent, "piece": piece} for parent, piece in nodes]
    entries: list[Entry] = [
        {"rid": rid(index), "arrival": index, "prompt": prompt}
        for index, prompt in enumerate(prompts)
    ]
    return cast(check.Scenario, {"kind": "tree", "nodes": edges, "waiting": entries})


def _age(weight: int, slots: int, start: list[int], *later: list[int]) -> check.Scenario:
    case: AgeScenario = {
        "kind": "age",
        "age_weight": weight,
        "slots": slots,
        "start": start,
        "later": [*later],
    }
    return cast(check.Scenario, case)


def _refused(call: str, **named: int) -> check.Scenario:
    whole = {"backlog": 1, "arrivals": 2, "slots": 3, "max_match": 4, "age_weight": 5, **named}
    return cast(
        check.Scenario,
        {"kind": "refused", "call": call, "named": whole if call == "bound" else named},
    )


def _many(count: int) -> list[Prompt]:
    return [[[number + 1, 40]] for number in range(count)]


FIVE_TWINS: list[Prompt] = [[[7, 100]]] * 3 + [[[8, 100]]] + [[[7, 100]]] * 2
WARM: list[Prompt] = [[[7, 33]]]
FORK: list[tuple[int, list[int]]] = [(0, [1, 1]), (0, [2, 1]), (2, [3, 2])]

TELLING: dict[str, check.Scenario] = {
    "fcfs keeps the list": _order([[1, 1]], [[2, 1]], cache=[[[2, 1]]], policy="fcfs"),
    "nobody waits": _order(),
    "the warm one first": _order([[1, 1]], [[2, 1]], cache=[[[2, 1]]]),
    "a tie keeps the list": _order([[1, 1]], [[2, 2]], [[3, 2]], cache=[[[2, 2]], [[3, 2]]]),
    "more left to compute": _order([[2, 2]], [[1, 9]], cache=[[[2, 2]], [[1, 4]]]),
    "matches 0, 40, 40, 10": _order(
        *[[[1, 50]], [[2, 50]], [[3, 50]], [[4, 50]]], cache=[[[2, 40]], [[3, 40]], [[4, 10]]]
    ),
    "as many as the limit": _order([[1, 1]], [[2, 1]], cache=[[[2, 1]]], limit=2),
    "one more than the limit": _order([[1, 1]], [[2, 1]], cache=[[[2, 1]]], limit=1),
    "a limit of nobody": _order([[1, 1]], cache=[[[1, 1]]], limit=0),
    "128 are sorted": _order(*_many(128), cache=[[[128, 5]], [[64, 9]]]),
    "129 are not": _order(*_many(129), cache=[[[128, 5]], [[64, 9]]]),
    "two cold twins": _order([[7, 2]], [[7, 2]], [[8, 2]], defer=2, check=0),
    "five equal prompts and one other": _order(*FIVE_TWINS),
    "twins of 32 tokens share enough": _order([[7, 32]], [[7, 32]], [[8, 9]]),
    "twins of 31 tokens do not": _order([[7, 31]], [[7, 31]], [[8, 9]]),
    "31 shared of 40": _order([[7, 31], [1, 9]], [[7, 31], [2, 9]], [[8, 9]]),
    "32 shared of 40": _order([[7, 32], [1, 9]], [[7, 32], [2, 9]], [[8, 9]]),
    "shared at the end only": _order([[1, 9], [7, 40]], [[2, 9], [7, 40]], [[8, 9]]),
    "shared in the middle too": _order(
        [[7, 1], [1, 1], [7, 3]], [[7, 1], [2, 1], [7, 3]], [[8, 1]], defer=3, check=0
    ),
    "a match of 32 is cold": _order([[7, 40]], [[7, 40]], [[8, 9]], cache=[[[7, 32]]]),
    "a match of 33 is warm": _order([[7, 40]], [[7, 40]], [[8, 9]], cache=WARM),
    "a warm one is not remembered": _order(
        [[7, 3], [1, 2]], [[7, 3], [2, 2]], [[8, 9]], cache=[[[7, 3], [1, 2]]], check=3, defer=3
    ),
    "two deferred and one alone": _order(
        [[7, 2], [1, 2]], [[7, 2], [2, 2]], [[7, 2], [2, 2], [3, 1]], [[8, 1]], defer=2, check=0
    ),
    "the deferred keep the list's order": _order(
        [[7, 4]], [[7, 4], [1, 1]], [[7, 5]], [[7, 4], [2, 1]], cache=[[[7, 1]]], check=3, defer=4
    ),
    "deferred although it matches more": _order(
        [[7, 1], [1, 3]], [[7, 1], [2, 3]], [[8, 3]], cache=[[[7, 1], [2, 1]]], check=2, defer=1
    ),
    "the deferred are not sorted": _order(
        [[7, 1], [2, 1]],
        [[7, 1], [3, 1]],
        [[7, 1], [1, 2]],
        cache=[[[7, 1], [1, 2]]],
        check=3,
        defer=1,
    ),
    "no token needs to be shared": _order([[1, 1]], [[2, 1]], [[3, 1]], defer=0, check=0),
    "all are warm at a check of 0": _order(
        [[7, 2]], [[7, 2]], [[8, 1]], cache=[[[7, 1]]], check=0, defer=1
    ),
    "fcfs does not defer": _order([[7, 2]], [[7, 2]], [[8, 1]], policy="fcfs", defer=1, check=0),
    "nor do too many": _order([[7, 2]], [[7, 2]], [[8, 1]], limit=2, defer=1, check=0),
    "a policy of the tree": _order([[1, 1]], policy="dfs-weight"),
    "a policy that nobody knows": _order(policy="lof"),
    "a policy in capitals": _order([[1, 1]], policy="LPM"),
    "a negative limit": _order([[1, 1]], limit=-1),
    "a negative check": _order([[1, 1]], check=-2),
    "a negative defer": _order([[1, 1]], defer=-3),
    "fcfs with a negative defer": _order([[1, 1]], policy="fcfs", defer=-3),
    "a rid twice": _renamed(_order([[1, 1]], [[2, 1]]), "Q7"),
    "a rid twice under fcfs": _renamed(_order([[1, 1]], [[2, 1]], policy="fcfs"), "Q7"),
    "a rid twice among too many": _renamed(_order([[1, 1]], [[2, 1]], [[3, 1]], limit=2), "Q7"),
    "64 prompts that nearly share": {"kind": "cost", "prompts": 64, "defer": 32},
    "a root alone": _tree([], [[1, 1]]),
    "nobody waits at a fork": _tree(FORK),
    "the heavier child first": _tree(FORK, [[1, 1]], [[2, 1]], [[2, 1], [4, 1]]),
    "children before their parent": _tree(FORK, [[2, 1]], [[2, 1], [3, 2]], [[9, 1]]),
    "part of an edge is no match": _tree(FORK, [[2, 1], [3, 1]], [[2, 1], [3, 2]], [[1, 1]]),
    "equal weights": _tree(FORK, [[2, 1]], [[1, 1]]),
    "weight from far below": _tree(
        [*FORK, (3, [4, 1])], [[1, 1]], [[2, 1], [3, 2], [4, 1]], [[2, 1], [3, 2], [4, 1]]
    ),
    "a heavy leaf before a deep one": _tree(FORK, [[2, 1], [3, 2]], [[1, 1]], [[1, 1], [5, 1]]),
    "129 are sorted by weight": _tree(FORK, *[[[9, 1]]] * 128, [[1, 1]]),
    "two matches, one node": _tree(FORK, [[1, 1], [5, 1]], [[9, 1]], [[1, 1], [6, 1]]),
    "the cold one waits": _age(1, 1, [0, 2], [2], [2], [2]),
    "nobody but one": _age(1, 1, [0]),
    "equal scores keep the list": _age(2, 1, [0, 2], [2], [2]),
    "a backlog of four": _age(1, 1, [3, 3, 3, 3, 0]),
    "two served a pass": _age(1, 2, [3, 3, 3, 3, 0], [3, 3], [3, 3], [3, 3]),
    "two join, one is served": _age(1, 1, [0, 4], *[[4, 4]] * 6),
    "three served a pass": _age(2, 3, [0, 5, 5, 5, 5], *[[5, 5, 5, 5]] * 4),
    "a weight of three": _age(3, 1, [6, 0], *[[6, 6, 6]] * 4),
    "a weight that does not divide": _age(3, 1, [7, 0], *[[7]] * 4),
    "nobody matches": _age(1, 1, [0, 0, 0], [0], [0]),
    "an age_weight of 0": _refused("order_with_age", age_weight=0),
    "a negative age_weight": _refused("order_with_age", age_weight=-7),
    "no bound without age": _refused("bound", age_weight=0),
    "no bound without slots": _refused("bound", slots=0),
    "a negative backlog": _refused("bound", backlog=-7),
    "negative arrivals": _refused("bound", arrivals=-7),
    "a negative match": _refused("bound", max_match=-7),
}
