"""Hidden checks of the drill `blocks`.

A run is compared with the reference step by step; the first step that differs is claimed by the one
rule that it breaks. What that rule is, what a block held before, and which scenarios are allowed is
told by a `Ledger`, which follows the rules without the reference and in another way: it keeps a log
of registrations and derives free list, reference counts and map from it each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.scenario import digits

Number: TypeAlias = int | str  # text where the learner's code holds something else
HashName: TypeAlias = Literal["exact", "default", "sum", "same"]
Verb: TypeAlias = Literal["take", "force", "ask", "run", "grow", "free", "crowd"]


class Prompt(TypedDict):
    """One sequence; tokens are digits 1 to 9, so that the exact hash can be read."""

    name: str
    tokens: list[int]


class Op(TypedDict):
    """One operation, as the driver describes them."""

    do: Verb
    seq: str
    n: int


class Scenario(TypedDict):
    """A pool, sequences, and what is done with them in order."""

    blocks: int
    size: int
    hash: HashName
    prompts: list[Prompt]
    ops: list[Op]


class State(TypedDict):
    """What is public after a step; `map` holds [hash, block], sorted."""

    free: list[Number]
    refs: list[Number]
    map: list[list[Number]]
    tables: dict[str, list[Number]]
    cached: dict[str, Number]
    altered: list[str]


class Raised(TypedDict):
    """An exception in place of an answer."""

    raised: str


Answer: TypeAlias = int | str | Raised


class Step(TypedDict):
    """What one operation answered, and the state after it (None: it could not be read)."""

    op: int
    answers: list[Answer]
    state: State | None
    said: str
    line: int


class Observation(TypedDict):
    """A whole run: the constructor, then every operation that made sense."""

    steps: list[Step]


# ------------------------------------------------------------------ the rules, without reference

VALUE_ERROR: Raised = {"raised": "ValueError"}


@dataclass(frozen=True)
class Entry:
    """One registration: at this time, this block was full of the last tokens of this prefix."""

    time: int
    key: object
    prefix: tuple[int, ...]
    block: int


@dataclass
class Ledger:
    """The pool as the rules say it is: who holds what, and a log of all that was registered.

    Free is what no table holds, in the order in which it was freed; an entry of the map is the
    newest registration of a hash, unless its block was taken since.
    """

    blocks: int
    size: int
    hash: HashName
    tokens: dict[str, list[int]]
    tables: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    cached: dict[str, int] = field(default_factory=dict[str, int])
    log: list[Entry] = field(default_factory=list[Entry])
    time: int = 0
    parted: bool = False  # two right readings of R3 gave different hits somewhere

    def __post_init__(self) -> None:
        self.tables = {name: [] for name in self.tokens}
        self.cached = dict.fromkeys(self.tokens, 0)
        self.freed_at = [block - self.blocks for block in range(self.blocks)]
        self.taken_at = [-1] * self.blocks
        self.blocked: set[str] = set()

    @property
    def refs(self) -> list[int]:
        """Return in how many tables each block is."""
        held = [block for table in self.tables.values() for block in table]
        return [held.count(block) for block in range(self.blocks)]

    @property
    def free(self) -> list[int]:
        """Return the blocks that no table holds, longest free first."""
        idle = set(range(self.blocks)).difference(*self.tables.values())
        return sorted(idle, key=self.freed_at.__getitem__)

    def key(self, prefix: tuple[int, ...]) -> object:
        """Return the hash of the last block of a prefix; the prefix itself stands for a default."""
        if self.hash == "exact":
            return int("".join(map(str, prefix)))
        if self.hash == "sum":
            return sum(prefix) % 3
        return 0 if self.hash == "same" else prefix

    def entry(self, key: object) -> Entry | None:
        """Return the registration that a hash stands for now."""
        for one in reversed(self.log):
            if one.key == key:
                return one if self.alive(one) else None
        return None

    def alive(self, entry: Entry) -> bool:
        """Return whether the block still holds what was registered."""
        return self.taken_at[entry.block] < entry.time

    def count(self, name: str) -> int:
        """Return how many blocks all tokens of a sequence need: 5 tokens in blocks of 4 need 2."""
        return -(-len(self.tokens[name]) // self.size)

    def prefix(self, name: str, i: int) -> tuple[int, ...]:
        """Return the tokens of blocks 0 to i."""
        return tuple(self.tokens[name][: (i + 1) * self.size])

    def hits(self, name: str) -> list[int]:
        """Return the blocks that hold the leading blocks of a sequence, never its last one."""
        found: list[int] = []
        for i in range(self.count(name) - 1):
            prefix = self.prefix(name, i)
            one = self.entry(self.key(prefix))
            if one is None or one.prefix != prefix:
                # Subtle: here a program that compares only the block's own tokens sees a hit.
                self.parted |= one is not None and one.prefix[-self.size :] == prefix[-self.size :]
                break
            found.append(one.block)
        return found

    def has_room(self, name: str, hits: Sequence[int]) -> bool:
        """Return whether the free list can give what a sequence needs beside its hits."""
        free = self.free
        return self.count(name) - sum(1 for block in hits if block not in free) <= len(free)

    def state(self) -> State:
        """Return what must be public now."""
        newest = {one.key: one for one in self.log}
        pairs = [
            [one.key if isinstance(one.key, int) else 0, one.block]
            for one in newest.values()
            if self.alive(one)
        ]
        return {
            "free": list(self.free),
            "refs": list(self.refs),
            "map": cast(list[list[Number]], sorted(pairs)),
            "tables": {name: list(table) for name, table in self.tables.items()},
            "cached": dict(self.cached),
            "altered": [],
        }

    def do(self, op: Op) -> list[Answer] | None:
        """Do one operation; return what must be answered, None when it is skipped."""
        name, n = op["seq"], op["n"]
        self.time += 1
        acts = {
            "take": self.take,
            "force": self.force,
            "ask": self.ask,
            "run": self.compute,
            "grow": self.grow,
            "free": self.give_back,
            "crowd": self.crowd,
        }
        return acts[op["do"]](name, n)

    def ask(self, name: str, _: int) -> list[Answer] | None:
        """R2 to R4: the number of hits, or -1."""
        if self.tables[name]:
            return None
        hits = self.hits(name)
        return [len(hits) if self.has_room(name, hits) else -1]

    def take(self, name: str, less: int) -> list[Answer] | None:
        """Ask, then allocate with that many hits, less some."""
        asked = self.ask(name, 0)
        if asked is None or asked == [-1]:
            return asked
        return [*asked, *self.force(name, max(0, cast(int, asked[0]) - less))]

    def force(self, name: str, count: int) -> list[Answer]:
        """R5 and R10: a new table, or ValueError."""
        hits = self.hits(name)
        if self.tables[name] or not 0 <= count <= len(hits):
            return [VALUE_ERROR]
        if not self.has_room(name, hits[:count]):
            return [VALUE_ERROR]
        others = [block for block in self.free if block not in hits[:count]]
        new = others[: self.count(name) - count]
        self.tables[name] = hits[:count] + new
        self.cached[name] = count * self.size
        self._forget(new)
        return ["done"]

    def compute(self, name: str, count: int) -> list[Answer] | None:
        """R8: the blocks that these tokens fill are registered."""
        left = len(self.tokens[name]) - self.cached[name]
        if not self.tables[name] or left == 0 or name in self.blocked:
            return None
        before = self.cached[name]
        self.cached[name] += min(count, left) or left
        for i in range(self.count(name)):
            if before < (i + 1) * self.size <= self.cached[name]:
                prefix = self.prefix(name, i)
                self.log.append(Entry(self.time, self.key(prefix), prefix, self.tables[name][i]))
        return ["done"]

    def grow(self, name: str, token: int) -> list[Answer] | None:
        """R7: one more token, and a block where the table has no place for it."""
        if name not in self.blocked:
            if not self.tables[name] or self.cached[name] < len(self.tokens[name]):
                return None
            self.tokens[name].append(token)
        self.blocked.discard(name)
        if len(self.tokens[name]) > len(self.tables[name]) * self.size:
            if not self.free:
                self.blocked.add(name)
                return ["no", "no", VALUE_ERROR]
            new = self.free[0]
            self.tables[name].append(new)
            self._forget([new])
        return ["yes", "yes", "done"]

    def give_back(self, name: str, _: int) -> list[Answer]:
        """R6: the table in reverse."""
        table, self.tables[name] = self.tables[name], []
        refs = self.refs
        for place, block in enumerate(reversed(table)):
            if refs[block] == 0:
                self.freed_at[block] = self.time * 1000 + place
        self.cached[name] = 0
        self.blocked.discard(name)
        return ["done"]

    def crowd(self, name: str, count: int) -> list[Answer] | None:
        """Take and compute many sequences with this prefix, at most 4 at a time."""
        if self.tables[name]:
            return None
        skipped, crowd = 0, [f"{name}{i}" for i in range(count)]
        for i, one in enumerate(crowd):
            if i >= 4:
                self._leave(crowd[i - 4])
            self.tokens[one] = [*self.tokens[name], 1000 + i]
            self.tables[one], self.cached[one] = [], 0
            if self.take(one, 0) == [-1]:
                return [skipped, -1]
            skipped += self.cached[one]
            self.time += 1
            self.compute(one, 0)
        for one in crowd[-4:]:
            self._leave(one)
        return [skipped, "done"]

    def _leave(self, name: str) -> None:
        self.time += 1
        self.give_back(name, 0)
        del self.tokens[name], self.tables[name], self.cached[name]

    def _forget(self, blocks: list[int]) -> None:
        for block in blocks:
            self.taken_at[block] = self.time


def ledger(scenario: Scenario) -> Ledger:
    """Return the ledger of a scenario before its first operation."""
    tokens = {one["name"]: list(one["tokens"]) for one in scenario["prompts"]}
    return Ledger(scenario["blocks"], scenario["size"], scenario["hash"], tokens)


def predict(scenario: Scenario) -> list[Step]:
    """Return what must be observed, by the ledger alone (without messages of exceptions)."""
    if scenario["blocks"] < 1 or scenario["size"] < 1:
        return [_step(-1, [VALUE_ERROR], None)]
    book = ledger(scenario)
    steps = [_step(-1, ["done", "done"], book.state())]
    for index, op in enumerate(scenario["ops"]):
        answers = book.do(op)
        if answers is not None:
            steps.append(_step(index, answers, book.state()))
            if answers[-1] == -1 and op["do"] == "crowd":
                break
    return steps


def _step(op: int, answers: list[Answer], state: State | None) -> Step:
    return {"op": op, "answers": answers, "state": state, "said": "", "line": 0}


# ------------------------------------------------------------------------------------- scenarios

SMALL, LONG = 40, 2100  # tokens of a prompt; a long one needs the default hash
NAMES = "ABC"


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: a crowd takes naive but right programs 0.3 s."""
    operations = cast(Scenario, scenario)["ops"]
    return 5.0 if any(operation["do"] == "crowd" for operation in operations) else 1.0


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows a scenario, and both readings of R3 give one answer."""
    one = cast(Scenario, scenario)
    names = [prompt["name"] for prompt in one["prompts"]]
    if not -9 <= one["blocks"] <= 400 or not -9 <= one["size"] <= 300 or len(one["ops"]) > 60:
        return False
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names):
        return False
    if not all(1 <= len(name) <= 8 and name.isalnum() for name in names):
        return False
    longest = LONG if one["hash"] == "default" else SMALL
    if not all(_prompt_is_valid(prompt, longest) for prompt in one["prompts"]):
        return False
    if not all(op["seq"] in names and _op_is_valid(op, one["hash"]) for op in one["ops"]):
        return False
    if len(names) > 1 and any(op["do"] == "crowd" for op in one["ops"]):
        return False  # a crowd has names of its own: P0, P1, ...
    return not parts(one)


def _prompt_is_valid(prompt: Prompt, longest: int) -> bool:
    tokens = prompt["tokens"]
    return 1 <= len(tokens) <= longest and all(1 <= token <= 9 for token in tokens)


def _op_is_valid(op: Op, hash_name: HashName) -> bool:
    do, n = op["do"], op["n"]
    if do == "crowd":
        return hash_name == "default" and 1 <= n <= 100
    if do == "force":
        return -9 <= n <= 99
    if do == "grow":
        return 1 <= n <= 9
    return n == 0 if do in ("ask", "free") else 0 <= n <= LONG


def parts(scenario: Scenario) -> bool:
    """Return whether a collision makes the two readings of R3 part.

    Where they do not, no table holds a block twice: a block ends one prefix only.
    """
    if scenario["hash"] not in ("sum", "same") or scenario["blocks"] < 1 or scenario["size"] < 1:
        return False
    book = ledger(scenario)
    for op in scenario["ops"]:
        book.do(op)
        if book.parted:
            return True
    return False


def show(scenario: check.Scenario) -> list[str]:
    """Return the pool, the hash when it collides, and the sequences."""
    one = cast(Scenario, scenario)
    lines = [f"{_many(one['blocks'], 'block')} of {_many(one['size'], 'token')}"]
    if one["hash"] == "sum":
        lines.append("hash_fn: sum of all tokens so far, modulo 3")
    if one["hash"] == "same":
        lines.append("hash_fn: always 0")
    return lines + [f"{p['name']}    {_tokens(p['tokens'])}" for p in one["prompts"]]


def _tokens(tokens: Sequence[int]) -> str:
    if len(tokens) <= 16:
        return " ".join(map(str, tokens))
    return f"{' '.join(map(str, tokens[:8]))} ... {len(tokens):,} tokens"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# One choice draws everything: pool, three prompts (a cut of an earlier one and a tail), operations.
POOL = (6, 3, 12)
PROMPT = (3, 10, 3, 4)  # which earlier prompt, how much of it, how long a tail, its tokens
ACT = (8, 16)
TURNS = "ABCABCAB"
ACTS = 11
SIZES = (2, 1, 3)
EXACT: tuple[HashName, ...] = ("exact",)
HASH_NAMES: tuple[HashName, ...] = (*EXACT * 8, "default", "sum", "sum", "same")


def _often(do: Verb, n: int, times: int) -> tuple[tuple[Verb, int], ...]:
    act: tuple[Verb, int] = (do, n)
    return (act,) * times


# What to do next with a sequence that holds nothing, has tokens to compute, has computed all.
IDLE_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("take", 0, 9), ("take", 1), ("take", 2), ("ask", 0),
    ("free", 0), ("force", 0), ("force", 1), ("force", -1),
)  # fmt: skip
BUSY_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("run", 0, 9), ("run", 1), ("run", 1), ("run", 2), ("run", 3),
    ("free", 0), ("free", 0), ("force", 0),
)  # fmt: skip
DONE_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("grow", 1, 5), *_often("grow", 2, 4), *_often("free", 0, 6), ("force", 1),
)  # fmt: skip


def _draw(number: tuple[int, ...]) -> check.Scenario:
    blocks, size, name = number[0] + 2, SIZES[number[1]], HASH_NAMES[number[2]]
    at = len(POOL)
    texts: list[list[int]] = []
    for _ in NAMES:
        source, cut, tail, bits = number[at : at + 4]
        earlier = texts[source % len(texts)] if texts else [1] * (2 * size)
        text = earlier[: len(earlier) * min(cut, 5) // 5]
        texts.append(text + [1 + (bits >> i & 1) for i in range(tail if text else tail + 1)])
        at += 4
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": name,
        "prompts": [{"name": n, "tokens": text} for n, text in zip(NAMES, texts, strict=True)],
        "ops": _ops(number[at], number[at + 1 :]),
    }
    if parts(scenario):
        scenario["hash"] = "exact"
    return cast(check.Scenario, scenario)


def _ops(few: int, number: tuple[int, ...]) -> list[Op]:
    """Choose operations that mostly make sense, as if every `take` found room."""
    idle, busy = set(NAMES), set[str]()
    ops: list[Op] = []
    if few < 6:  # most begin with something to hit
        ops = [{"do": "take", "seq": "A", "n": 0}, {"do": "run", "seq": "A", "n": 0}]
        idle.discard("A")
    for i in range(0, len(number) - 2 * few, 2):
        seq = TURNS[number[i]]
        acts = IDLE_ACTS if seq in idle else BUSY_ACTS if seq in busy else DONE_ACTS
        do, n = acts[number[i + 1]]
        ops.append({"do": do, "seq": seq, "n": n})
        if do == "take":
            idle.discard(seq)
        if do in ("take", "grow"):
            busy.add(seq)
        elif do == "run" and n == 0:
            busy.discard(seq)
        elif do == "free":
            idle.add(seq)
            busy.discard(seq)
    return ops


SCENARIOS: SearchStrategy[check.Scenario] = digits(
    *POOL, *(PROMPT * len(NAMES)), 8, *(ACT * ACTS)
).map(_draw)


def _case(
    blocks: int, size: int, prompts: str, ops: str, hash_name: HashName = "exact"
) -> check.Scenario:
    """Write a scenario short: "A 111, B 112" and "take A, run A, grow A 2"."""
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": hash_name,
        "prompts": [],
        "ops": [],
    }
    for text in prompts.split(", "):
        name, tokens = text.split()
        scenario["prompts"].append({"name": name, "tokens": [int(token) for token in tokens]})
    for text in ops.split(", "):
        do, seq, n = f"{text} 0".split()[:3]
        scenario["ops"].append({"do": cast(Verb, do), "seq": seq, "n": int(n)})
    return cast(check.Scenario, scenario)


def _crowd(blocks: int, size: int) -> check.Scenario:
    prefix = [1 + i % 9 for i in range(2000)]
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": "default",
        "prompts": [{"name": "P", "tokens": prefix}],
        "ops": [{"do": "crowd", "seq": "P", "n": 100}],
    }
    return cast(check.Scenario, scenario)


TELLING: dict[str, check.Scenario] = {
    "no blocks at all": _case(0, 1, "A 1", "ask A"),
    "fewer than no blocks": _case(-1, 2, "A 1", "ask A"),
    "blocks of no token": _case(1, 0, "A 1", "ask A"),
    "a token needs a block": _case(1, 2, "A 1", "take A"),
    "no room for a prompt": _case(1, 2, "A 111", "ask A, take A, force A"),
    "an exact fit": _case(2, 2, "A 111", "take A, run A, free A"),
    "freed in reverse, to the right": _case(3, 2, "A 111", "take A, free A"),
    "freed behind what was free": _case(2, 2, "A 1, B 1", "take A, free A, take B"),
    "nothing to free": _case(1, 2, "A 1", "free A, take A, free A, free A"),
    "a full block is registered": _case(2, 2, "A 11", "take A, run A"),
    "a partial block is not registered": _case(2, 2, "A 1", "take A, run A"),
    "a chunk registers what it computed": _case(2, 2, "A 11", "take A, run A 1, run A 1"),
    "a chunk ends inside a block": _case(3, 2, "A 11112", "take A, run A 3, run A 1, run A 1"),
    "the chain has a parent": _case(2, 2, "A 1112", "take A, run A"),
    "the chain crosses chunks": _case(2, 2, "A 1112", "take A, run A 2, run A 2"),
    "the chain crosses a hit": _case(
        4, 2, "A 111, B 11121", "take A, run A, take B, run B"
    ),
    "the chain crosses a decode": _case(
        3, 2, "A 111, B 111", "take A, run A, grow A 1, run A, take B"
    ),
    "the last block is never matched": _case(1, 2, "A 11, B 11", "take A, run A, take B"),
    "the last block of two is never matched": _case(
        4, 2, "A 1112, B 1112", "take A, run A, take B, run B"
    ),
    "blocks of one token": _case(3, 1, "A 11, B 112", "take A, run A, take B, grow B 1"),
    "a chained block is not a first block": _case(2, 2, "A 11, B 11111", "take A, run A, take B"),
    "the middle of another prompt": _case(4, 2, "A 11221, B 221", "take A, run A, take B"),
    "an equal hash of other tokens": _case(2, 2, "A 12, B 211", "take A, run A, take B", "sum"),
    "an equal hash of other tokens, all the time": _case(
        2, 2, "A 11, B 221", "take A, run A, take B", "same"
    ),
    "a collision takes the map entry": _case(
        4, 1, "A 1, B 2, C 12", "take A, run A, take B, run B, free A, take C", "same"
    ),
    "a collision takes it, then it is free": _case(
        2, 1, "A 1, B 2, C 1", "take A, run A, take B, run B, free A, take C, run C", "same"
    ),
    "a hit whose hash is 0": _case(2, 2, "A 12, B 121", "take A, run A, take B", "sum"),
    "a hit in use": _case(2, 2, "A 11, B 111", "take A, run A, take B, free A, free B"),
    "a hit in use and room to spare": _case(4, 2, "A 111, B 112", "take A, run A, take B, run B"),
    "two hits in use": _case(4, 2, "A 11221, B 11222", "take A, run A, take B, free A, free B"),
    "two blocks in use of three": _case(
        5, 2, "A 1122331, B 11223, C 11221", "take A, run A, take B, take C"
    ),
    "a free hit": _case(2, 2, "A 11, B 111", "take A, run A, free A, take B, run B, free B"),
    "a free hit and no room": _case(1, 2, "A 12, B 122", "take A, run A, free A, take B"),
    "a free hit that a new block must not take": _case(
        3, 2, "A 11, B 2222, C 11122", "take A, run A, take B, free A, free B, take C"
    ),
    "two free hits": _case(3, 2, "A 11221, B 11223", "take A, run A, free A, take B, free B"),
    "a hit in use, then a free one": _case(
        4, 2, "A 11221, B 111, C 11221", "take A, run A, take B, free A, take C"
    ),
    "a reused block is forgotten": _case(
        3, 2, "A 11, B 21212, C 111", "take A, run A, free A, take B, free B, take C"
    ),
    "a block reused by a decode is forgotten": _case(
        2, 1, "A 1, B 2, C 12", "take A, run A, free A, take B, run B, grow B 2, free B, ask C"
    ),
    "a duplicate is reused": _case(
        3, 2, "A 22, B 2, C 122, D 221",
        "take A, run A, take B, run B, free A, grow B 2, run B, take C, free C, take D",
    ),
    "the newest of two is reused": _case(
        3, 2, "A 11, B 11, C 2, D 111",
        "take A, take B, run A, run B, free B, free A, take C, ask D, free C, take D",
    ),
    "the newest registration is hit": _case(
        4, 2, "A 11, B 11, C 111", "take A, take B, run A, run B, take C"
    ),
    "registered only when computed": _case(2, 2, "A 11, C 111", "take A, run A 1, take C"),
    "the look-up ends at a miss": _case(
        5, 2, "A 11223, B 112, D 9999, C 11225",
        "take A, take B, run A, run B, free B, take D, free D, take C",
    ),
    "the look-up ends at a miss with room": _case(
        8, 2, "A 11223, B 112, D 999999999, C 11225",
        "take A, take B, run A, run B, free B, take D, ask C",
    ),
    "fewer hits than there are": _case(
        4, 2, "A 11221, B 11222", "take A, run A, free A, take B 1, run B"
    ),
    "no hit although there is one": _case(3, 2, "A 11, B 111", "take A, run A, take B 1, run B"),
    "fewer hits need more room": _case(2, 2, "A 11, B 111", "take A, run A, take B 1"),
    "more hits than there are": _case(4, 2, "A 11, B 111", "take A, run A, force B 2, force B 1"),
    "one hit where there is none": _case(4, 2, "A 111", "force A 1, take A"),
    "fewer than no hits": _case(2, 2, "A 11", "force A -1, take A"),
    "allocated twice": _case(3, 2, "A 1", "take A, force A, run A, force A"),
    "asked before it was computed": _case(3, 2, "A 11, B 111", "take A, ask B, run A, force B 1"),
    "asked before it was reused": _case(
        3, 2, "A 11, B 111, C 22222", "take A, run A, free A, ask B, take C, free C, force B 1"
    ),
    "a decode inside the block": _case(1, 2, "A 1", "take A, run A, grow A 1, run A"),
    "a decode needs a block": _case(2, 2, "A 11", "take A, run A, grow A 1, run A"),
    "a decode finds no block": _case(1, 2, "A 11", "take A, run A, grow A 1, free A"),
    "a decode waits for a block": _case(
        2, 2, "A 11, B 1", "take A, run A, take B, grow A 1, grow A 1, free B, grow A 1, run A"
    ),
    "a decode fills a block": _case(
        3, 2, "A 111, B 11111", "take A, run A, grow A 1, run A, grow A 2, run A, free A, take B"
    ),
    "a sequence hits its own blocks": _case(
        4, 2, "A 11, B 1", "take A, run A, grow A 1, run A, grow A 2, run A, free A, take B, take A"
    ),
    "one frees, one still reads": _case(
        3, 2, "A 11, B 111, C 2", "take A, run A, take B, free A, take C, free B, take A"
    ),
    "three share": _case(
        4, 2, "A 11, B 111, C 112", "take A, run A, take B, take C, free B, free A, free C"
    ),
    "the default hash": _case(
        4, 2, "A 11221, B 11222, C 221",
        "take A, run A, take B, run B, take C, free A, free B, take C", "default",
    ),
    "a reused block keeps its old hash entry": _case(
        2, 2, "A 111, B 2111, C 1122",
        "take A, run A, free A, take B, run B, free B, take C, run C, free C",
    ),
    "a hit on a freed block is reset": _case(
        3, 2, "A 112, B 11221, C 221",
        "take A, run A, free A, take B, run B, free B, take C, run C, free C",
    ),
    "two blocks that ask for one": _case(
        4, 2, "A 112, B 112", "take A, take B, run A, run B, free A, free B"
    ),
    "an aligned prompt, all cached": _case(
        5, 4, "A 11223344, B 11223344, C 112233441", "take A, run A, free A, take B, run B, ask C"
    ),
    "100 requests share 2000 tokens, blocks of 16": _crowd(129, 16),
    "100 requests share 2000 tokens, blocks of 256": _crowd(11, 256),
}  # fmt: skip


# ---------------------------------------------------------------------------------------- blame


@dataclass(frozen=True)
class Parting:
    """The first step in which the learner's run differs, and all that is known of it."""

    scenario: Scenario
    book: Ledger  # before the step
    op: Op | None  # None for the constructor
    must: Step
    got: Step
    trail: tuple[Step, ...]  # the steps before

    @property
    def name(self) -> str:
        """Return the sequence that the step is about."""
        return self.op["seq"] if self.op else ""

    @property
    def differs(self) -> set[str]:
        """Return which parts of the state differ: free, refs, map, table, cached, other.

        "table" and "cached" are those of the sequence at hand; "other" is anything that the
        operation should not have touched.
        """
        must, got = self.must["state"], self.got["state"]
        if must is None or got is None:
            return set() if must is got else {"other"}
        found = {part for part in ("free", "refs", "map") if must[part] != got[part]}
        if must["tables"].get(self.name) != got["tables"].get(self.name):
            found.add("table")
        if must["cached"].get(self.name) != got["cached"].get(self.name):
            found.add("cached")
        if got["altered"] or _others(must, self.name) != _others(got, self.name):
            found.add("other")
        return found


