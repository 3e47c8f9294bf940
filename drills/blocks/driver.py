"""Plays a list of operations on a block manager and writes down what it answers and holds.

A scenario has a pool (`blocks` of `size` tokens), a `hash`, prompts by name, and operations in
order. Each is {"do", "seq", "n"}:

    take   can_allocate; when there is room, allocate with that answer, less n
    force  allocate with the count n, without asking
    ask    can_allocate only
    run    compute n tokens, 0 for all that are left: hash_blocks, then num_cached_tokens moves on
    grow   token n was sampled: append it, can_append twice, may_append
    free   deallocate
    crowd  n sequences, each these tokens and one of its own, taken and run; at most 12 at a time

What makes no sense at its moment is skipped: `take` and `ask` of a sequence that holds blocks,
`run` with nothing left to compute, `grow` before all is computed. A sequence whose `grow` found no
block waits for one: `grow` asks again and appends nothing, `run` is skipped.

Around the calls it plays the engine, which owns all of a sequence but table and cached count, and
it looks at what `hash_fn` is handed.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from operator import attrgetter, is_
from types import ModuleType
from typing import Any, TypeAlias, cast

from given import Sequence, Status
from grader.plain import Plain, attempt, plain

BIG = 1 << 1000  # larger integers are written as text
TEXT = 60  # characters kept of an answer that is no number
SPARE = 8  # entries read beyond those that a right list can have
TOGETHER = 12  # of a crowd hold blocks at the same time
OWN = 1000  # the first of a crowd ends in this token, the second in the next
IDS = 1_000_000  # token ids are below this
FEW = 20  # blocks of a pool that is looked at more often
FAULTS = 4  # wrong calls of hash_fn that are told
OWNED = (  # attributes of a sequence that are the engine's alone, beside the tokens
    "name",
    "max_tokens",
    "ignore_eos",
    "num_prompt_tokens",
    "num_scheduled_tokens",
    "status",
    "is_prefill",
)

owned_by_engine = attrgetter(*OWNED)

Hash: TypeAlias = Callable[[int | None, Any], int]


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Return {"steps": [...]}: the state after the constructor and after each operation.

    Ends early at an exception that the contract does not know. A step tells `op` (its index, -1 for
    the constructor), `answers`, the `state`, and of an exception the message and the line.
    """
    play = Play(module, scenario)
    steps: list[Plain] = [play.build()]
    for index, op in enumerate(scenario["ops"]):
        if play.stopped:
            break
        step = play.step(index, op)
        if step is not None:
            steps.append(step)
    return {"steps": steps}


def exact(parent: int | None, tokens: tuple[int, ...]) -> int:
    """Write a prefix as a number, a 1 and six digits a token: exact(None, (2,)) is 1000002.

    It never collides, and has over 64 bits from the fourth token on.
    """
    number = 1 if parent is None else parent or 2  # 2: a parent of 0 is not the same as none
    for token in tokens:
        number = number * IDS + token
    return number


def by_sum(parent: int | None, tokens: tuple[int, ...]) -> int:
    """Collide often: only 0, 1 and 2."""
    return ((parent or 0) + sum(tokens)) % 3


def same(_parent: int | None, _tokens: tuple[int, ...]) -> int:
    """Collide always."""
    return 0


def zero(parent: int | None, tokens: tuple[int, ...]) -> int:
    """Answer 0 for every first block: a parent of 0 is not the same as no parent."""
    return 0 if parent is None else exact(parent, tokens)


HASHES: dict[str, Hash] = {"exact": exact, "sum": by_sum, "same": same, "zero": zero}


def watched(hash_fn: Hash, size: int, faults: list[str]) -> Hash:
    """Return `hash_fn`, which now adds to `faults` what it is handed and should not be."""
    known: set[int] = set()  # all that it answered

    def seen(parent: int | None, tokens: Any) -> int:
        fault = misuse(parent, tokens, size, known)
        if fault:
            faults.append(f"hash_fn got {fault}")
        if fault and not fault.startswith("a block"):
            return 0
        answer = hash_fn(parent, tokens)
        known.add(answer)
        return answer

    return seen


def misuse(parent: object, tokens: Any, size: int, known: set[int]) -> str:
    """Return what is wrong with the arguments of a hash, "" for nothing."""
    if not hasattr(tokens, "__len__"):
        return "tokens that are no sequence"
    if not all(isinstance(token, int) for token in tokens):
        return "tokens that are no numbers"
    if parent is not None and not (isinstance(parent, int) and parent in known):
        return f"the parent {str(plain(parent))[:TEXT]}, which it never answered"
    count = len(tokens)
    return "" if count == size else f"a block of {count} of {size} tokens"


