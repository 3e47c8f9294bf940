"""Hidden checks of the drill `eviction`.

A run is followed by a model that is no radix tree: a plain table of cached prefixes, in which locks
are a list of prefixes and everything else is looked up anew each time. Where a run differs first,
the one rule claims it that this difference breaks. Whether a split refreshes its lower half is
free, and which of two equally old leaves goes: the model follows what the run chose. Times are not
compared, only what they decide. A run that equals the reference's is taken as held.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, TypedDict, cast

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told

Number: TypeAlias = int | str  # text where the learner's code holds something else
Prefix: TypeAlias = tuple[int, ...]
Verb: TypeAlias = Literal[
    "insert", "match", "lock", "unlock", "evict", "split", "bad", "start", "step", "finish"
]


class Op(TypedDict):
    """One operation, as the driver describes them."""

    do: Verb
    tokens: list[int]
    n: int


class Scenario(TypedDict):
    """Operations on a tree; with `pool` on level 2, with `leaves` the cost of eviction instead."""

    page: int
    pace: int
    pool: int
    chunk: int
    leaves: int
    ops: list[Op]


class Raised(TypedDict):
    """An exception in place of an answer."""

    raised: str
    says: str
    line: int


Answer: TypeAlias = int | str | list[Number] | Raised


class NodeSeen(TypedDict):
    """One node; the list of them is in preorder, children by key."""

    depth: int
    key: list[Number]
    slots: list[Number]
    lock: Number


class Step(TypedDict):
    """What one operation answered; then evictable, protected and total size, and the tree."""

    op: int
    answers: list[Answer]
    sizes: list[Number | Raised]
    tree: list[NodeSeen]


class RequestSeen(TypedDict):
    """A running request; `node` is what its last_node spells."""

    tokens: list[Number]
    slots: list[Number]
    protected: Number
    node: list[Number] | str


class LifeStep(Step):
    """On level 2 also the pool, what the call gave back to it, what wrongly, and the requests."""

    free: list[Number]
    given: list[Number]
    wrong: list[Number]
    requests: list[RequestSeen]


class Cost(TypedDict):
    """What it took to evict from a large tree."""

    compared: int
    freed: list[Number]
    raised: str
    says: str


class Observation(TypedDict):
    """A whole run; the operations that made sense, of one kind."""

    steps: list[Step]
    life: list[LifeStep]
    cost: Cost | None


FIRST_SLOT = 10  # of the driver
BIG_TREES = (4096, 8000)  # leaves of the cost scenarios

# ------------------------------------------------------------------ the model: a table of prefixes


@dataclass
class Model:
    """Cached prefixes in whole pages, each with the slots of its last page and a time.

    A node ends at each prefix in `ends`; it reaches up to the next end above it. `held` has one
    entry for each lock that is held, so the lock_ref of a node is how many of them begin with it.
    """

    page: int
    pace: int
    lower: bool  # whether a split refreshes its lower half too
    slots: dict[Prefix, list[int]] = field(default_factory=dict[Prefix, list[int]])
    time: dict[Prefix, int] = field(default_factory=dict[Prefix, int])
    ends: set[Prefix] = field(default_factory=set[Prefix])
    held: list[Prefix] = field(default_factory=list[Prefix])
    calls: int = 0

    def copy(self) -> "Model":
        """Return a model that goes its own way from here."""
        table = dict(self.slots), dict(self.time), set(self.ends), list(self.held)
        return Model(self.page, self.pace, self.lower, *table, self.calls)

    def match(self, tokens: Sequence[int]) -> Prefix:
        """Use and cut the longest cached prefix; return it."""
        now = self.calls // self.pace
        self.calls += 1
        found: Prefix = ()
        for prefix in self.pages(tuple(tokens)):
            if prefix not in self.slots:
                break
            found = prefix
        if found and found not in self.ends:
            if self.lower:
                rest = min((e for e in self.ends if begins(e, found)), key=len)
                self.time.update((p, now) for p in self.pages(rest) if len(p) > len(found))
            self.ends.add(found)
        self.time.update((p, now) for p in self.pages(found))
        return found

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        """Match, and cache what is new; return how many tokens were cached."""
        found = self.match(tokens)
        now = (self.calls - 1) // self.pace
        new = [p for p in self.pages(tuple(tokens)) if len(p) > len(found)]
        for prefix in new:
            self.slots[prefix] = list(slots[len(prefix) - self.page : len(prefix)])
            self.time[prefix] = now
        self.ends.update(new[-1:])
        return len(found)

    def pages(self, tokens: Prefix) -> list[Prefix]:
        """Return the prefixes of whole pages, short to long, without the empty one."""
        return [tokens[:n] for n in range(self.page, len(tokens) + 1, self.page)]

    def all_slots(self, prefix: Prefix) -> list[int]:
        """Return the slots of a cached prefix."""
        return [slot for p in self.pages(prefix) for slot in self.slots[p]]

    def lock_ref(self, end: Prefix) -> int:
        """Return how many held locks protect the node that ends here."""
        return sum(begins(one, end) for one in self.held)

    def above(self, end: Prefix) -> Prefix:
        """Return where the parent of a node ends."""
        return max((e for e in self.ends if e != end and begins(end, e)), key=len, default=())

    def node_slots(self, end: Prefix) -> list[int]:
        """Return the slots of one node."""
        return self.all_slots(end)[len(self.above(end)) :]

    def oldest(self) -> list[Prefix]:
        """Return the unlocked leaves that may go next: more than one when they are equally old."""
        inner = {self.above(end) for end in self.ends}
        leaves = [e for e in self.ends if e not in inner and not self.lock_ref(e)]
        least = min((self.time[leaf] for leaf in leaves), default=0)
        return sorted(leaf for leaf in leaves if self.time[leaf] == least)

    def remove(self, leaf: Prefix) -> list[int]:
        """Take a leaf out; return its slots."""
        gone, above = self.node_slots(leaf), self.above(leaf)
        for prefix in self.pages(leaf):
            if len(prefix) > len(above):
                del self.slots[prefix], self.time[prefix]
        self.ends.remove(leaf)
        return gone

    def evict(self, count: int) -> list[int]:
        """Evict as the rules say, by any choice that they leave."""
        freed: list[int] = []
        while len(freed) < count and (oldest := self.oldest()):
            freed += self.remove(oldest[0])
        return freed

    def follow(self, freed: Sequence[Number], count: int) -> bool:
        """Evict as the run did; return False when the rules do not allow that."""
        done = 0
        while done < count and (oldest := self.oldest()):
            first = freed[done] if done < len(freed) else None
            leaf = next((leaf for leaf in oldest if first in self.node_slots(leaf)), None)
            if leaf is None:
                return False
            gone = self.remove(leaf)
            if sorted(map(str, freed[done : done + len(gone)])) != sorted(map(str, gone)):
                return False
            done += len(gone)
        return done == len(freed)

    def locked_slots(self) -> set[int]:
        """Return the slots that a lock protects."""
        return {slot for one in self.held for slot in self.all_slots(one)}

    def sizes(self) -> list[int]:
        """Return evictable, protected and total size."""
        locked = len(self.locked_slots())
        total = len(self.slots) * self.page
        return [total - locked, locked, total]

    def tree(self) -> list[NodeSeen]:
        """Return the nodes as the driver sees them."""
        return [
            {
                "depth": sum(begins(end, e) for e in self.ends) - 1,
                "key": list(end[len(self.above(end)) :]),
                "slots": list(self.node_slots(end)),
                "lock": self.lock_ref(end),
            }
            for end in sorted(self.ends)
        ]

    def picture(self) -> str:
        """Return the tree as indented text, a node a line."""
        if not self.ends:
            return "the tree is empty"
        rows: list[tuple[str, str, str]] = []
        for end, node in zip(sorted(self.ends), self.tree(), strict=True):
            locks = f"locks {node['lock']}" if node["lock"] else "unlocked"
            slots = f"slots {words(node['slots'])}"
            left = "  " * node["depth"] + words(node["key"])
            rows.append((left, slots, f"{locks}, used at {self.time[end] + (self.pace == 1)}"))
        wide, slots_wide = (max(len(row[i]) for row in rows) for i in (0, 1))
        return "\n".join(f"{a:<{wide}}   {b:<{slots_wide}}   {c}" for a, b, c in rows)


def begins(one: Prefix, with_this: Prefix) -> bool:
    """Return whether `one` is `with_this` or continues it."""
    return one[: len(with_this)] == with_this


def node_words(prefix: Sequence[object]) -> str:
    """Return a node as what it spells: "1 1", "the root" for the empty prefix."""
    return words(prefix) if prefix else "the root"


def words(items: Sequence[object]) -> str:
    """Return items side by side: "1 1 2", "nothing" for none."""
    return " ".join(map(str, items)) or "nothing"


# ------------------------------------------------------------------------ following a run


@dataclass(frozen=True)
class Claim:
    """What differs, and the rule that this breaks."""

    rule: str
    must: str
    got: str


@dataclass(frozen=True)
class Found:
    """A claim, with the operation at which it came up and a picture of the tree before it."""

    at: int  # index of the operation
    claim: Claim
    before: str


def examine(scenario: Scenario, seen: Observation) -> Found | None:
    """Return the first difference from what the rules demand, None when there is none.

    The run may refresh the lower half of a split or not, but the same way throughout: of the two
    readings, the one that explains more of the run is told.
    """
    follow = _follow_life if scenario["pool"] else _follow_tree
    found = [follow(scenario, seen, lower) for lower in (False, True)]
    if None in found:
        return None
    return max((one for one in found if one), key=lambda one: one.at)


def _follow_tree(scenario: Scenario, seen: Observation, lower: bool) -> Found | None:
    model = Model(scenario["page"], scenario["pace"], lower)
    steps = {step["op"]: step for step in seen["steps"]}
    slot = FIRST_SLOT
    for at, op in enumerate(scenario["ops"]):
        if op["do"] == "unlock" and not model.held:
            continue
        before = model.copy()
        given = list(range(slot, slot + len(op["tokens"]))) if op["do"] == "insert" else []
        slot += len(given)
        if at not in steps:
            claim: Claim | None = Claim("R6", "an answer", "none")
        else:
            judged = JUDGES[op["do"]](model, op, steps[at]["answers"], given)
            claim = judged or _claim_state(before, model, op["do"], steps[at])
        if claim:
            return Found(at, claim, before.picture())
    return None


def _judge_insert(model: Model, op: Op, answers: list[Answer], slots: list[int]) -> Claim | None:
    cached = model.insert(op["tokens"], slots)
    return None if answers == [cached] else Claim("R6", f"{cached} cached", told(answers, "cached"))


def _judge_match(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return _claim_match(model, model.match(op["tokens"]), answers)


def _claim_match(model: Model, prefix: Prefix, answers: list[Answer]) -> Claim | None:
    slots = model.all_slots(prefix)
    if answers[:1] == [slots]:
        return None
    return Claim("R6", f"slots {words(slots)}", told(answers[:1], "slots"))


def _judge_lock(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    model.held.append(prefix)
    claim = _claim_match(model, prefix, answers)
    if claim or answers[1:] == ["done"]:
        return claim
    return Claim("R1", "locked", told(answers[1:], ""))


def _judge_unlock(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.held.pop(op["n"] % len(model.held))
    if answers == ["done"]:
        return None
    raised = answers[0]
    refused = isinstance(raised, dict) and raised["raised"] in ("ValueError", "AssertionError")
    return Claim("R7" if refused and prefix else "R1", "unlocked", told(answers, ""))


def _judge_bad(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    claim = _claim_match(model, prefix, answers)
    if claim or not prefix or model.lock_ref(prefix):
        return claim
    refused = [isinstance(one, dict) and one["raised"] == "ValueError" for one in answers[1:]]
    return None if refused == [True] else Claim("R7", "ValueError", told(answers[1:], ""))


def _judge_split(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    above = model.above(prefix)
    pages = (len(prefix) - len(above)) // model.page
    claim = _claim_match(model, prefix, answers)
    if claim or pages < 2:
        return claim
    upper = prefix[: len(above) + model.page * (1 + op["n"] % (pages - 1))]
    model.ends.add(upper)
    if answers[1:] == [list(upper)]:
        return None
    return Claim("R6", f"the node of {words(upper)}", told(answers[1:], "the node of"))


def _judge_evict(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return _claim_eviction(model, op["n"], answers[0] if answers else "nothing")


def _claim_eviction(model: Model, count: int, freed: Answer) -> Claim | None:
    """Judge the answer of one evict; the model goes the same way, or the one that the rules say."""
    before = model.copy()
    must = f"frees {words(before.copy().evict(count))}"
    got = told([freed], "frees")
    if not isinstance(freed, list):
        model.evict(count)
        root = isinstance(freed, dict) and freed["raised"] in ("AttributeError", "AssertionError")
        return Claim("R5" if root and not model.ends else "R4", must, got)
    if model.follow(freed, count):
        return None
    locked = [slot for slot in freed if slot in before.locked_slots()]
    cached = {slot for prefix in before.slots.values() for slot in prefix}
    if locked:
        return Claim("R5", must, f"{got}: {locked[0]} is locked")
    strange = [slot for slot in freed if slot not in cached or freed.count(slot) > 1]
    if strange:
        return Claim("R5", must, f"{got}: {strange[0]} is not there to free")
    return Claim("R4", must, got)


ROOT = -2  # as in the driver

JUDGES: dict[str, Callable[[Model, Op, list[Answer], list[int]], Claim | None]] = {
    "insert": _judge_insert,
    "match": _judge_match,
    "lock": _judge_lock,
    "unlock": _judge_unlock,
    "split": _judge_split,
    "bad": _judge_bad,
    "evict": _judge_evict,
}


def _claim_state(before: Model, model: Model, do: Verb, step: Step) -> Claim | None:
    """Compare the tree and the sizes after an operation whose answer is right."""
    return (
        _claim_root(step)
        or _claim_shape(model, step, "R6")
        or _claim_locks(before, model, do, step)
        or _claim_sizes(model, step, "R7" if do == "bad" else "R2")
    )


def _claim_root(step: Step) -> Claim | None:
    """Tell a lock on the root: the driver writes one only where there is one."""
    lock = next((node["lock"] for node in step["tree"] if node["depth"] == ROOT), 0)
    return Claim("R1", "the root is not locked", f"the root has lock_ref {lock}") if lock else None


def _claim_shape(model: Model, step: Step, rule: str) -> Claim | None:
    def outline(tree: list[NodeSeen]) -> list[str]:
        return [
            f"{'  ' * max(0, int(node['depth']))}{words(node['key'])}: slots {words(node['slots'])}"
            for node in tree
        ]

    must, got = outline(model.tree()), outline(step["tree"])
    if must == got:
        return None
    return Claim(rule, "\n".join(must) or "an empty tree", "\n".join(got) or "an empty tree")


def _claim_locks(before: Model, model: Model, do: Verb, step: Step) -> Claim | None:
    pairs = zip(sorted(model.ends), model.tree(), step["tree"], strict=True)
    wrong = [(end, must["lock"], got["lock"]) for end, must, got in pairs if differs(must, got)]
    if not wrong:
        return None
    end, must, got = wrong[0]
    name = f"lock_ref of {node_words(end)}"
    return Claim(
        _lock_rule(before, model, do, [w[0] for w in wrong]),
        f"{name} is {must}",
        f"{name} is {got}",
    )


def differs(must: NodeSeen, got: NodeSeen) -> bool:
    """Return whether two nodes of the same place have another lock_ref."""
    return must["lock"] != got["lock"] or type(got["lock"]) is not int


def _lock_rule(before: Model, model: Model, do: Verb, wrong: list[Prefix]) -> str:
    """Tell a wrong lock_ref: made by a new leaf or a split (R3), by a refused call (R7), or R1."""
    if do == "bad" and wrong and not model.ends - before.ends:
        return "R7"
    fresh = model.ends - before.ends
    halves = fresh | {e for e in before.ends if model.above(e) in fresh}
    made = set(wrong) <= halves
    if do in ("insert", "match", "split", "bad"):
        return "R3" if made else "R1"
    was_locked = any(before.lock_ref(end) for end in wrong)
    return "R3" if do == "lock" and made and was_locked else "R1"


def _claim_sizes(model: Model, step: Step, rule: str) -> Claim | None:
    if step["sizes"] == model.sizes():
        return None
    raised = [one for one in step["sizes"] if isinstance(one, dict)]
    if raised:
        return Claim(rule, _sizes(model.sizes()), told(raised, ""))
    return Claim(rule, _sizes(model.sizes()), _sizes(step["sizes"]))


def _sizes(sizes: Sequence[object]) -> str:
    names = ("evictable", "protected", "total")
    return ", ".join(f"{name} {size}" for name, size in zip(names, sizes, strict=False))


def told(answers: Sequence[Answer], verb: str) -> str:
    """Return an answer in words: "frees 10 11", "2 cached", "raises KeyError: 1"."""
    if not answers:
        return "nothing"
    answer = answers[-1]
    if isinstance(answer, dict):
        return f"raises {answer['raised']}: {answer['says']}".removesuffix(": ")[:200]
    if isinstance(answer, list):
        return f"{verb} {words(answer)}"
    if verb == "cached":
        return f"{answer} cached"
    return str(answer) if not verb else f"{verb} {answer!r}, no list"


# ------------------------------------------------------------------------ level 2: requests


@dataclass
class Running:
    """A request as the rules say it is; `prompt` counts its prompt tokens."""

    tokens: list[int]
    slots: list[int]
    protected: int
    prompt: int


@dataclass
class Pool:
    """Slots, requests and the tree as the rules say they are, and what an operation must answer."""

    model: Model
    size: int
    chunk: int
    free: set[int] = field(default_factory=set[int])
    running: list[Running] = field(default_factory=list[Running])
    given: list[int] = field(default_factory=list[int])

    def take(self, need: int, evicted: Answer) -> tuple[list[int] | None, Claim | None]:
        """Take the lowest free slots; follow what the run evicted where some are missing."""
        missing = need - len(self.free)
        if missing > 0:
            cached = {slot for slots in self.model.slots.values() for slot in slots}
            claim = _claim_eviction(self.model, missing, evicted)
            if claim:
                return None, Claim("R11", claim.must, claim.got)
            self.free |= cached - {s for slots in self.model.slots.values() for s in slots}
        elif evicted != []:
            return None, Claim("R11", "nothing evicted", told([evicted], "frees"))
        if need > len(self.free):
            return None, None
        taken = sorted(self.free)[:need]
        self.free.difference_update(taken)
        return taken, None

    def to_compute(self, request: Running) -> int:
        """Return how many prompt tokens come next."""
        left = request.prompt - len(request.slots)
        return min(left, self.chunk) if self.chunk else left

    def computed(self, request: Running, sampled: int) -> None:
        """Let the prompt be computed further, and the tree be told."""
        if len(request.slots) == request.prompt:
            request.tokens.append(sampled)
        tokens = request.tokens[: len(request.slots)]
        cached = self.model.insert(tokens, request.slots)
        self.give(request.slots[request.protected : cached])
        self.model.held.remove(tuple(tokens[: request.protected]))
        prefix = self.model.match(tokens)
        self.model.held.append(prefix)
        request.slots[: len(prefix)] = self.model.all_slots(prefix)
        request.protected = len(prefix)

    def finish(self, request: Running) -> None:
        """Let a request end."""
        tokens = request.tokens[: len(request.slots)]
        cached = self.model.insert(tokens, request.slots)
        whole = len(tokens) - len(tokens) % self.model.page
        self.give(request.slots[request.protected : cached] + request.slots[whole:])
        self.model.held.remove(tuple(tokens[: request.protected]))

    def give(self, slots: list[int]) -> None:
        """Give slots back."""
        self.given += slots
        self.free.update(slots)


def _follow_life(scenario: Scenario, seen: Observation, lower: bool) -> Found | None:
    model = Model(scenario["page"], 1, lower)
    pool = Pool(model, scenario["pool"], scenario["chunk"], set(range(scenario["pool"])))
    steps = {step["op"]: step for step in seen["life"]}
    for at, op in enumerate(scenario["ops"]):
        if op["do"] != "start" and not pool.running:
            continue
        before = model.copy()
        pool.given = []
        if at not in steps:
            return Found(at, Claim("R11", "an answer", "none"), before.picture())
        step = steps[at]
        rule, claim = {"start": _start, "step": _step, "finish": _finish}[op["do"]](pool, op, step)
        claim = claim or _claim_life(pool, step, rule)
        if claim:
            return Found(at, claim, before.picture())
    return None


def _start(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    answers, model = step["answers"], pool.model
    prefix = model.match(op["tokens"][:-1])
    model.held.append(prefix)
    slots = model.all_slots(prefix)
    if answers[:2] != [slots, "done"]:
        return "R11", Claim("R11", f"slots {words(slots)}, locked", told(answers[:2], "slots"))
    request = Running(list(op["tokens"]), slots, len(slots), len(op["tokens"]))
    taken, claim = pool.take(pool.to_compute(request), answers[2] if answers[2:] else "nothing")
    if claim:
        return "R11", claim
    if taken is None:
        model.held.remove(prefix)
        return "R11", _unless(answers[3:] == ["refused", "done"], "R11", "no room", answers)
    request.slots += taken
    pool.running.append(request)
    pool.computed(request, op["n"])
    return "R10", _unless(answers[3:] == ["done"], "R10", "no exception", answers)


def _step(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    answers = step["answers"]
    first = answers[0] if answers else "nothing"
    request = pool.running[op["n"] % len(pool.running)]
    in_prompt = len(request.slots) < request.prompt
    taken, claim = pool.take(pool.to_compute(request) if in_prompt else 1, first)
    if claim:
        return "R11", claim
    if taken is None:
        return "R11", _unless(answers[1:] == ["refused"], "R11", "no room", answers)
    request.slots += taken
    if in_prompt:
        pool.computed(request, op["tokens"][0])
        return "R10", _unless(answers[1:] == ["done"], "R10", "no exception", answers)
    request.tokens.append(op["tokens"][0])
    return "R11", _unless(answers[1:] == [], "R11", "a decode", answers)


def _finish(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    pool.finish(pool.running.pop(op["n"] % len(pool.running)))
    return "R9", _unless(step["answers"] == ["done"], "R9", "no exception", step["answers"])


def _unless(right: bool, rule: str, must: str, answers: list[Answer]) -> Claim | None:
    return None if right else Claim(rule, must, told(answers, ""))


def _claim_life(pool: Pool, step: LifeStep, rule: str) -> Claim | None:
    """Compare what the call did (R9, R10), then who owns which slot (R11)."""
    model = pool.model
    given = sorted(pool.given, key=str)
    if step["given"] != given and rule != "R11":
        return Claim(rule, f"gives back {words(given)}", f"gives back {words(step['given'])}")
    claim = _claim_root(step) or _claim_requests(pool, step, rule)
    claim = claim or _claim_shape(model, step, rule)
    if claim:
        return claim
    for end, must, got in zip(sorted(model.ends), model.tree(), step["tree"], strict=True):
        if differs(must, got):
            name = f"lock_ref of {node_words(end)}"
            return Claim(rule, f"{name} is {must['lock']}", f"{name} is {got['lock']}")
    free = sorted(pool.free)
    if step["wrong"] or step["free"] != free:
        twice = f", given back wrongly: {words(step['wrong'])}" if step["wrong"] else ""
        return Claim("R11", f"free: {words(free)}", f"free: {words(step['free'])}{twice}")
    return _claim_sizes(model, step, rule)


def _claim_requests(pool: Pool, step: LifeStep, rule: str) -> Claim | None:
    must = [_request(one) for one in pool.running]
    if step["requests"] == must:
        return None
    seen = [*step["requests"], *[None] * len(must)]
    for number, (want, got) in enumerate(zip(must, seen, strict=False)):
        if want != got:
            what = f"request {number}: "
            return Claim(rule, what + _request_text(want), what + _request_text(got))
    return Claim(rule, f"{len(must)} requests", f"{len(step['requests'])} requests")


def _request(one: Running) -> RequestSeen:
    return {
        "tokens": list(one.tokens),
        "slots": list(one.slots),
        "protected": one.protected,
        "node": list(one.tokens[: one.protected]),
    }


def _request_text(one: RequestSeen | None) -> str:
    if one is None:
        return "cannot be read"
    node = one["node"] if isinstance(one["node"], str) else node_words(one["node"])
    slots, protected = words(one["slots"]), one["protected"]
    return (
        f"tokens {words(one['tokens'])}, slots {slots}, protected_len {protected}, last_node {node}"
    )


def lost_or_shared(scenario: Scenario, step: LifeStep) -> str:
    """Return what is wrong with the ownership of slots, told from the run alone; "" for nothing."""
    private: list[Number] = []
    for one in step["requests"]:
        if type(one["protected"]) is not int:
            return f"protected_len is {one['protected']}"
        private += one["slots"][one["protected"] :]
    owned = [*step["free"], *(slot for node in step["tree"] for slot in node["slots"]), *private]
    if sorted(map(str, owned)) != sorted(map(str, range(scenario["pool"]))):
        return f"the pool, the tree and the requests hold {words(sorted(owned, key=str))}"
    if not step["requests"] and step["sizes"][1] != 0:
        return f"nothing runs, but protected_size is {step['sizes'][1]}"
    return ""


# ------------------------------------------------------------------------ the checks


@lru_cache(maxsize=8)
def _found(run: Run) -> Found | None:
    if run.got == run.must:
        return None
    scenario, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    return None if scenario["leaves"] else examine(scenario, got)


@lru_cache(maxsize=8)
def _stakes(run: Run) -> frozenset[str]:
    """Return the rules that this run could have broken."""
    scenario, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    if scenario["leaves"]:
        return frozenset({"R4", "R8"})
    stakes: set[str] = set()
    for step in [*must["steps"], *must["life"]]:
        do = scenario["ops"][step["op"]]["do"]
        if do in ("insert", "match", "split") and step["sizes"][1] != 0:
            stakes.add("R3")
        if do == "bad" and len(step["answers"]) > 1:
            stakes.add("R7")
        stakes |= STAKES[do]
    return frozenset(stakes)


STAKES: dict[Verb, frozenset[str]] = {
    "insert": frozenset({"R2"}),
    "match": frozenset({"R2"}),
    "split": frozenset({"R2"}),
    "bad": frozenset({"R2"}),
    "lock": frozenset({"R1", "R2"}),
    "unlock": frozenset({"R1", "R2"}),
    "evict": frozenset({"R2", "R4", "R5", "R6"}),
    "start": frozenset({"R10", "R11"}),
    "step": frozenset({"R11"}),
    "finish": frozenset({"R9", "R11"}),
}


def _tell(run: Run, rule: str) -> Difference | Told:
    found = _found(run)
    if found and found.claim.rule == rule:
        return Difference(_rows(run, found), heading="call", before=found.before)
    return Told.HELD if rule in _stakes(run) else Told.IDLE


def _rows(run: Run, found: Found) -> tuple[Row, ...]:
    """Return the last calls before the difference, which agree, and the one that differs."""
    scenario, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    rows: list[Row] = []
    for step in [*got["steps"], *got["life"]]:
        if step["op"] < found.at:
            op = scenario["ops"][step["op"]]
            text = _agreed(op["do"], step["answers"])
            rows.append(Row(call(op), text, text))
    op = scenario["ops"][found.at]
    return (*rows[-CALLS_SHOWN:], Row(call(op), found.claim.must, found.claim.got))


CALLS_SHOWN = 6  # in the table
LINES = 20  # calls in a scenario's description


def _agreed(do: Verb, answers: list[Answer]) -> str:
    """Return what an operation answered on which both sides agree."""
    if do == "insert":
        return told(answers, "cached")
    if do in ("match", "lock", "split"):
        return told(answers[:1], "slots")
    if do == "evict":
        return told(answers, "frees")
    if do == "bad":
        return "ValueError" if len(answers) > 1 else told(answers, "slots")
    refused = "refused" in answers
    return "no room" if refused else {"unlock": "unlocked", "finish": "finished"}.get(do, "done")


def call(op: Op) -> str:
    """Return an operation as a person would write it: "lock 1 1", "evict 2"."""
    do, tokens, n = op["do"], words(op["tokens"]), op["n"]
    return {
        "unlock": f"unlock held lock {n}",
        "evict": f"evict {n}",
        "split": f"match {tokens}, split its node",
        "bad": f"unlock {tokens}, if no lock holds it",
        "start": f"start {tokens}, then samples {n}",
        "step": f"request {n} goes on, samples {tokens}",
        "finish": f"finish request {n}",
    }.get(do, f"{do} {tokens}")


def a_lock_counts_on_the_node_and_all_its_ancestors(run: Run) -> Difference | Told:
    """R1: lock_ref after lock and unlock, and that nothing else changes it."""
    return _tell(run, "R1")


def evictable_and_protected_tokens_add_up(run: Run) -> Difference | Told:
    """R2: the three sizes after every operation."""
    return _tell(run, "R2")


def a_new_leaf_is_unlocked_and_halves_keep_the_lock(run: Run) -> Difference | Told:
    """R3: lock_ref of nodes that an insert or a split made."""
    return _tell(run, "R3")


def whole_leaves_go_least_recently_used_first(run: Run) -> Difference | Told:
    """R4: what an eviction frees, in order; also in the cost scenario, where no two are as old."""
    scenario, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    cost, got = must["cost"], cast(Observation, run.got)["cost"]
    if not scenario["leaves"] or cost is None:
        return _tell(run, "R4")
    if got is None or got["compared"] > _limit(scenario) or got["freed"] == cost["freed"]:
        return Told.HELD
    numbers = range(scenario["leaves"])
    want, saw = ([*freed, *("none" for _ in numbers)] for freed in (cost["freed"], got["freed"]))
    at = next(i for i, (one, other) in enumerate(zip(want, saw, strict=False)) if one != other)
    raised = f", raises {got['raised']}: {got['says']}" if got["raised"] else ""
    label = f"evict {scenario['leaves'] // 2}"
    return Difference((Row(label, f"slot {want[at]} is freed", f"slot {saw[at]}{raised}"),), "call")


def a_locked_slot_is_never_returned(run: Run) -> Difference | Told:
    """R5: nothing locked, nothing twice, never the root."""
    return _tell(run, "R5")


def what_is_left_matches_and_what_went_does_not(run: Run) -> Difference | Told:
    """R6: the tree after an eviction, and the answers of match and insert."""
    return _tell(run, "R6")


def an_unlock_without_a_lock_is_refused(run: Run) -> Difference | Told:
    """R7: ValueError and nothing changed; a lock that is held can always be taken back."""
    return _tell(run, "R7")


def many_evictions_in_one_call_are_cheap(run: Run) -> Difference | Told:
    """R8: comparisons of ticks; what turns ticks into ints meets the time limit instead."""
    scenario = cast(Scenario, run.scenario)
    got = cast(Observation, run.got)["cost"]
    if not scenario["leaves"]:
        return Told.IDLE
    limit, leaves = _limit(scenario), scenario["leaves"]
    if got is None:
        return Difference((Row(f"evict {leaves // 2}", "an answer", "none"),), "call")
    if got["compared"] <= limit:
        return Told.HELD
    label = f"evict {leaves // 2} of {leaves} leaves"
    return Difference(
        (Row(label, f"at most {limit:,} comparisons of ticks", f"over {limit:,}"),), "call"
    )


def _limit(scenario: Scenario) -> int:
    leaves = scenario["leaves"]
    return 20 * (leaves + leaves // 2 * (leaves.bit_length() - 1))


def a_finished_request_leaves_only_what_the_tree_keeps(run: Run) -> Difference | Told:
    """R9: what cache_finished inserts, gives back and unlocks."""
    return _tell(run, "R9")


def an_unfinished_request_points_at_the_slots_of_the_tree(run: Run) -> Difference | Told:
    """R10: what cache_unfinished gives back, and what the request looks like afterwards."""
    return _tell(run, "R10")


def every_slot_has_one_owner(run: Run) -> Difference | Told:
    """R11: pool, tree and requests share out the slots; where it can, told from the run alone."""
    found = _found(run)
    if found is None or found.claim.rule != "R11":
        return _tell(run, "R11")
    scenario, seen = cast(Scenario, run.scenario), cast(Observation, run.got)
    problem = ""
    for step in seen["life"]:
        if step["op"] == found.at:
            problem = lost_or_shared(scenario, step)
    if not problem:
        return _tell(run, "R11")
    claim = Claim("R11", f"each of the {scenario['pool']} slots has one owner", problem)
    told_alone = Found(found.at, claim, found.before)
    return Difference(_rows(run, told_alone), heading="call", before=found.before)


RULES: dict[str, Check] = {
    "R1": a_lock_counts_on_the_node_and_all_its_ancestors,
    "R2": evictable_and_protected_tokens_add_up,
    "R3": a_new_leaf_is_unlocked_and_halves_keep_the_lock,
    "R4": whole_leaves_go_least_recently_used_first,
    "R5": a_locked_slot_is_never_returned,
    "R6": what_is_left_matches_and_what_went_does_not,
    "R7": an_unlock_without_a_lock_is_refused,
    "R8": many_evictions_in_one_call_are_cheap,
    "R9": a_finished_request_leaves_only_what_the_tree_keeps,
    "R10": an_unfinished_request_points_at_the_slots_of_the_tree,
    "R11": every_slot_has_one_owner,
}


def part(scenario: check.Scenario) -> str:
    """Return "request" for a scenario of level 2, "" for the main part."""
    return "request" if scenario["pool"] else ""


# ------------------------------------------------------------------------ scenarios

MANY = 99  # more tokens than a tree of a random scenario holds
WEIGHTS: list[tuple[Verb, int]] = [
    ("insert", 34),
    ("match", 7),
    ("bad", 3),
    ("split", 2),
    ("lock", 18),
]
TOKEN_VERBS: list[Verb] = [verb for verb, weight in WEIGHTS for _ in range(weight)]
EVICT = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 0, 0, -1, MANY)


def _draw(number: int) -> check.Scenario:
    """Make one scenario of a number: three of four for the tree alone."""
    rng = random.Random(number)
    page = 1 + number % 3
    if number % 4 == 0:
        return _draw_life(rng, page)
    ops = [*_draw_ops(rng, page, 2 + (rng.random() < 0.4))]
    return _scenario(ops, page=page, pace=1 + (rng.random() < 0.2))


def _scenario(
    ops: list[Op], page: int = 1, pace: int = 1, pool: int = 0, chunk: int = 0, leaves: int = 0
) -> check.Scenario:
    scenario: Scenario = {
        "page": page,
        "pace": pace,
        "pool": pool,
        "chunk": chunk,
        "leaves": leaves,
        "ops": ops,
    }
    return cast(check.Scenario, scenario)


def _draw_ops(rng: random.Random, page: int, letters: int) -> Iterator[Op]:
    """Draw insert 34, match 12 (3 unlocked at once, 2 split), lock 18, unlock 20, evict 16."""
    recent: list[list[int]] = [[]]
    for _ in range(5 + int(rng.random() * 36)):
        dice = int(rng.random() * 100)
        if dice < 64:
            tokens = _draw_tokens(rng, recent, page, letters)
            do = TOKEN_VERBS[dice]
            yield {"do": do, "tokens": tokens, "n": int(rng.random() * 3) * (do == "split")}
        elif dice < 84:
            yield {"do": "unlock", "tokens": [], "n": dice % 4}
        else:
            yield {"do": "evict", "tokens": [], "n": EVICT[int(rng.random() * len(EVICT))]}


def _draw_tokens(rng: random.Random, recent: list[list[int]], page: int, letters: int) -> list[int]:
    """Cut one of the last six sequences anywhere, and go on with a few tokens."""
    old = recent[int(rng.random() * len(recent))]
    tokens = old[: int(rng.random() * (len(old) + 1))]
    more = int(rng.random() * 4) + (page - 1) * int(rng.random() * 3)
    tokens += [1 + int(rng.random() * letters) for _ in range(more)]
    recent.append(tokens)
    if len(recent) > 6:
        del recent[0]
    return tokens


def _draw_life(rng: random.Random, page: int) -> check.Scenario:
    recent: list[list[int]] = [[]]
    ops: list[Op] = []
    for _ in range(4 + int(rng.random() * 17)):
        dice = int(rng.random() * 100)
        if dice < 40:
            tokens = _draw_tokens(rng, recent, page, 2) or [1]
            ops.append({"do": "start", "tokens": tokens, "n": 1 + dice % 2})
        elif dice < 78:
            ops.append({"do": "step", "tokens": [1 + dice % 2], "n": int(rng.random() * 4)})
        else:
            ops.append({"do": "finish", "tokens": [], "n": dice % 4})
    chunk = int(rng.random() * 8) % 5
    return _scenario(ops, page=page, pool=3 + int(rng.random() * 17), chunk=chunk)


SCENARIOS: SearchStrategy[check.Scenario] = st.integers(0, (1 << 48) - 1).map(_draw)


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the driver can play this, and the contract allows it."""
    one = cast(Scenario, scenario)
    if one["leaves"]:
        return one["leaves"] in BIG_TREES and not one["ops"] and not one["pool"]
    if not (1 <= one["page"] <= 3 and 1 <= one["pace"] <= 2 and 0 <= one["chunk"] <= 8):
        return False
    if not 0 < len(one["ops"]) <= 64 or not 0 <= one["pool"] <= 64:
        return False
    if one["pool"] == 0:
        return one["chunk"] == 0 and all(_is_tree_op(op) for op in one["ops"])
    return one["pace"] == 1 and all(_is_life_op(op) for op in one["ops"])