def _others(state: State, name: str) -> list[object]:
    kept = [[n, table] for n, table in state["tables"].items() if n != name]
    return [kept, [[n, count] for n, count in state["cached"].items() if n != name]]


def _same(must: Step, got: Step) -> bool:
    return (
        must["op"] == got["op"]
        and must["answers"] == got["answers"]
        and must["state"] == got["state"]
    )


@lru_cache(maxsize=8)
def _parting(run: Run) -> Parting | None:
    """Return the first step that differs, None when the run is right."""
    scenario = cast(Scenario, run.scenario)
    musts, gots = cast(Observation, run.must)["steps"], cast(Observation, run.got)["steps"]
    for index, must in enumerate(musts):
        got = gots[index] if index < len(gots) and _is_whole(gots[index], must) else NOTHING
        if not _same(must, got) or (
            VALUE_ERROR in must["answers"] and _unnamed(scenario, must, got)
        ):
            op = scenario["ops"][must["op"]] if must["op"] >= 0 else None
            return Parting(
                scenario, _book(scenario, must["op"]), op, must, got, tuple(musts[:index])
            )
    return None if len(gots) == len(musts) else _surplus(scenario, musts, gots)


NOTHING: Step = {"op": -2, "answers": ["nothing"], "state": None, "said": "", "line": 0}


