"""Hidden checks of the drill `radix`.

A run is compared with the reference call by call; the first call that differs is claimed by the one
rule that it breaks. What must hold under the other rule on recency that systems use, where the
lower half of a split is refreshed as well, is told by a `Trie`: a tree without edge compression, a
node a page, which gets the same answers in another way. Left out: which object survives a split.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Run, Told
from grader.check import Row as Line
from grader.plain import Plain
from grader.scenario import digits

Number: TypeAlias = int | str  # text where the learner's code holds something else
Prefix: TypeAlias = tuple[Number, ...]
Shape: TypeAlias = Literal["edge", "chain", "wide", "fan", "comb", "bush"]
RuleId: TypeAlias = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"]


class Insert(TypedDict):
    """Insert tokens, with `extra` slots more than tokens."""

    do: Literal["insert"]
    tokens: list[int]
    extra: int


class Match(TypedDict):
    """Match tokens."""

    do: Literal["match"]
    tokens: list[int]


class Split(TypedDict):
    """Split at k a node that came back: 0 is the last one, 1 the one before, and round again."""

    do: Literal["split"]
    node: int
    k: int


Op: TypeAlias = Insert | Match | Split


class Large(TypedDict):
    """A large tree; see drills/radix/driver.py."""

    shape: Shape
    n: int
    counted: bool


class Scenario(TypedDict):
    """Calls on one tree, or a large tree and its own calls."""

    page_size: int
    clock: list[int]
    form: Literal["list", "tuple", "range"]
    ops: list[Op]
    large: Large | None


class Tree(TypedDict):
    """All nodes, by columns: parents first, siblings by key; `start` is where an edge starts.

    `notes` are on what only the driver can see, by the number of the node.
    """

    start: list[int]
    tick: list[Number]
    key: list[list[Number] | str]
    value: list[list[Number] | str]
    notes: dict[str, str]


class Step(TypedDict):
    """What one call did, and the tree after it (None: it could not be read)."""

    op: int
    raised: str
    says: str
    answer: list[Number] | Number | None
    node: int | None
    asked: int
    asked_later: int
    changed: bool
    size: Number | None
    tree: Tree | None
    handles: list[int]


class Query(TypedDict):
    """One call on a large tree: `node` is how many tokens the node stands for, -1 for others."""

    call: str
    what: str
    tokens: int
    raised: str
    says: str
    line: int
    count: Number
    digest: int
    node: int
    compared: int
    hashed: int


class Observation(TypedDict):
    """A whole run."""

    steps: list[Step]
    large: list[Query]


@dataclass(frozen=True)
class Row:
    """One node of a tree."""

    start: int
    tick: Number
    key: list[Number] | str
    value: list[Number] | str
    note: str = ""


GOT, HANDED = -1, -2  # as in the driver
SHOWN = 12  # calls or nodes that are shown
ROWS = 6  # calls in a table


# ---------------------------------------------------------------------- the rules, in another way


@dataclass
class Page:
    """One page of one cached prefix."""

    slots: list[int]
    tick: int
    ends: bool = False  # a node of the radix tree ends here
    children: dict[tuple[int, ...], "Page"] = field(default_factory=dict[tuple[int, ...], "Page"])


class Trie:
    """The cache without compressed edges: which prefixes there are, and where nodes end.

    A node ends where a call ended or parted from what was cached, and nowhere else; so an edge is a
    run of pages up to the next one that ends. `refreshed` is the other rule on recency.
    """

    def __init__(self, page: int, refreshed: bool) -> None:
        self.page = page
        self.refreshed = refreshed
        self.top = Page([], 0, ends=True)

    def pages(self, tokens: Sequence[int]) -> list[tuple[int, ...]]:
        """Cut into whole pages: 1 2 3 4 5 in pages of 2 gives (1, 2), (3, 4)."""
        whole = len(tokens) // self.page
        return [tuple(tokens[i * self.page : (i + 1) * self.page]) for i in range(whole)]

    def path(self, tokens: Sequence[int]) -> list[Page]:
        """Return the pages of the longest cached prefix."""
        found, here = list[Page](), self.top
        for page in self.pages(tokens):
            if page not in here.children:
                break
            here = here.children[page]
            found.append(here)
        return found

    def touch(self, tokens: Sequence[int], tick: int) -> list[Page]:
        """Match: the path takes the tick, and a node ends where it ends."""
        path = self.path(tokens)
        for page in path:
            page.tick = tick
        last = path[-1] if path else self.top
        below = last
        while self.refreshed and not below.ends:
            (below,) = below.children.values()
            below.tick = tick
        last.ends = True
        return path

    def insert(self, tokens: Sequence[int], slots: Sequence[int], tick: int) -> int:
        """Return how many tokens were cached; hang the others below."""
        path = self.touch(tokens, tick)
        here = path[-1] if path else self.top
        for i, page in enumerate(self.pages(tokens)):
            if i >= len(path):
                new = Page(list(slots[i * self.page : (i + 1) * self.page]), tick)
                here.children[page] = here = new
        here.ends = True
        return len(path) * self.page

    def split(self, prefix: Sequence[int], k: int) -> tuple[int, ...] | None:
        """Return the prefix of the upper half, None when the node cannot be cut there."""
        path = self.path(prefix)
        ends = [i + 1 for i, page in enumerate(path[:-1]) if page.ends]
        start = ends[-1] * self.page if ends else 0
        if k % self.page or not 0 < k < len(prefix) - start:
            return None
        path[(start + k) // self.page - 1].ends = True
        return tuple(prefix[: start + k])

    def nodes(self) -> Iterator[tuple[tuple[int, ...], Row]]:
        """Yield each node of the radix tree as the driver would, with the prefix that it spells."""
        yield (), Row(0, 0, [], [])
        todo = _children((), self.top)
        while todo:
            prefix, key, page = todo.pop()
            slots = page.slots
            while not page.ends:
                ((more, page),) = page.children.items()
                key, slots = key + more, slots + page.slots
            yield prefix + key, Row(len(prefix), page.tick, list(key), list(slots))
            todo += _children(prefix + key, page)


def _children(
    prefix: tuple[int, ...], page: Page
) -> list[tuple[tuple[int, ...], tuple[int, ...], Page]]:
    return [(prefix, *child) for child in sorted(page.children.items(), reverse=True)]


def predict(scenario: Scenario, refreshed: bool = False) -> list[Step]:
    """Return what must be observed, by the trie alone."""
    page = scenario["page_size"]
    if page < 1:
        return [{**_step(-1), "raised": "ValueError"}]
    trie = Trie(page, refreshed)
    handles: list[tuple[int, ...]] = []
    steps = [_read(_step(-1), trie, handles, None)]
    slot = 0
    for index, op in enumerate(scenario["ops"]):
        step, tick, node = _step(index), tick_of(scenario, index), None
        if op["do"] == "insert":
            size = len(op["tokens"]) + op["extra"]
            slots, slot = range(slot, slot + size), slot + size
            if op["extra"]:
                step["raised"] = "ValueError"
            else:
                step["answer"] = trie.insert(op["tokens"], slots, tick)
        elif op["do"] == "match":
            path = trie.touch(op["tokens"], tick)
            step["answer"] = [slot for one in path for slot in one.slots]
            node = tuple(op["tokens"][: len(path) * page])
        else:
            whole = handles[-1 - op["node"] % len(handles)] if handles else ()
            node = trie.split(whole, op["k"])
            step["raised"] = "" if node else "ValueError"
        asks = op["do"] != "split" and not step["raised"] and scenario["clock"]
        step["asked"] = 1 if asks else 0
        steps.append(_read(step, trie, handles, node))
    return steps


def tick_of(scenario: Scenario, index: int) -> int:
    """Return the tick of a call; the tree's own clock counts the calls that ask it."""
    if scenario["clock"]:
        less, calls = scenario["clock"]
        return 1 - less + index // calls
    return sum(op["do"] != "split" for op in scenario["ops"][: index + 1])