def _is_tree_op(op: Op) -> bool:
    if not all(1 <= token <= 9 for token in op["tokens"]) or len(op["tokens"]) > 64:
        return False
    if op["do"] == "evict":
        return not op["tokens"] and -9 <= op["n"] <= MANY
    if op["do"] == "split":
        return 0 <= op["n"] <= 9
    if op["do"] == "unlock":
        return not op["tokens"] and 0 <= op["n"] <= MANY
    return op["do"] in ("insert", "match", "lock", "bad") and op["n"] == 0


def _is_life_op(op: Op) -> bool:
    if not all(1 <= token <= 9 for token in op["tokens"]) or not 0 <= op["n"] <= 9:
        return False
    if op["do"] == "start":
        return 1 <= len(op["tokens"]) <= 64 and op["n"] >= 1
    if op["do"] == "step":
        return len(op["tokens"]) == 1
    return op["do"] == "finish" and not op["tokens"]


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines."""
    one = cast(Scenario, scenario)
    if one["leaves"]:
        leaves = one["leaves"]
        return [
            f"{leaves:,} leaves of one token below {leaves // 64} parents of one token",
            f"half of the leaves are matched once more; then evict {leaves // 2}",
        ]
    page = f"page size {one['page']}"
    if one["pool"]:
        chunk = f", {one['chunk']} prompt tokens at a time" if one["chunk"] else ""
        head = [f"a pool of {one['pool']} slots, {page}{chunk}", "request 0 is the oldest running"]
    else:
        clock = ", the clock gives 0 0 1 1 2 2" if one["pace"] == 2 else ""
        head = [f"{page}; inserts bring the slots {FIRST_SLOT}, {FIRST_SLOT + 1}, ...{clock}"]
    more = [f"... {len(one['ops'])} calls in all"] if len(one["ops"]) > LINES else []
    return [*head, *map(call, one["ops"][:LINES]), *more]


LETTERS: dict[str, Verb] = {
    "i": "insert",
    "m": "match",
    "l": "lock",
    "b": "bad",
    "c": "split",
    "u": "unlock",
    "e": "evict",
    "s": "start",
    "d": "step",
    "f": "finish",
}


def _ops(notation: str, pool: int = 0, chunk: int = 0, pace: int = 1) -> check.Scenario:
    """Read "p2 i11 l1 e2": page size 2; insert 1 1, match and lock 1, evict 2. All sample 1."""
    ops: list[Op] = []
    page = 1
    for word in notation.split():
        letter, rest = word[0], word[1:]
        if letter == "p":
            page = int(rest)
        elif letter in "imlbcs":
            tokens = [int(token) for token in rest]
            ops.append({"do": LETTERS[letter], "tokens": tokens, "n": int(letter == "s")})
        else:
            tokens = [1] if letter == "d" else []
            ops.append({"do": LETTERS[letter], "tokens": tokens, "n": int(rest)})
    return _scenario(ops, page=page, pace=pace, pool=pool, chunk=chunk)


TELLING: dict[str, check.Scenario] = {
    "a lock takes the node itself": _ops("i1 l1"),
    "a lock takes the ancestors": _ops("i1 i11 l11"),
    "a second lock moves no tokens": _ops("i1 l1 l1"),
    "a first unlock of two moves no tokens": _ops("i1 l1 l1 u0"),
    "an unlock gives the tokens back": _ops("i1 l1 u0"),
    "the root can be locked": _ops("l1 u0"),
    "the root can be locked by the empty match": _ops("i1 l u0 e1"),
    "an unlocked node is refused": _ops("i1 b1"),
    "an unlocked leaf below a locked node is refused": _ops("i11 l1 b11"),
    "an unlocked leaf is refused after a lock of its parent": _ops("i1 i11 l1 u0 b11"),
    "a locked leaf stays": _ops("i1 l1 e1"),
    "a locked parent stays": _ops("i11 l1 e2"),
    "a locked parent does not protect its leaf": _ops("i11 l1 e1"),
    "a new leaf is unlocked": _ops("i1 l1 i11 e1"),
    "a split keeps the lock on both halves": _ops("i11 l11 i1 u0"),
    "a split keeps two locks": _ops("i11 l11 l11 i1 u0 u0"),
    "a split by a lock keeps the lock": _ops("i11 l11 l1 u0 u0"),
    "a split by hand keeps the lock": _ops("i111 l111 c111 u0"),
    "a split by hand keeps the time": _ops("i2 l2 i111 c111 e2 u0 e1"),
    "a split brings no tokens": _ops("i11 i1"),
    "a match locks nothing": _ops("i1 m1"),
    "all nodes count": _ops("i1 i11"),
    "the older leaf goes": _ops("i1 i2 e1"),
    "a match refreshes": _ops("i1 i2 m1 e1"),
    "an insert refreshes": _ops("i2 i1 i2 e2"),
    "a prefix that was split off is refreshed": _ops("i21 i3 m2 e2"),
    "a match refreshes the ancestors": _ops("i1 i11 i2 l2 m11 e1 u0 e1"),
    "an insert of what is there refreshes the ancestors": _ops("i1 i11 i2 l2 i11 e1 u0 e1"),
    "an insert of more refreshes the ancestors": _ops("i1 i11 i2 l2 i111 e2 u0 e1"),
    "a split far down refreshes the ancestors": _ops("i1 i1111 i2 l2 m11 e3 u0 e1"),
    "inner nodes wait": _ops("i1 i11 e1"),
    "a leaf goes whole": _ops("i11 e1"),
    "tokens count, not nodes": _ops("i11 i2 e2"),
    "nothing asked, nothing freed": _ops("i1 e0"),
    "less than nothing asked": _ops("i1 e-1"),
    "more than there is": _ops("i1 e2"),
    "more than there is, half locked": _ops("i1 i2 l2 e3"),
    "an empty tree": _ops("e1"),
    "nothing goes twice": _ops("i1 l1 u0 e1 e1"),
    "what was locked for a while goes": _ops("i1 l1 e1 u0 e1"),
    "what came again goes again": _ops("i1 l1 l1 u0 u0 e1 i1 e1 e1"),
    "what went matches no more": _ops("i1 e1 i1"),
    "a parent follows": _ops("i11 i1 e2"),
    "a parent has its own time": _ops("i11 i2 i1 e2"),
    "a parent is not first": _ops("i11 i2 m1 e2"),
    "a parent is not last": _ops("i1 i11 i2 e2"),
    "what is left matches": _ops("i11 i12 e1 m11 m12"),
    "the clock stands still": _ops("i1 i2 i3 i4 e3", pace=2),
    "splits of either kind, then all go": _ops("i111 i2 m1 i3 i112 e1 e1 e1 e1"),
    "pages": _ops("p2 i1111 l1112 i1122 e1 u0 e2"),
    "pages, locked below a split": _ops("p2 i1111 l1111 i1122 e2 u0 b1111 e9"),
    "4,096 leaves": _scenario([], leaves=4096),
    "8,000 leaves": _scenario([], leaves=8000),
    "the tree takes a prompt": _ops("s2", pool=4),
    "a request ends": _ops("s2 f0", pool=4),
    "the last token has no KV": _ops("s2 d0 f0", pool=4),
    "two equal prompts": _ops("s2 s2", pool=4),
    "duplicates at the end": _ops("s1 d0 s11 d0 f0", pool=6),
    "a tail at the end": _ops("p2 s2 f0", pool=4),
    "a prompt in chunks": _ops("s2221 d0 d0 f0", pool=6, chunk=2),
    "a prompt in chunks off the pages": _ops("p2 s2221 d0 d0 f0", pool=6, chunk=1),
    "the lock moves on": _ops("p2 s221 s121", pool=6),
    "the lock moves on in chunks": _ops("p2 s22112 d0 s121 f0 f0 s1121", pool=9, chunk=2),
    "another has computed more of the same prompt": _ops(
        "p2 s22221 s22221 d1 d1 d1 d0 d0 d0 d0 f0 f0", pool=12, chunk=1
    ),
    "a request ends in its prompt": _ops("s222 f0", pool=6, chunk=1),
    "no room": _ops("s111 s222", pool=4),
    "room by eviction": _ops("s111 f0 s222", pool=4),
}