def _is_whole(got: Step, must: Step) -> bool:
    """Return whether a step can be read: an honest driver never answers anything else."""
    state = got["state"]
    return bool(got["answers"]) and (
        state is None
        or must["state"] is None
        or (
            state["tables"].keys() == state["cached"].keys() == must["state"]["tables"].keys()
            and all(len(pair) == 2 for pair in state["map"])
        )
    )


def _surplus(scenario: Scenario, musts: list[Step], gots: list[Step]) -> Parting:
    """Say that a run goes on where it must end: after a constructor that has to raise."""
    last = gots[len(musts)]
    return Parting(scenario, _book(scenario, last["op"]), None, NOTHING, last, tuple(musts))


def _book(scenario: Scenario, end: int) -> Ledger:
    """Return the ledger just before operation `end`."""
    book = ledger(scenario)
    if scenario["blocks"] > 0 and scenario["size"] > 0:
        for op in scenario["ops"][: max(0, end)]:
            book.do(op)
    return book


def _unnamed(scenario: Scenario, must: Step, got: Step) -> bool:
    """Return whether a ValueError fails to name the one value that is bad."""
    if must["op"] < 0:
        bad = [scenario[part] for part in ("blocks", "size") if scenario[part] < 1]
        return not any(str(value) in got["said"] for value in bad)
    op = scenario["ops"][must["op"]]
    if op["do"] != "force" or str(op["n"]) in got["said"]:
        return False
    return _bad_count(_book(scenario, must["op"]), op)