class Play:
    """One scenario on one module."""

    def __init__(self, module: ModuleType, scenario: dict[str, Any]) -> None:
        self.module = module
        self.blocks: int = scenario["blocks"]
        self.size: int = scenario["size"]
        self.faults: list[str] = []  # wrong calls of hash_fn
        self.hash_fn = HASHES.get(scenario["hash"])  # None: the manager's own default
        self.tokens = {one["name"]: list(one["tokens"]) for one in scenario["prompts"]}
        self.seqs = {
            name: Sequence(name, tokens, 50 + place, place % 3 == 1)
            for place, (name, tokens) in enumerate(self.tokens.items())
        }
        # Three kinds of engines: one clears up what it set of a sequence, one does not, and one
        # does not and takes no notice of is_prefill either.
        self.tidy = {name: place % 3 == 0 for place, name in enumerate(self.tokens)}
        self.flagged = {name: place % 3 != 1 for place, name in enumerate(self.tokens)}
        self.keys = {id(seq): name for name, seq in self.seqs.items()}
        self.owned: dict[str, dict[str, object]] = {
            name: dict(zip(OWNED, owned_by_engine(seq), strict=True))
            for name, seq in self.seqs.items()
        }
        self.lost: list[str] = []  # what was altered and then set by the engine itself
        self.crowded = 0  # sequences of a crowd so far
        self.manager: Any = None
        self.others: list[Any] = []
        self.half: Sequence | None = None  # what the second manager holds, half computed
        self.alone: Plain = None  # what it answers when nobody uses the first one in between
        self.tables: dict[str, list[int | str]] = {}  # of the last state that was read
        self.cached: dict[str, int | str] = {}
        self.blocked: set[str] = set()  # grown, but no block was found
        self.stopped = False
        self.said, self.line = "", 0

    def build(self) -> dict[str, Plain]:
        """Make the manager, and a second one of another size that must not matter."""
        answers = [self._try(self._make, self.blocks, self.size)]
        if answers == ["done"]:
            self.manager = self.others[0]
            answers.append(self._try(self._make, self.blocks + 2, self.size + 1))
        if answers == ["done", "done"]:
            self._try(self._use_another)
        self.stopped = answers != ["done", "done"]
        return self._seen(-1, answers)

    def step(self, index: int, op: dict[str, Any]) -> dict[str, Plain] | None:
        """Do one operation; return what was seen, None when it makes no sense now."""
        seq: Sequence = self.seqs[op["seq"]]
        self.said, self.line = "", 0
        act = getattr(self, f"_{op['do']}")
        answers: list[Plain] | None = act(seq, op["n"])
        return None if answers is None else self._seen(index, answers)

    def _take(self, seq: Sequence, less: int) -> list[Plain] | None:
        if self.tables[seq.name]:
            return None
        hits = self._ask_for("can_allocate", seq)
        if type(hits) is not int:
            self.stopped = True
            return [hits]
        return [hits] if hits < 0 else [hits, *self._force(seq, max(0, hits - less))]

    def _force(self, seq: Sequence, count: int) -> list[Plain]:
        if self.tidy[seq.name]:
            answer = self._try(self._call, "allocate", seq, count)
        else:
            answer = self._try(lambda: self.manager.allocate(seq=seq, num_cached_blocks=count))
        self._stop_unless_value_error(answer)
        if answer == "done":
            self._own(seq, status=Status.RUNNING)
        return [answer]

    def _ask(self, seq: Sequence, _: int) -> list[Plain] | None:
        if self.tables[seq.name]:
            return None
        hits = self._ask_for("can_allocate", seq)
        self.stopped = type(hits) is not int
        return [hits]

    def _run(self, seq: Sequence, count: int) -> list[Plain] | None:
        left = self._left(seq)
        if not self.tables[seq.name] or left <= 0 or seq.name in self.blocked:
            return None
        answer = self._compute(seq, min(count, left) or left)
        self._look_at_another()
        return [answer]

    def _grow(self, seq: Sequence, token: int) -> list[Plain] | None:
        if seq.name not in self.blocked:
            if not self.tables[seq.name] or self._left(seq) != 0:
                return None
            if self.flagged[seq.name]:
                self._own(seq, is_prefill=False)
            seq.append_token(token)
            self.tokens[seq.name].append(token)
        before = self._peek()
        asked = [self._ask_for("can_append", seq) for _ in "12"]
        if self._peek() != before:
            self.lost.append("can_append changed the pool")
        answer = self._try(self._call, "may_append", seq)
        self._stop_unless_value_error(answer)
        if answer == "done":
            self.blocked.discard(seq.name)
        else:
            self.blocked.add(seq.name)
        return [*asked, answer]

    def _free(self, seq: Sequence, _: int) -> list[Plain]:
        left = max(0, self._left(seq)) if self.tables[seq.name] else 0
        if left:
            self._own(seq, num_scheduled_tokens=left)  # a preemption may come in a step
        elif self.tables[seq.name]:
            self._own(seq, status=Status.FINISHED)
        answer = self._try(self._call, "deallocate", seq)
        self.stopped = answer != "done"
        self.blocked.discard(seq.name)
        self._own(seq, status=Status.WAITING)
        if self.tidy[seq.name]:
            self._own(seq, num_scheduled_tokens=0, is_prefill=True)
        return [answer]

    def _crowd(self, seq: Sequence, count: int) -> list[Plain] | None:
        if self.tables[seq.name]:
            return None
        holding: deque[Sequence] = deque()
        skipped = 0
        for i in range(count):
            if len(holding) == TOGETHER:
                self._try(self._call, "deallocate", holding.popleft())
            one = Sequence(f"{seq.name}{self.crowded}", [*self.tokens[seq.name], OWN + i])
            self.crowded += 1
            hits = self._ask_for("can_allocate", one)
            if type(hits) is not int or hits < 0:
                self.stopped = True
                return [skipped, hits]
            self._try(self._call, "allocate", one, hits)
            cached = _number(one.num_cached_tokens)
            skipped += cached if type(cached) is int else 0
            self._compute(one, len(one) - hits * self.size)
            holding.append(one)
        for one in holding:
            self._try(self._call, "deallocate", one)
        return [skipped, "done"]

    def _compute(self, seq: Sequence, count: int) -> Plain:
        """Play the model: `count` tokens of `seq` now have KV."""
        tidy = self.tidy.get(seq.name, True)
        if tidy and self.blocks <= FEW and seq.name in self.seqs:
            self._hash_nothing(seq)
        self._own(seq, num_scheduled_tokens=count)
        answer = self._try(self._call, "hash_blocks", seq)
        self.stopped = self.stopped or answer != "done"
        if type(_number(seq.num_cached_tokens)) is int:
            seq.num_cached_tokens += count
        if tidy:
            self._own(seq, num_scheduled_tokens=0)
        return answer

    def _hash_nothing(self, seq: Sequence) -> None:
        """Call hash_blocks() for a step that computes no token of the sequence."""
        before = self._peek()
        self._try(self._call, "hash_blocks", seq)
        if self._peek() != before:
            self.lost.append("hash_blocks for no token changed the pool")

    def _own(self, seq: Sequence, **values: object) -> None:
        """Set attributes of the engine, once it was seen that nobody else did."""
        self.lost += self._altered(seq)
        for name, value in values.items():
            setattr(seq, name, value)
        if id(seq) in self.keys:
            self.owned[self.keys[id(seq)]].update(values)

    def _altered(self, seq: Sequence) -> list[str]:
        """Return which attributes of a sequence somebody else has changed: "status of A"."""
        key = self.keys.get(id(seq), "")
        if not key:
            return []
        owned = self.owned[key]
        with suppress(AttributeError):  # somebody may have deleted one
            if (
                type(seq.token_ids) is list
                and seq.token_ids == self.tokens[key]
                and all(map(is_, owned_by_engine(seq), owned.values()))
            ):
                return []
        known = {"token_ids": self.tokens[key], **owned}
        kept = ((name, value, getattr(seq, name, None)) for name, value in known.items())
        return [
            f"{name} of {key}"
            for name, value, now in kept
            if type(now) is not type(value) or now != value
        ]

    def _left(self, seq: Sequence) -> int:
        """Return how many tokens of `seq` have no KV yet, -1 when its count cannot be right."""
        cached = self.cached[seq.name]
        return len(self.tokens[seq.name]) - cached if type(cached) is int else -1

    def _make(self, blocks: int, size: int) -> None:
        hash_fn = exact if self.others and self.hash_fn else self.hash_fn
        faults = [] if self.others else self.faults
        named = {"hash_fn": watched(hash_fn, size, faults)} if hash_fn else {}
        if self.others:
            manager = self.module.BlockManager(block_size=size, num_blocks=blocks, **named)
        else:
            manager = self.module.BlockManager(blocks, size, *named.values())
        self.others.append(manager)

    def _use_another(self) -> None:
        """Play two full blocks on a third manager, and half of them on the second."""
        self._make(self.blocks + 2, self.size + 1)
        alone = self.others[2]
        self.alone = self._end(alone, self._begin(alone))
        self.half = self._begin(self.others[1])

    def _begin(self, another: Any) -> Sequence:
        """Let another manager take two blocks, and compute the first."""
        size = self.size + 1
        seq = Sequence("another", [OWN] * (2 * size))
        another.allocate(seq, 0)
        seq.num_scheduled_tokens = size
        another.hash_blocks(seq)
        seq.num_cached_tokens = size
        return seq

    def _end(self, another: Any, seq: Sequence) -> Plain:
        """Compute the second block; return how many are hit then."""
        another.hash_blocks(seq)
        hits: object = another.can_allocate(Sequence("more", [*seq.token_ids, OWN]))
        return plain(hits)

    def _look_at_another(self) -> None:
        """Play the other half, once: what was done on the first manager must not matter."""
        if self.half is not None:
            outcome = attempt(self._end, self.others[1], self.half)
            if outcome.get("returned") != self.alone:
                self.lost.append("another manager forgot what it holds")
            self.half = None

    def _call(self, method: str, *args: object) -> object:
        return getattr(self.manager, method)(*args)

    def _ask_for(self, method: str, seq: Sequence) -> Plain:
        outcome = attempt(self._call, method, seq)
        return self._raised(outcome) if "raised" in outcome else _answer(outcome["returned"])

    def _try(self, call: Callable[..., object], *args: object) -> Plain:
        """Call for the effect: "done", whatever was returned, or what was raised."""
        outcome = attempt(call, *args)
        return self._raised(outcome) if "raised" in outcome else "done"

    def _raised(self, outcome: dict[str, Any]) -> Plain:
        self.said, self.line = outcome["says"], outcome["line"]
        return {"raised": outcome["raised"]}

    def _stop_unless_value_error(self, answer: Plain) -> None:
        self.stopped = answer not in ("done", {"raised": "ValueError"})

    def _seen(self, index: int, answers: list[Plain]) -> dict[str, Plain]:
        states: list[Plain] = []
        if self.manager is not None:
            self._try(self._look, states)
            self.stopped = self.stopped or not states
        state = states[0] if states else None
        return {
            "op": index,
            "answers": answers,
            "state": state,
            "said": self.said,
            "line": self.line,
        }

    def _look(self, states: list[Plain]) -> None:
        """Read everything that the contract makes public."""
        cap = self.blocks + SPARE
        for name, seq in self.seqs.items():
            self.tables[name] = _numbers(seq.block_table, cap)
            self.cached[name] = _number(seq.num_cached_tokens)
        state = {
            **self._pool(),
            "tables": dict(self.tables),
            "cached": dict(self.cached),
            "altered": self._told(),
        }
        states.append(cast(Plain, state))

    def _pool(self) -> dict[str, Plain]:
        """Read the three public attributes."""
        cap = self.blocks + SPARE
        return {
            "free": cast(Plain, _numbers(self.manager.free_block_ids, cap)),
            "refs": cast(Plain, _numbers(self.manager.ref_count, cap)),
            "map": cast(Plain, self._map(cap)),
        }

    def _peek(self) -> list[dict[str, Plain]]:
        """Return the public attributes in a list, an empty one where they cannot be read."""
        pools: list[dict[str, Plain]] = []
        self._try(lambda: pools.append(self._pool()))
        return pools

    def _told(self) -> list[str]:
        """Return what the engine, `hash_fn` and another manager have to complain of."""
        now = [text for seq in self.seqs.values() for text in self._altered(seq)]
        self.stopped = self.stopped or any(text.startswith("name of") for text in now)
        return list(dict.fromkeys([*self.faults[:FAULTS], *self.lost, *now]))

    def _map(self, cap: int) -> list[list[int | str]]:
        """Return [hash, block] pairs; with the default hash, which is free, 0 for each hash."""
        pairs = [
            [0 if self.hash_fn is None else _number(key), _number(block)]
            for key, block in islice(self.manager.hash_to_block_id.items(), cap)
        ]
        try:
            return sorted(pairs)
        except TypeError:  # a number beside a text
            return sorted(pairs, key=str)


def _number(value: object) -> int | str:
    """Return an int as it is and anything else as text, so that 1.0 and True are not 1."""
    if type(value) is int and -BIG < value < BIG:
        return value
    known = plain(value)
    return known if type(known) is int and -BIG < known < BIG else str(known)[:TEXT]


def _numbers(values: Any, cap: int) -> list[int | str]:
    if type(values) not in (list, deque):
        values = iter(values)  # the learner's own container
    return [v if type(v) is int and -BIG < v < BIG else _number(v) for v in islice(values, cap)]


def _answer(value: Plain) -> Plain:
    if type(value) is bool:
        return "yes" if value else "no"
    if type(value) is dict and "type" in value:
        return f"a {value['type']}"
    return _number(value)