def _step(op: int) -> Step:
    return {
        "op": op,
        "raised": "",
        "says": "",
        "answer": None,
        "node": None,
        "asked": 0,
        "asked_later": 0,
        "changed": False,
        "size": None,
        "tree": None,
        "handles": [],
    }


def _read(
    step: Step, trie: Trie, handles: list[tuple[int, ...]], node: tuple[int, ...] | None
) -> Step:
    nodes = list(trie.nodes())
    places = {prefix: i for i, (prefix, _) in enumerate(nodes)}
    if node is not None:
        handles.append(node)
        step["node"] = places[node]
    step["handles"] = [places[handle] for handle in handles]
    rows = [row for _, row in nodes]
    step["tree"] = {
        "start": [row.start for row in rows],
        "tick": [row.tick for row in rows],
        "key": [row.key for row in rows],
        "value": [row.value for row in rows],
        "notes": {},
    }
    step["size"] = sum(len(row.key) for row in rows)
    return step


# -------------------------------------------------------------------------------------- scenarios

MOST = 60  # calls, and tokens of one sequence
SIZES: dict[Shape, tuple[int, int]] = {  # n, and n times page_size
    "edge": (60_000, 60_000),
    "chain": (2_000, 4_000),
    "wide": (10_000, 20_000),
    "fan": (200, 400),
    "comb": (200, 400),
    "bush": (1_000, 2_000),
}
COUNTED = 5_000  # n times page_size, at most, when counted


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract says what must happen in this scenario."""
    case = cast(Scenario, scenario)
    clock, ops, large = case["clock"], case["ops"], case["large"]
    if not -9 <= case["page_size"] <= 9 or len(ops) > MOST or len(clock) not in (0, 2):
        return False
    if clock and not (0 <= clock[0] <= 1 and 1 <= clock[1] <= 9):
        return False
    if large is not None:
        return not ops and case["page_size"] >= 1 and _large_is_valid(large, case["page_size"])
    return all(_op_is_valid(op, bool(clock)) for op in ops)


def _op_is_valid(op: Op, is_ours: bool) -> bool:
    if op["do"] == "split":
        return 0 <= op["node"] <= 99 and -9 <= op["k"] <= 99
    tokens = op["tokens"]
    if len(tokens) > MOST or not all(0 <= token <= 9 for token in tokens):
        return False
    if op["do"] == "match" or op["extra"] == 0:
        return True
    # Subtle: whether a call that raises asks the clock is free, so its own clock could be anywhere
    return is_ours and -9 <= op["extra"] <= 9 and len(tokens) + op["extra"] >= 0


def _large_is_valid(large: Large, page: int) -> bool:
    n, tokens = SIZES[large["shape"]]
    if large["counted"]:
        tokens = min(tokens, COUNTED)
    return 1 <= large["n"] <= n and large["n"] * page <= tokens


def _case(
    *ops: Op,
    page: int = 1,
    clock: tuple[int, ...] = (0, 1),
    form: str = "list",
    large: tuple[Shape, int, bool] | None = None,
) -> check.Scenario:
    case = {
        "page_size": page,
        "clock": list(clock),
        "form": form,
        "ops": list(ops),
        "large": None if large is None else {"shape": large[0], "n": large[1], "counted": large[2]},
    }
    return cast(check.Scenario, case)


def _i(tokens: str, extra: int = 0) -> Insert:
    return {"do": "insert", "tokens": [int(token) for token in tokens], "extra": extra}


def _m(tokens: str) -> Match:
    return {"do": "match", "tokens": [int(token) for token in tokens]}


def _s(node: int, k: int) -> Split:
    return {"do": "split", "node": node, "k": k}


TELLING: dict[str, check.Scenario] = {
    "page_size 0": _case(page=0),
    "page_size -3": _case(page=-3),
    "an empty tree": _case(_m("")),
    "nothing to match": _case(_m("1")),
    "nothing to insert": _case(_i("")),
    "one token": _case(_i("1"), _m("1")),
    "the whole sequence is new": _case(_i("1"), _i("11")),
    "it is there already": _case(_i("12"), _i("12")),
    "stored slots stay": _case(_i("11"), _i("112"), _m("112")),
    "the last node, not its parent": _case(_i("11"), _m("11")),
    "a match ends inside an edge": _case(_i("11"), _m("1")),
    "a match parts inside an edge": _case(_i("1234"), _m("125")),
    "a match parts at a node": _case(_i("12"), _i("13"), _m("14")),
    "a match runs past a leaf": _case(_i("12"), _m("123")),
    "another first token": _case(_i("12"), _m("22")),
    "an insert ends inside an edge": _case(_i("12"), _i("1")),
    "an insert parts inside an edge": _case(_i("1234"), _i("1256"), _m("12"), _m("125"), _m("9")),
    "an insert parts at the first token": _case(_i("12"), _i("22"), _m("12"), _m("22")),
    "the shorter one comes second": _case(_i("111"), _i("11"), _i("1")),
    "the shorter one comes first": _case(_i("1"), _i("11"), _i("111"), _m("111")),
    "children of a leaf": _case(_i("1"), _i("11"), _m("11")),
    "the lower half keeps its children": _case(_i("112"), _i("113"), _m("1"), _m("112")),
    "the lower half's child keeps its parent": _case(_i("11"), _i("112"), _m("1"), _m("112")),
    "filed under its own first token": _case(_i("11"), _i("12"), _i("12")),
    "filed under the first token of the rest": _case(_i("123"), _i("124"), _m("124")),
    "the upper half is refreshed": _case(_i("21"), _i("3"), _m("2")),
    "the lower half is not": _case(_i("11"), _i("2"), _m("1")),
    "an insert refreshes the path": _case(_i("1"), _i("2"), _i("11")),
    "an insert refreshes what it reuses": _case(_i("2"), _i("1"), _i("2")),
    "an insert that parts refreshes the upper half": _case(_i("11"), _i("12")),
    "a match refreshes all the way down": _case(_i("1"), _i("12"), _i("123"), _m("123")),
    "a match that goes on refreshes the path": _case(_i("1"), _i("12"), _m("123")),
    "a node found whole is refreshed": _case(_i("12"), _m("12")),
    "a node beside the path is not": _case(_i("12"), _i("13"), _m("13")),
    "the tick is 0": _case(_i("12"), _m("1"), clock=(1, 9)),
    "a tick for two calls": _case(_i("12"), _m("1"), _i("13"), _m("12"), clock=(0, 2)),
    "its own clock": _case(_i("12"), _m("1"), _i("13"), _m("13"), clock=()),
    "its own clock and a direct split": _case(_i("12"), _m("12"), _s(0, 1), _m("12"), clock=()),
    "a direct split": _case(_i("123"), _m("123"), _s(0, 1)),
    "a direct split keeps both times": _case(_i("123"), _m("123"), _i("2"), _s(0, 2)),
    "a direct split, and again": _case(_i("1111"), _m("1111"), _s(0, 2), _s(1, 1), _s(3, 1)),
    "a direct split above children": _case(
        _i("112"), _i("113"), _m("11"), _s(0, 1), _m("112"), _m("113")
    ),
    "a direct split below another node": _case(_i("1"), _i("123"), _m("123"), _s(0, 1), _m("12")),
    "an old node after a match": _case(_i("11"), _m("11"), _m("1")),
    "an old node after an insert": _case(_i("11"), _m("11"), _i("12")),
    "an old node after an insert inside": _case(_i("11"), _m("11"), _i("1")),
    "an old node, cut twice": _case(_i("1111"), _m("1111"), _m("111"), _m("1")),
    "a split node goes on being split": _case(_i("1111"), _m("11"), _i("12"), _m("1111")),
    "split at 0": _case(_i("12"), _m("12"), _s(0, 0)),
    "split below 0": _case(_i("12"), _m("12"), _s(0, -1)),
    "split at the end": _case(_i("12"), _m("12"), _s(0, 2)),
    "split past the end": _case(_i("12"), _m("12"), _s(0, 3)),
    "split the root": _case(_i("12"), _s(0, 1)),
    "split the root at 0": _case(_s(0, 0)),
    "split off a page": _case(_i("1111"), _m("1111"), _s(0, 1), page=2),
    "split off a page, in the middle": _case(_i("111111"), _m("111111"), _s(0, 3), page=2),
    "split below 0 by a page": _case(_i("1111"), _m("1111"), _s(0, -2), page=2),
    "split on a page": _case(_i("1212"), _m("1212"), _s(0, 2), page=2),
    "a slot too many": _case(_i("12"), _i("13", 1), _m("13")),
    "a slot too few": _case(_i("12"), _i("13", -1), _m("13")),
    "slots and no tokens": _case(_i("", 2)),
    "unequal lengths inside an edge": _case(_i("112"), _i("11", 1)),
    "unequal lengths in the last page": _case(_i("123", -1), page=2),
    "a tuple": _case(_i("12"), _i("13"), _m("12"), _m("14"), form="tuple"),
    "a range of slots": _case(_i("12"), _i("134"), _m("13"), form="range"),
    "a list in pages": _case(_i("1212"), _i("1213"), _m("121"), page=2),
    "a tuple in pages": _case(_i("1212"), _i("1222"), _m("1222"), page=2, form="tuple"),
    "token 0": _case(_i("00"), _m("0"), _i("01"), _m("01")),
    "page 2, no whole page": _case(_i("1"), _m("1"), page=2),
    "page 2, the tail is left out": _case(_i("12345"), _m("12345"), page=2),
    "page 2, keys are pages": _case(_i("11"), _i("12"), _m("12"), page=2),
    "page 2, parts inside a page": _case(_i("1111"), _m("1112"), page=2),
    "page 2, parts inside the first page": _case(_i("1111"), _m("1211"), _i("1211"), page=2),
    "page 2, insert parts inside a page": _case(_i("1111"), _i("1112"), _m("1112"), page=2),
    "page 2, a query ends inside a page": _case(_i("1234"), _m("123"), _m("1239"), page=2),
    "page 2, an insert ends inside a page": _case(_i("1234"), _i("123"), _i("12345"), page=2),
    "page 2, equal but for the tail": _case(_i("121"), _i("122"), page=2),
    "page 3, mixed": _case(_i("111222"), _i("111221222"), _m("1112212"), _m("11"), page=3),
    "a chain of 200, counted": _case(large=("chain", 200, True)),
    "a chain in pages, counted": _case(page=2, large=("chain", 100, True)),
    "a long edge, counted": _case(large=("edge", 1_000, True)),
    "a long edge in pages, counted": _case(page=4, large=("edge", 100, True)),
    "a wide tree, counted": _case(large=("wide", 200, True)),
    "a wide tree in pages, counted": _case(page=2, large=("wide", 100, True)),
    "edges in a wide tree are cut, counted": _case(large=("bush", 200, True)),
    "edges in a wide tree in pages are cut, counted": _case(page=2, large=("bush", 100, True)),
    "one prefix, many ends, counted": _case(large=("fan", 60, True)),
    "one prefix, many ends, in pages, counted": _case(page=2, large=("fan", 40, True)),
    "many ways off one path, counted": _case(large=("comb", 60, True)),
    "many ways off one path, in pages, counted": _case(page=2, large=("comb", 40, True)),
    "a long edge": _case(large=("edge", 60_000, False)),
    "a wide tree": _case(large=("wide", 6_000, False)),
    "a wide tree in pages": _case(page=2, large=("wide", 2_000, False)),
    "a chain of 2,000": _case(large=("chain", 2_000, False)),
}

LENGTHS = (5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 24, 40)
PAGES = (1, 2, 1, 3)
FORMS = ("list", "tuple", "list", "range")
CLOCKS = ((0, 1), (1, 1), (0, 1), (0, 2), (1, 3), ())
ENDS = 243  # five tokens of up to three kinds
# calls, page size, kinds of tokens, form, clock, then for each call: what, from where, cut, added
_DRAWN = digits(12, 4, 2, 4, 6, *([100 * 6 * 8 * 6 * ENDS] * LENGTHS[-1]))


def _scenario(drawn: tuple[int, ...]) -> check.Scenario:
    calls, page, kinds, form, clock, *numbers = drawn
    recent: list[list[int]] = [[]]
    ops: list[Op] = []
    for number in numbers[: LENGTHS[calls]]:
        number, what = divmod(number, 100)
        if what < 12:
            ops.append(_cut_node(number, PAGES[page], what))
            continue
        tokens = _sequence(number, recent, PAGES[page], 2 + kinds)
        recent = [*recent[-5:], tokens]
        if what < 18:
            ops += _hang_and_cut(tokens, PAGES[page], what)
        elif what < 56:
            ops.append({"do": "match", "tokens": tokens})
        else:
            extra = 0 if what < 96 or not CLOCKS[clock] else (1, -1)[what % 2]
            ops.append({"do": "insert", "tokens": tokens, "extra": extra if tokens else 0})
    return _case(*ops, page=PAGES[page], clock=CLOCKS[clock], form=FORMS[form])


def _sequence(number: int, recent: list[list[int]], page: int, kinds: int) -> list[int]:
    """Cut one of the last six sequences anywhere, and add some tokens."""
    number, which = divmod(number, 6)
    number, cut = divmod(number, 8)
    ends, added = divmod(number, 6)
    start = recent[-1 - which % len(recent)]
    tokens = start[: -(-len(start) * cut // 7)]
    for _ in range(added % 4 if page == 1 else added):
        ends, token = divmod(ends, 3)
        tokens.append(1 + token % kinds)
    return tokens[:MOST]


def _cut_node(number: int, page: int, what: int) -> Split:
    """Split one of the last nodes, mostly where it may be."""
    number, node = divmod(number, 4)
    number, odd = divmod(number, 5)
    k = odd - 1 if what % 5 == 0 else page * (1 + odd // 3)
    return {"do": "split", "node": node, "k": k}


def _hang_and_cut(tokens: list[int], page: int, what: int) -> list[Op]:
    """Insert a leaf of three pages or more, and cut it."""
    whole = [*tokens, *([1 + what % 2, 1, 2] * page)]
    cut: Split = {"do": "split", "node": 0, "k": page * (1 + what % 3 // 2)}
    return [{"do": "insert", "tokens": whole, "extra": 0}, {"do": "match", "tokens": whole}, cut]


SCENARIOS: SearchStrategy[check.Scenario] = _DRAWN.map(_scenario)


# ---------------------------------------------------------------------------------- what broke it


@dataclass(frozen=True)
class Blame:
    """The first call that differs: its rule, and in words what must hold and what was seen."""

    rule: RuleId
    step: int  # place in the steps
    must: str
    got: str


@dataclass(frozen=True)
class Pair:
    """One call as it must go and as it went."""

    case: Scenario
    must: Step
    got: Step

    @property
    def op(self) -> Op | None:
        """Return the call, None for the constructor."""
        return self.case["ops"][self.must["op"]] if self.must["op"] >= 0 else None

    @property
    def rule(self) -> RuleId:
        """Return the rule that says what this call does."""
        op = self.op
        if op is None:
            return "R8"
        if op["do"] == "split":
            return "R8" if self.must["raised"] else "R4"
        return "R1" if op["do"] == "match" else "R2"


Found: TypeAlias = tuple[RuleId, str, str] | None


def _refusal(pair: Pair) -> Found:
    """Tell whether a call that must be refused was; what else it did follows from that."""
    return _exception(pair) if pair.must["raised"] else None


def _exception(pair: Pair) -> Found:
    must, got = pair.must, pair.got
    if (must["raised"], must["says"]) == (got["raised"], got["says"]):
        return None
    rule: RuleId = "R6" if got["raised"] == "RecursionError" else pair.rule
    if rule == "R4":
        rule = "R8"  # a good split was refused
    return rule, _answer(pair, must), _answer(pair, got)


def _unreadable(pair: Pair) -> Found:
    if pair.got["raised"] or pair.got["tree"] is not None or pair.must["tree"] is None:
        return None
    return "R3", "the tree can be read", "the tree cannot be read"


def _marked(pair: Pair) -> Found:
    """Tell whether something that the caller overwrote shows in the tree."""
    rows = nodes_of(pair.got)
    for mark, rule, whose in (
        (GOT, "R1", "the list that match_prefix returned"),
        (HANDED, "R2", "the lists that it handed in"),
    ):
        row = next((row for row in rows if mark in [*row.value, *row.key]), None)
        if row is not None:
            words = f"the caller overwrites {whose}:"
            return (
                cast(RuleId, rule),
                f"{words}\nnothing changes in the tree",
                f"{words}\na node now holds {_list(row.key)} in slots {_list(row.value)}",
            )
    return None


def _input(pair: Pair) -> Found:
    if not pair.got["changed"]:
        return None
    return pair.rule, "tokens and slots are left as they were", "what was handed in is changed"


def _answered(pair: Pair) -> Found:
    must, got = pair.must, pair.got
    if must["answer"] == got["answer"] and _node(must) == _node(got):
        return None
    return pair.rule, _answer(pair, must), _answer(pair, got)


def _linked(pair: Pair) -> Found:
    rows = nodes_of(pair.got)
    for i, (prefix, row) in enumerate(zip(_prefixes(rows), rows, strict=True)):
        name = f"the node for {_list(prefix)}" if prefix else "the root"
        if row.note:
            wanted = "hangs where its parent and its key say"
            if row.note.startswith("filed"):
                wanted = f"filed under {_page(row.key, pair.case['page_size'])}"
            return "R3", f"{name}: {wanted}", f"{name}: {row.note}"
        if isinstance(row.key, str) or isinstance(row.value, str):
            held = f"{name}: key {row.key}, value {row.value}"
            return "R3", f"{name}: a tuple of tokens, a list of slots", held
        if i and not row.key:
            return "R3", "only the root has an empty edge", f"an empty edge below {name}"
        if len(row.key) != len(row.value):
            sizes = f"{len(row.key)} tokens, {len(row.value)} slots"
            return "R3", f"{name}: a slot for each token", f"{name}: {sizes}"
    return None


def _page(key: list[Number] | str, page: int) -> str:
    """Return the first page of a key as a Python programmer would write it."""
    return str(key[0] if page == 1 else tuple(key[:page]))


def _content(pair: Pair) -> Found:
    must, got = _slots(pair.must), _slots(pair.got)
    return None if must == got else _trees(pair, pair.rule)


def _paged(pair: Pair) -> Found:
    page = pair.case["page_size"]
    for row in nodes_of(pair.got):
        if len(row.key) % page:
            edge = f"an edge of {len(row.key)} tokens: {_list(row.key)}"
            return "R3", f"every edge is a multiple of {page} tokens", edge
    return None


def _sized(pair: Pair) -> Found:
    must, got = pair.must["size"], pair.got["size"]
    if must == got:
        return None
    rule: RuleId = "R6" if got == "raises RecursionError" else "R3"
    return rule, f"total_size() is {must}", f"total_size() is {got}"


def _kept(pair: Pair) -> Found:
    must, got = _handles(pair.must), _handles(pair.got)
    for one, other in zip(must, got, strict=False):
        if one != other:
            name = f"the node returned for {_list(one or ())}"
            now = "is not in the tree any more" if other is None else f"stands for {_list(other)}"
            return "R4", f"{name}\nstill stands for it", f"{name}\n{now}"
    return None


def _ended(pair: Pair) -> Found:
    must, got = _prefixes(nodes_of(pair.must)), _prefixes(nodes_of(pair.got))
    return None if must == got else _trees(pair, pair.rule)


def _asked(pair: Pair) -> Found:
    must, got = pair.must["asked"], pair.got["asked"]
    if pair.got["asked_later"]:
        return "R5", "total_size() does not ask the clock", "total_size() asks the clock"
    is_free = pair.must["raised"] and pair.op is not None and pair.op["do"] == "insert"
    if must == got or (is_free and got <= 1):
        return None
    return "R5", f"the clock is asked {must} times", f"the clock is asked {got} times"


def _anything(pair: Pair) -> Found:
    """Claim what no other part did, but for ticks and for what a call that raises may do."""
    must, got = ({**step, "asked": 0, "tree": _timeless(step)} for step in (pair.must, pair.got))
    return None if must == got else _trees(pair, "R3")


PARTS: tuple[Callable[[Pair], Found], ...] = (
    _refusal,
    _marked,
    _linked,  # before the answer: a broken link is a cause
    _exception,
    _unreadable,
    _input,
    _answered,
    _content,
    _paged,
    _sized,
    _kept,
    _ended,
    _asked,
    _anything,
)


def _timeless(step: Step) -> Tree | None:
    return None if step["tree"] is None else {**step["tree"], "tick": []}


def nodes_of(step: Step) -> list[Row]:
    """Return the nodes of the tree after a step."""
    tree = step["tree"]
    if tree is None:
        return []
    columns = zip(tree["start"], tree["tick"], tree["key"], tree["value"], strict=False)
    return [Row(*row, tree["notes"].get(str(i), "")) for i, row in enumerate(columns)]


def _prefixes(rows: Sequence[Row]) -> list[Prefix]:
    """Return what each node spells, by the keys above it."""
    found: list[Prefix] = []
    path: Prefix = ()
    for row in rows:
        path = (*path[: row.start], *row.key)
        found.append(path)
    return found


def _slots(step: Step) -> dict[Prefix, Number]:
    """Return the slot of the last token of every cached prefix."""
    found: dict[Prefix, Number] = {}
    rows = nodes_of(step)
    for prefix, row in zip(_prefixes(rows), rows, strict=True):
        for i, slot in enumerate(row.value):
            found[prefix[: row.start + i + 1]] = slot
    return found


def _handles(step: Step) -> list[Prefix | None]:
    prefixes = _prefixes(nodes_of(step))
    return [prefixes[i] if 0 <= i < len(prefixes) else None for i in step["handles"]]


def _node(step: Step) -> Prefix | str | None:
    """Return what the node spells that came back."""
    prefixes, place = _prefixes(nodes_of(step)), step["node"]
    if place is None:
        return "no node"
    return prefixes[place] if 0 <= place < len(prefixes) else None


def _ticks(step: Step) -> list[Number]:
    return [] if step["tree"] is None else step["tree"]["tick"]


@lru_cache(maxsize=8)
def _blame(run: Run) -> Blame | None:
    """Return what breaks this run, None when it is right."""
    if run.got == run.must:
        return None
    case = cast(Scenario, run.scenario)
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    broken = _structure(case, must["steps"], got["steps"])
    end = len(must["steps"]) if broken is None else broken.step
    late = _recency(case, must["steps"][:end], got["steps"][:end])
    return late or broken or _large(case, must["large"], got["large"])


def _structure(case: Scenario, must: list[Step], got: list[Step]) -> Blame | None:
    """Return the first call that differs in anything but ticks."""
    for i, (one, other) in enumerate(zip(must, got, strict=False)):
        if one == other:
            continue
        pair = Pair(case, one, other)
        found = next((found for part in PARTS if (found := part(pair))), None)
        if found:
            return Blame(found[0], i, found[1], found[2])
    if len(must) != len(got):
        steps = f"{len(got)} calls seen"
        return Blame("R3", min(len(must), len(got)) - 1, f"{len(must)} calls seen", steps)
    return None


def _recency(case: Scenario, must: list[Step], got: list[Step]) -> Blame | None:
    """Return the call from which neither rule on recency fits the whole run."""
    places: list[tuple[int, list[Step]]] = []
    for steps in (must, predict(case, refreshed=True)):
        pairs = enumerate(zip(steps, got, strict=False))
        place = next((i for i, (a, b) in pairs if _ticks(a) != _ticks(b)), None)
        if place is None:
            return None
        places.append((place, steps))
    # Subtle: shown by the rule that fits longer, the public one of the two when both break here
    place, steps = max(places, key=lambda entry: entry[0])
    pair = Pair(case, steps[place], got[place])
    trees = _trees(pair, "R5")
    # Subtle: a call that is refused changes no time, so a change there is the fault of that call
    return Blame(pair.rule if pair.must["raised"] else "R5", place, trees[1], trees[2])


def _large(case: Scenario, must: list[Query], got: list[Query]) -> Blame | None:
    """Return what breaks in a large tree; a wrong answer there is the fault of its size."""
    is_chain = case["large"] is not None and case["large"]["shape"] == "chain"
    rule: RuleId = "R6" if is_chain else "R7"
    for i, (one, other) in enumerate(zip(must, got, strict=False)):
        found = _query(one, other, rule)
        if found:
            return Blame(found[0], i, found[1], found[2])
    if len(must) != len(got):
        last = min(len(must), len(got)) - 1
        return Blame(rule, last, f"{len(must)} calls seen", f"{len(got)} calls seen")
    return None


def _query(must: Query, got: Query, rule: RuleId) -> Found:
    same = (must["call"], must["what"], must["tokens"]) == (
        got["call"],
        got["what"],
        got["tokens"],
    )
    if got["raised"]:
        rule = "R6" if got["raised"] == "RecursionError" else rule
        where = f"line {got['line']}: " if got["line"] else ""
        return rule, _outcome(must), _raised(got["raised"], where + got["says"])
    if not same or (must["count"], must["node"]) != (got["count"], got["node"]):
        return rule, _outcome(must), _outcome(got)
    if must["digest"] != got["digest"]:
        return rule, _outcome(must), f"{_outcome(got)}, but not all slots are the right ones"
    bound = 4 * must["tokens"] + 32
    if must["call"] == "match" and max(got["compared"], got["hashed"]) > bound:
        counts = f"{got['compared']:,} comparisons, {got['hashed']:,} hashes"
        return "R7", f"at most {bound:,} comparisons and {bound:,} hashes", counts
    return None


# --------------------------------------------------------------------------------------- in words


def _list(items: Sequence[Number] | str) -> str:
    if isinstance(items, str):
        return items
    more = f" ... {len(items)} in all" if len(items) > 16 else ""
    return " ".join(map(str, items[:16])) + more if items else "nothing"


def _raised(raised: str, says: str) -> str:
    return f"raises {raised}" + (f"\n{says}" if says else "")


def _answer(pair: Pair, step: Step) -> str:
    """Return what a call answered, in words."""
    if step["raised"]:
        wanted = _wanted(pair) if step is pair.must else ""
        return _raised(step["raised"], step["says"]) + wanted
    op, node = pair.op, _node(step)
    if op is None:
        return "a tree"
    if op["do"] == "insert":
        return f"returns {step['answer']}"
    stands = {None: "a node that is not in the tree", "no node": "no node"}
    name = stands.get(cast(None, node)) or f"the node for {_list(cast(Prefix, node))}"
    name = "the root" if node == () else name
    if op["do"] == "split":
        return f"returns {name}"
    slots = step["answer"]
    if isinstance(slots, list):
        return f"slots {_list(slots) if slots else 'none'}\n{name}"
    return f"slots: {slots}\n{name}"


def _wanted(pair: Pair) -> str:
    """Return what a ValueError has to name."""
    op = pair.op
    if op is None:
        return f" that names {pair.case['page_size']}"
    if op["do"] == "split":
        return f" that names {op['k']}"
    size = len(op["tokens"])
    return f" that names {size} and {size + op['extra']}" if op["do"] == "insert" else ""


def _trees(pair: Pair, rule: RuleId) -> tuple[RuleId, str, str]:
    times = rule == "R5"
    return rule, draw(nodes_of(pair.must), times), draw(nodes_of(pair.got), times)


def draw(rows: Sequence[Row], times: bool = True) -> str:
    """Draw a tree: a node a line, below its parent and further right."""
    lines: list[str] = []
    above: list[int] = []  # where the edges end on the way to this node
    for row in rows[: SHOWN + 1]:
        while above and above[-1] > row.start:
            above.pop()
        slots = f"{_list(row.key)}  in {_list(row.value)}"
        tick = f"  tick {row.tick}" if times else ""
        lines.append("  " * len(above) + (slots + tick if lines else "root"))
        above.append(row.start + len(row.key))
    more = [f"... {len(rows)} nodes in all"] if len(rows) > SHOWN + 1 else []
    return "\n".join(lines + more)


@lru_cache(maxsize=4)
def _played(case: str) -> list[Step]:
    return predict(json.loads(case))


def _label(case: Scenario, place: int) -> str:
    """Return a call in words; a node is named by what it stands for."""
    if place < 0:
        return f"RadixTree({case['page_size']})"
    op = case["ops"][place]
    if op["do"] == "split":
        nodes = _handles(_played(json.dumps(case))[place])  # the steps begin with the constructor
        node = nodes[-1 - op["node"] % len(nodes)] if nodes else ()
        return f"split {f'the node {_list(node)}' if node else 'the root'} at {op['k']}"
    extra = op["extra"] if op["do"] == "insert" else 0
    slots = f", {len(op['tokens']) + extra} slots" if extra else ""
    return f"{op['do']} {_list(op['tokens'])}{slots}"


def _name(query: Query) -> str:
    return f"{query['call']} {query['what']}"


def _outcome(query: Query) -> str:
    if query["call"] == "insert":
        return f"returns {query['count']}"
    if query["call"] == "total_size":
        return f"{query['count']} tokens"
    stands = f"a node for {query['node']:,} of them" if query["node"] >= 0 else "another node"
    return f"{query['count']} slots, {stands}" if query["call"] == "match" else stands


def show(scenario: check.Scenario) -> list[str]:
    """Return the page size, the clock and the calls, or the shape of a large tree."""
    case = cast(Scenario, scenario)
    large = case["large"]
    lines = [f"page size {case['page_size']}"]
    if large is not None:
        lines += SHAPES[large["shape"]].format(n=large["n"]).splitlines()
        counted = ["comparisons and hashes of tokens are counted"] if large["counted"] else []
        return lines + counted
    less, calls = case["clock"] or (0, 1)
    if less:
        lines.append("the clock starts at 0")
    if calls > 1:
        lines.append(f"the clock moves every {calls} calls")
    if case["form"] != "list":
        lines.append(
            {"tuple": "tokens and slots come as tuples", "range": "slots come as ranges"}[
                case["form"]
            ]
        )
    slot = 0
    for place, op in enumerate(case["ops"][:SHOWN] if case["page_size"] > 0 else []):
        size = len(op["tokens"]) + op["extra"] if op["do"] == "insert" else 0
        slots = f"   slots {_list(range(slot, slot + size))}" if size else ""
        slot += size
        lines.append(_label(case, place) + slots)
    if len(case["ops"]) > SHOWN:
        lines.append(f"... {len(case['ops'])} calls in all")
    return lines


SHAPES: dict[Shape, str] = {
    "edge": "one sequence of {n:,} pages",
    "chain": "one sequence of {n:,} pages, cut into {n:,} edges of a page each",
    "wide": "{n:,} sequences, no two alike in their first page",
    "fan": "{n:,} sequences of {n:,} pages and one more, alike in all but the last page",
    "comb": "{n:,} sequences, each leaving one long sequence a page later than the one before",
    "bush": "{n:,} sequences of three pages, no two alike in the first page,\n"
    "and {n:,} more that share three pages and part in the fourth",
}


def _difference(run: Run, blame: Blame) -> Difference:
    case, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    if case["large"] is not None and blame.step < len(must["large"]):
        *done, query = must["large"][: blame.step + 1]
        lines = [Line(_name(one), _outcome(one), _outcome(one)) for one in done[1 - ROWS :]]
        return Difference((*lines, Line(_name(query), blame.must, blame.got)), heading="call")
    rows: list[Line] = []
    for step in must["steps"][max(1, blame.step - ROWS) : blame.step]:
        pair = Pair(case, step, step)
        text = _answer(pair, step).replace("\n", ", ")
        rows.append(Line(_label(case, step["op"]), text, text))
    name = _label(case, must["steps"][blame.step]["op"])
    rows.append(Line(name, blame.must, blame.got))
    before = nodes_of(must["steps"][blame.step - 1]) if blame.step else []
    drawn = f"the tree before the last call\n{draw(before)}" if before else None
    return Difference(tuple(rows), heading="call", before=drawn)


# ------------------------------------------------------------------------------------------ rules


@lru_cache(maxsize=8)
def _at_stake(run: Run) -> frozenset[str]:
    """Return the rules that this scenario could have broken."""
    case = cast(Scenario, run.scenario)
    large = case["large"]
    found = {"R3"}
    if large is not None:
        found |= {"R6"} if large["shape"] == "chain" else set[str]()
        return frozenset(found | {"R7"} if large["counted"] else found)
    calls = {op["do"] for op in case["ops"]}
    found |= {"R1", "R5"} if "match" in calls else set[str]()
    found |= {"R2", "R5"} if "insert" in calls else set[str]()
    steps = cast("list[Plain]", cast("dict[str, Plain]", run.must)["steps"])
    last = cast(Step, steps[-1])
    found |= {"R4"} if last["handles"] else set[str]()
    found |= {"R8"} if "split" in calls or case["page_size"] < 1 else set[str]()
    return frozenset(found)


def _told(run: Run, rule: str) -> Difference | Told:
    blame = _blame(run)
    if blame is not None and blame.rule == rule:
        return _difference(run, blame)
    return Told.HELD if rule in _at_stake(run) else Told.IDLE


def a_match_answers_the_longest_cached_prefix(run: Run) -> Difference | Told:
    """R1: its slots, the node that stands for it, and nothing added or dropped."""
    return _told(run, "R1")


def an_insert_stores_what_was_not_cached(run: Run) -> Difference | Told:
    """R2: the count, the new leaf, and nothing of the caller's kept."""
    return _told(run, "R2")