def _bad_count(book: Ledger, op: Op) -> bool:
    """Return whether nothing but the count of an allocate is wrong: no hit is needed for room."""
    name = op["seq"]
    if book.tables[name] or not book.has_room(name, []):
        return False
    return not 0 <= op["n"] <= len(book.hits(name))


@lru_cache(maxsize=8)
def _blame(run: Run) -> tuple[str, Difference] | None:
    """Return the rule that the first difference breaks, and how a person sees it."""
    parting = _parting(run)
    if parting is None:
        return None
    return _rule(parting), _difference(parting)


def _rule(parting: Parting) -> str:
    op = parting.op
    if op is None:
        return (
            "R9" if parting.got["answers"] == ["done", "done"] == parting.must["answers"] else "R10"
        )
    judges = {
        "take": _blame_take,
        "force": _blame_allocate,
        "ask": _blame_ask,
        "run": _blame_run,
        "grow": _blame_grow,
        "free": _blame_free,
        "crowd": _blame_crowd,
    }
    return judges[op["do"]](parting)


def _blame_crowd(_: Parting) -> str:
    # What breaks a rule shows in a small scenario too; the sum of a large one names none.
    return "R9"


def _blame_ask(parting: Parting) -> str:
    if parting.must["answers"] != parting.got["answers"]:
        return _blame_look(parting)
    return "R4"  # asking changes nothing


def _blame_take(parting: Parting) -> str:
    if parting.must["answers"][0] != parting.got["answers"][0]:
        return _blame_look(parting)
    if len(parting.must["answers"]) == 1:
        return "R4"
    return _blame_allocate(parting)


def _blame_look(parting: Parting) -> str:
    """Tell why can_allocate answers another number."""
    book, name, got = parting.book, parting.name, parting.got["answers"][0]
    hits = book.hits(name)
    if not isinstance(got, int):
        return "R2" if isinstance(got, dict) and book.log else "R4"
    if got >= book.count(name):
        return "R2"  # the last block is never matched
    if got > len(hits):
        return _blame_false_hit(book, name, len(hits))
    if 0 <= got < len(hits):
        return "R6" if hits[got] in book.free else "R2"
    return "R6" if got == -1 and _short_of_free_hits(book, name, hits) else "R4"


def _short_of_free_hits(book: Ledger, name: str, hits: list[int]) -> bool:
    """Return whether there is room, but not for whom the hits end at the first free one."""
    seen = next((i for i, block in enumerate(hits) if block in book.free), len(hits))
    return book.has_room(name, hits) and not book.has_room(name, hits[:seen])


def _blame_false_hit(book: Ledger, name: str, i: int) -> str:
    """Tell why block i of a sequence was taken for a hit."""
    prefix = book.prefix(name, i)
    one = book.entry(book.key(prefix))
    if one is not None and one.prefix != prefix:
        return "R3"
    known = [entry for entry in book.log if book.alive(entry)]
    later = [book.prefix(name, j) for j in range(i + 1, book.count(name) - 1)]
    if any(entry.prefix in later for entry in known):
        return "R2"  # the look-up went on behind a miss
    same = [entry for entry in known if entry.prefix[-book.size :] == prefix[-book.size :]]
    return "R1" if same else "R9"  # equal tokens after another prefix; or nothing known