def the_tree_is_whole_after_every_call(run: Run) -> Difference | Told:
    """R3: edges, links, names of children, and total_size."""
    return _told(run, "R3")


def a_node_goes_on_standing_for_its_prefix(run: Run) -> Difference | Told:
    """R4: the upper half comes back, and earlier nodes stay what they were."""
    return _told(run, "R4")


def the_matched_path_takes_the_tick(run: Run) -> Difference | Told:
    """R5: by either rule on the lower half, over the whole run; the clock is asked once."""
    return _told(run, "R5")


def depth_needs_no_recursion(run: Run) -> Difference | Told:
    """R6: a chain of 2,000 edges."""
    return _told(run, "R6")


def a_match_costs_what_its_tokens_cost(run: Run) -> Difference | Told:
    """R7: comparisons and hashes, counted."""
    return _told(run, "R7")


def a_bad_split_is_refused_and_a_good_one_is_not(run: Run) -> Difference | Told:
    """R8: ValueError that names the value, nothing changed."""
    return _told(run, "R8")


RULES: dict[str, Check] = {
    "R1": a_match_answers_the_longest_cached_prefix,
    "R2": an_insert_stores_what_was_not_cached,
    "R3": the_tree_is_whole_after_every_call,
    "R4": a_node_goes_on_standing_for_its_prefix,
    "R5": the_matched_path_takes_the_tick,
    "R6": depth_needs_no_recursion,
    "R7": a_match_costs_what_its_tokens_cost,
    "R8": a_bad_split_is_refused_and_a_good_one_is_not,
}