def _blame_allocate(parting: Parting) -> str:
    must, got = parting.must["answers"][-1], parting.got["answers"][-1]
    if must == VALUE_ERROR:
        return "R10"
    if must != got:
        book, op = parting.book, parting.op
        count = op["n"] if op and op["do"] == "force" else 0
        # Subtle: "so many are not cached", said where one of them is free, is not about allocate.
        unseen = got == VALUE_ERROR and set(book.hits(parting.name)[:count]) & set(book.free)
        return "R6" if unseen else "R5"
    if parting.differs == {"map"} and _registered_early(parting):
        return "R8"
    return "R5" if parting.differs - {"other"} else "R9"


def _registered_early(parting: Parting) -> bool:
    """Return whether the map differs only by blocks that were just handed out."""
    must, got = parting.must["state"], parting.got["state"]
    if must is None or got is None:
        return False
    book, name = parting.book, parting.name
    own: dict[Number, object] = {
        block: 0 if book.hash == "default" else book.key(book.prefix(name, i))
        for i, block in enumerate(must["tables"][name])
    }
    extra = [pair for pair in got["map"] if pair not in must["map"]]
    return bool(extra) and all(own.get(block, "none") == key for key, block in extra)


def _blame_run(parting: Parting) -> str:
    if parting.must["answers"] != parting.got["answers"]:
        return "R8"
    if parting.differs & {"map", "cached"}:
        return "R1" if _wrongly_hashed(parting) else "R8"
    return "R9"


def _wrongly_hashed(parting: Parting) -> bool:
    """Return whether a block is registered under a hash that is not its own, or is not full."""
    must, got = parting.must["state"], parting.got["state"]
    if must is None or got is None:
        return False
    book, name = parting.book, parting.name
    for pair in got["map"]:
        if pair in must["map"] or pair[1] not in book.tables[name]:
            continue
        i = book.tables[name].index(pair[1])
        full = (i + 1) * book.size <= len(book.tokens[name])
        if not full or (book.hash != "default" and pair[0] != book.key(book.prefix(name, i))):
            return True
    return False


def _blame_grow(parting: Parting) -> str:
    must, got = parting.must["answers"], parting.got["answers"]
    if must[:2] != got[:2]:
        return "R7"
    if must[-1] == VALUE_ERROR:
        return "R10"
    return "R7" if must != got or parting.differs - {"other", "cached"} else "R9"


def _blame_free(parting: Parting) -> str:
    if not parting.book.tables[parting.name]:
        return "R10"
    if parting.must["answers"] != parting.got["answers"]:
        return "R6"
    return "R6" if parting.differs - {"other"} else "R9"


# ----------------------------------------------------------------------------- what a person reads

ROWS = 5  # the steps before the first difference that are shown with it, and that one


def _difference(parting: Parting) -> Difference:
    scenario, trail = parting.scenario, parting.trail
    rows = [
        Row(_label(scenario, step), _words(step, scenario), _words(step, scenario))
        for step in trail[1:][1 - ROWS :]
    ]
    parts = parting.differs
    answers = parting.must["answers"] != parting.got["answers"]
    label = _label(scenario, parting.must if parting.op else parting.got)
    rows.append(
        Row(
            f"can_allocate({parting.name})" if _only_asked(parting) else label,
            _last_words(parting, parting.must, parts),
            _last_words(parting, parting.got, parts),
        )
    )
    if not parts and not answers:  # the message of a ValueError
        value = _named(parting)
        rows[-1] = Row(
            rows[-1].label, f"ValueError that names {value}", _quote(parting.got["said"])
        )
    return Difference(tuple(rows), heading="call", before=_picture(parting) if parting.op else None)


def _named(parting: Parting) -> str:
    if parting.op is not None:
        return str(parting.op["n"])
    bad = dict.fromkeys((parting.scenario["blocks"], parting.scenario["size"]))
    return " or ".join(str(value) for value in bad if value < 1)


def _quote(said: str) -> str:
    return f"ValueError that says {said!r}" if said else "ValueError without a message"


def _label(scenario: Scenario, step: Step) -> str:
    """Return the calls of a step, in words."""
    if step["op"] < 0:
        another = " and another" if len(step["answers"]) > 1 else ""
        return f"BlockManager({scenario['blocks']}, {scenario['size']}){another}"
    op = scenario["ops"][step["op"]]
    name, n, answers = op["seq"], op["n"], step["answers"]
    if op["do"] == "take" and len(answers) > 1:
        return f"allocate({name}, {max(0, cast(int, answers[0]) - n)})"
    if op["do"] == "run":
        return f"compute {f'{n} of {name}' if n else name}, hash_blocks"
    return {
        "take": f"can_allocate({name})",
        "ask": f"can_allocate({name})",
        "force": f"allocate({name}, {n})",
        "grow": f"append {n} to {name}, may_append",
        "free": f"deallocate({name})",
        "crowd": f"{n} requests with prefix {name}",
    }[op["do"]]


def _answer(step: Step, scenario: Scenario) -> str:
    """Return what was answered, in words; the hits of an allocate stand in its label."""
    do = scenario["ops"][step["op"]]["do"] if step["op"] >= 0 else "new"
    answers = step["answers"]
    if do == "grow" and answers[:1] == answers[1:2]:
        answers = answers[1:]  # asked twice, the same answer
    if do == "take" and len(answers) > 1:
        answers = answers[1:]
    texts = [f"raises {one['raised']}" if isinstance(one, dict) else str(one) for one in answers]
    if do == "grow":
        texts = [f"can_append: {text}" for text in texts[:-1]] + texts[-1:]
    if do == "crowd":
        texts[0] += " prefill tokens skipped"
    return ", ".join(text for text in texts if text != "done") or "done"


def _words(step: Step, scenario: Scenario) -> str:
    """Return a step in a few lines: an answer of note, the table at hand, the free list."""
    state, op = step["state"], scenario["ops"][step["op"]]
    if op["do"] == "ask":
        return _hits(step["answers"][0])
    lines = [] if state and step["answers"][-1] == "done" else [_answer(step, scenario)]
    if state:
        lines.append(f"{op['seq']}: {_list(state['tables'].get(op['seq'], []))}")
        lines.append(f"free: {_list(state['free'])}")
    return "\n".join(lines)


def _last_words(parting: Parting, step: Step, parts: set[str]) -> str:
    """Return the answer and those parts of the state that differ."""
    state, asked = step["state"], step["answers"][0]
    if _only_asked(parting):
        return _hits(asked)
    if parting.op is None and parting.must["answers"] != parting.got["answers"]:
        return _answer(step, parting.scenario)
    lines = [_answer(step, parting.scenario)]
    if lines == ["done"] and parts and state is not None:
        lines = []
    if step["said"] and step["answers"] != parting.must["answers"]:
        where = f" (line {step['line']})" if step["line"] else ""
        lines.append(f"{step['said']}{where}")
    if state is None:
        if parts:
            lines.append("no state" if step is parting.must else "the attributes cannot be read")
        return "\n".join(lines)
    name = parting.name
    texts = {
        "table": f"{name}: {_list(state['tables'].get(name, []))}",
        "cached": f"num_cached_tokens of {name}: {state['cached'].get(name, 0)}",
        "free": f"free: {_list(state['free'])}",
        "refs": f"ref_count: {_list(state['refs'])}",
        "map": f"registered: {_registered(state, parting.scenario)}",
        "other": _elsewhere(state, name),
    }
    return "\n".join([*lines, *(text for part, text in texts.items() if part in parts)])


def _only_asked(parting: Parting) -> bool:
    """Return whether it is the answer of can_allocate that differs; what follows is then moot."""
    asks = parting.op is not None and parting.op["do"] in ("take", "ask")
    return asks and parting.must["answers"][0] != parting.got["answers"][0]


def _hits(answer: Answer) -> str:
    if isinstance(answer, dict):
        return f"raises {answer['raised']}"
    if isinstance(answer, str):
        return f"answers {answer}"
    return "-1, no room" if answer == -1 else f"{answer}, room and {_many(answer, 'hit')}"


def _elsewhere(state: State, name: str) -> str:
    held = [
        f"{n}: {_list(table)} ({state['cached'][n]} cached)"
        for n, table in state["tables"].items()
        if n != name
    ]
    changed = [f"token_ids of {n} changed" for n in state["altered"]]
    return "\n".join([*held, *changed]) or "nothing else changed"


def _list(items: Sequence[Number]) -> str:
    if not items:
        return "none"
    more = f" ... {len(items)} in all" if len(items) > 20 else ""
    return " ".join(map(str, items[:20])) + more


def _registered(state: State, scenario: Scenario) -> str:
    """Return the map by block; the exact hash is shown as the tokens that it was made of."""
    texts = [_pair(pair, scenario) for pair in sorted(state["map"], key=lambda pair: str(pair[1]))]
    more = f" ... {len(texts)} in all" if len(texts) > 12 else ""
    return ", ".join(texts[:12]) + more if texts else "none"


def _pair(pair: list[Number], scenario: Scenario) -> str:
    key, block = pair
    if scenario["hash"] == "default":
        return f"block {block}"
    if scenario["hash"] != "exact":
        return f"hash {key} -> block {block}"
    return f"block {block} = {' '.join(str(key))}"


def _picture(parting: Parting) -> str:
    """Draw the pool before the step: each block, who holds it, its tokens, its hash."""
    book = parting.book
    refs, held = book.refs, _contents(book)
    known = {one.block for one in book.log if book.alive(one) and book.entry(one.key) is one}
    rows = [["block", "ref", "tokens", "registered"]]
    rows += [
        [str(block), str(refs[block]), held[block], "yes" if block in known else "-"]
        for block in range(min(book.blocks, 12))
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if book.blocks > 12:
        lines.append(f"... {book.blocks} blocks in all")
    lines.append(f"free: {_list(book.free)}")
    lines += [_holder(book, name) for name, table in book.tables.items() if table]
    return "\n".join(lines)


def _holder(book: Ledger, name: str) -> str:
    tokens, cached = _tokens(book.tokens[name]), book.cached[name]
    return f"{name}: {_list(book.tables[name])}   tokens {tokens}   {cached} cached"


def _contents(book: Ledger) -> list[str]:
    """Return for each block the tokens whose KV it holds."""
    held = ["-"] * book.blocks
    for one in book.log:
        if book.alive(one):
            held[one.block] = _tokens(one.prefix[-book.size :])
    for name, table in book.tables.items():
        for i, block in enumerate(table):
            start, end = i * book.size, min((i + 1) * book.size, book.cached[name])
            if start < end:
                held[block] = _tokens(book.tokens[name][start:end])
    return held


# ----------------------------------------------------------------------------------------- rules


@lru_cache(maxsize=8)
def _at_stake(run: Run) -> frozenset[str]:
    """Return the rules that the steps before the first difference could have broken."""
    scenario = cast(Scenario, run.scenario)
    parting = _parting(run)
    steps = cast(Observation, run.must)["steps"]
    found = {"R9"}
    registered = False
    for step in steps if parting is None else [*parting.trail, parting.must]:
        if step["op"] < 0:
            found |= {"R10"} if "done" not in step["answers"] else set()
            continue
        do = scenario["ops"][step["op"]]["do"]
        found |= STAKES[do]
        if do in ("take", "ask", "crowd") and registered:
            found |= {"R2"} if scenario["hash"] in ("exact", "default") else {"R2", "R3"}
        if step["answers"][-1] == "done" and do in ("take", "force"):
            found.add("R5")
        if VALUE_ERROR in step["answers"]:
            found.add("R10")
        registered = step["state"] is not None and bool(step["state"]["map"])
        if registered:
            found.add("R1")
    return frozenset(found)


STAKES: dict[str, set[str]] = {
    "take": {"R4"},
    "ask": {"R4"},
    "force": set(),
    "run": {"R8"},
    "grow": {"R7"},
    "free": {"R6"},
    "crowd": {"R4", "R5", "R6", "R8"},
}


def _told(run: Run, rule: str) -> Difference | Told:
    blame = _blame(run)
    if blame is not None and blame[0] == rule:
        return blame[1]
    return Told.HELD if rule in _at_stake(run) else Told.IDLE


def only_full_blocks_are_hashed_and_the_parent_is_the_block_before(run: Run) -> Difference | Told:
    """R1: what is registered is a full block under the hash of its whole chain."""
    return _told(run, "R1")


def the_last_block_is_never_looked_up_and_a_miss_ends_it(run: Run) -> Difference | Told:
    """R2: the number of hits."""
    return _told(run, "R2")


def a_hit_has_equal_tokens_too(run: Run) -> Difference | Told:
    """R3: a colliding hash is no hit."""
    return _told(run, "R3")


def room_counts_what_the_free_list_must_give(run: Run) -> Difference | Told:
    """R4: -1 exactly when blocks without a hit and free hits are more than the free list holds."""
    return _told(run, "R4")


def allocate_takes_hits_first_then_from_the_left(run: Run) -> Difference | Told:
    """R5: table, free list, reference counts, map and num_cached_tokens after an allocate."""
    return _told(run, "R5")


def blocks_come_back_last_first_and_stay_registered(run: Run) -> Difference | Told:
    """R6: the same after a deallocate; and a freed block can be hit."""
    return _told(run, "R6")


def a_decode_takes_a_block_when_the_last_one_was_full(run: Run) -> Difference | Told:
    """R7: can_append and may_append."""
    return _told(run, "R7")


def a_step_registers_the_blocks_that_it_filled(run: Run) -> Difference | Told:
    """R8: which blocks are registered, and which wins."""
    return _told(run, "R8")


def the_pool_adds_up(run: Run) -> Difference | Told:
    """R9: the start, and whatever an operation had no business to change."""
    return _told(run, "R9")


def bad_calls_raise_and_change_nothing(run: Run) -> Difference | Told:
    """R10: ValueError, the value named, the state as before."""
    return _told(run, "R10")


RULES: dict[str, Check] = {
    "R1": only_full_blocks_are_hashed_and_the_parent_is_the_block_before,
    "R2": the_last_block_is_never_looked_up_and_a_miss_ends_it,
    "R3": a_hit_has_equal_tokens_too,
    "R4": room_counts_what_the_free_list_must_give,
    "R5": allocate_takes_hits_first_then_from_the_left,
    "R6": blocks_come_back_last_first_and_stay_registered,
    "R7": a_decode_takes_a_block_when_the_last_one_was_full,
    "R8": a_step_registers_the_blocks_that_it_filled,
    "R9": the_pool_adds_up,
    "R10": bad_calls_raise_and_change_nothing,
}
