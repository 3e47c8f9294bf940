"""Play a workload on a scheduler and write down all that a rule may be about.

The driver does what a model runner does: it stores a value for every scheduled token in the slot
that the block table names, chained from the slot before, and samples from the last slot alone. So a
wrong table, a stale block or a skipped token changes the output. Left out: what is right
(`grader/properties/scheduler/`).
"""

import re
from collections import deque
from itertools import islice
from types import ModuleType
from typing import Any, TypedDict, cast

from given import BlockManager, Sequence, Status
from grader.plain import Plain, attempt, failure, is_too_many, type_name
from reference.blocks import BlockManager as PrefixCache

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTER = {id(status): status.name[0] for status in Status}  # by identity: nothing is believed
INT = {int}
TUPLE: Any = tuple  # read through the built-in type, whatever a subclass overrides
LIST: Any = list
MASK = (1 << 32) - 1
SAMPLED = 100_000  # added to a sampled token: beyond 16 bits, and `is` does not do for `==`
REFUSED = "ValueError that names both lengths, nothing changed"


class State(TypedDict):
    """What can be seen between two calls; lists by sequence are in order of arrival."""

    free: int
    waiting: list[str]
    running: list[str]
    status: str  # a letter a sequence: W, R, F
    cached: list[int]
    tables: list[int]  # lengths of the block tables
    tokens: list[int]  # prompt and completions
    freed: list[str]  # whose blocks came back in this call; only a caching manager tells
    known: int  # blocks registered for sharing
    hashed: list[str]  # for whom hash_blocks() was called; only a caching manager tells


class Step(TypedDict):
    """One step; what was not reached is None or empty."""

    arrived: list[str]
    kind: str  # "prefill" or "decode"
    batch: list[str]
    scheduled: list[int]
    is_new: bool  # the list is not a queue, nor one that was returned before
    planned: State | None  # after schedule()
    sampled: list[int]
    refused: str  # what postprocess() made of lists of different length
    left: list[int]  # num_scheduled_tokens of the batch after postprocess()
    last: list[int]  # last token of each in the batch after postprocess()
    done: State | None  # after postprocess()


class Trouble(TypedDict):
    """Why the play stopped early."""

    where: str  # "schedule", "model" or "postprocess"
    what: str
    line: int


class Observation(TypedDict):
    """A whole play."""

    steps: list[Step]
    token_ids: list[list[int]]
    prompts: list[int]  # num_prompt_tokens at the end
    beside: str  # what was otherwise when it was played in turns with a second scheduler
    trouble: Trouble | None


class CachingManager(PrefixCache):
    """The block manager of the drill `blocks`, which also notes what it was called for."""

    def __init__(self, num_blocks: int, block_size: int) -> None:
        super().__init__(num_blocks, block_size)
        self.num_blocks = num_blocks
        self.freed: list[str] = []
        self.hashed: dict[str, None] = {}

    def deallocate(self, seq: Sequence) -> None:
        """Give the blocks of `seq` back."""
        if seq.block_table:
            self.freed.append(seq.name)
        cast(Any, super()).deallocate(seq)

    def hash_blocks(self, seq: Sequence) -> None:
        """Register the blocks that the step fills."""
        self.hashed[seq.name] = None
        cast(Any, super()).hash_blocks(seq)

    def told(self) -> tuple[list[str], list[str]]:
        """Return whose blocks came back since the last call, and for whom it registered any."""
        freed, hashed = self.freed, list(self.hashed)
        self.freed, self.hashed = [], {}
        return freed, hashed


class Beside:
    """A second scheduler with an A of its own; none of its turns ends before the next begins.

    It has 3 blocks of 2 tokens and 2 tokens a step; its A has 3 prompt tokens and 2 completions.
    """

    TURNS = (("prefill", 2), ("prefill", 1), ("decode", 1))
    SAMPLES = (7, 8, 9)

    def __init__(self, module: ModuleType) -> None:
        self.scheduler: Any = module.Scheduler(BlockManager(3, 2), 2, 1, -1)
        self.seq = Sequence("A", [4, 5, 6], 2)
        self.scheduler.add(self.seq)
        self.turns = 0
        self.batch: list[Any] = []
        self.wrong = ""

    def is_disturbed(self) -> bool:
        """Have one turn; return whether anything in it, or before, was wrong."""
        outcome = attempt(lambda: setattr(self, "wrong", self.wrong or self._turn()))
        if "raised" in outcome:
            self.wrong = f"the second one raises {outcome['raised']}: {outcome['says']}"
        return bool(self.wrong)

    def goes_wrong_alone(self) -> bool:
        """Have all turns; return whether anything is wrong though nobody else is there."""
        return any(self.is_disturbed() for _ in range(len(self.TURNS) + 1))

    def _turn(self) -> str:
        """End the step before and plan the next one; return what is wrong, or nothing."""
        turn, self.turns = self.turns, self.turns + 1
        if 0 < turn <= len(self.TURNS):
            self.scheduler.postprocess(self.batch, [self.SAMPLES[turn - 1]], turn < 3)
        if turn >= len(self.TURNS):
            return (
                ""
                if self.seq.token_ids == [4, 5, 6, 8, 9]
                else "the second one has other tokens of its A"
            )
        kind, count = self.TURNS[turn]
        self.batch, is_prefill = self.scheduler.schedule()
        seen = "prefill" if is_prefill else "decode"
        if seen == kind and [seq.num_scheduled_tokens for seq in self.batch] == [count]:
            return ""
        return f"the second one does not {kind} {count} of its A"


def token_of(choice: int) -> int:
    """Return the token for the model's choice: 1 is token 0, as eos may be; 2 is 100,002."""
    return 0 if choice == 1 else SAMPLED + choice


def run(module: ModuleType, scenario: dict[str, Any]) -> Observation:
    """Play all steps of a workload, and one more when nothing is queued any longer."""
    seen = Play(module, scenario).whole()
    if scenario.get("beside") and not Beside(module).goes_wrong_alone():
        another = Beside(module)
        again = Play(module, scenario, another).whole()
        seen["beside"] = another.wrong or (
            "" if again == seen else "this one does otherwise beside it"
        )
    return seen


class Play:
    """The course of one play."""

    def __init__(
        self, module: ModuleType, scenario: dict[str, Any], beside: "Beside | None" = None
    ) -> None:
        kind = CachingManager if scenario["caching"] else BlockManager
        self.manager = kind(scenario["num_blocks"], scenario["block_size"])
        self.slots = [0] * (scenario["num_blocks"] * scenario["block_size"])
        self.vocabulary: int = scenario["vocabulary"]
        self.module = module
        self.scenario = scenario
        self.scheduler: Any = None
        self.beside = beside
        self.coming = _sequences(scenario["requests"])  # and before which step each arrives
        self.seqs: list[Sequence] = []  # in order of arrival
        self.names: dict[int, str] = {}
        self.probes = {probe["step"]: probe["extra"] for probe in scenario["probes"]}
        work = sum(len(seq) + seq.max_tokens for _, seq in self.coming)
        waits = self.coming[-1][0] if self.coming else 0
        self.limit = min(8 + waits + 4 * work, 8 + 20_000 // (1 + len(self.coming)))
        self.steps: list[Step] = []
        self.trouble: Trouble | None = None
        self.where = "schedule"
        self.answer: Any = None
        self.returned: dict[int, list[Any]] = {}  # all lists that came back, by id
        self.last: list[Any] = []  # the one of the step before, and what it held
        self.held: list[Any] = []

    def whole(self) -> Observation:
        """Play all steps; return what was seen."""
        try:
            while len(self.steps) < self.limit and self.step():
                pass
        except (MemoryError, NotImplementedError):
            raise
        except BaseException as error:  # an object of the learner's raised while it was read
            if is_too_many(error):
                raise
            if self.trouble is None:
                self.stop(self.where, failure(error))
        return self.observation()

    def step(self) -> bool:
        """Play one step; return whether to go on."""
        step = self._begin()
        self.where = "schedule"
        outcome = attempt(self._schedule)
        if "raised" in outcome:
            self.stop("schedule", outcome)
            step["planned"] = self._state()
            return False
        batch = self._batch(step)
        step["planned"] = self._state()
        if batch is None:
            return False
        is_prefill = step["kind"] == "prefill"
        if self.beside and self.beside.is_disturbed():
            return False
        self.where = "model"
        scheduled = step["scheduled"]
        sampled = [self._compute(seq, n) for seq, n in zip(batch, scheduled, strict=True)]
        step["sampled"] = sampled
        self.where = "postprocess"
        if len(self.steps) in self.probes:
            step["refused"] = self._probe(batch, sampled, is_prefill)
        # the very list that came back, as an engine hands it on
        outcome = attempt(self.scheduler.postprocess, self.last, list(sampled), is_prefill)
        if "raised" in outcome:
            self.stop("postprocess", outcome)
            step["done"] = self._state()
            return False
        step["left"] = _integers([seq.num_scheduled_tokens for seq in batch])
        step["last"] = _integers([seq.token_ids[-1] for seq in batch])
        state = step["done"] = self._state()
        if batch:
            return True
        return state["status"] == "F" * len(self.seqs) and bool(self.coming)

    def stop(self, where: str, outcome: dict[str, Plain]) -> None:
        """Note why the play ends here."""
        what = f"{outcome['raised']}: {outcome['says']}" if outcome["says"] else outcome["raised"]
        line = outcome["line"]
        self.trouble = {
            "where": where,
            "what": str(what),
            "line": line if isinstance(line, int) else 0,
        }

    def observation(self) -> Observation:
        """Return what was seen."""
        token_ids: list[list[int]] = []
        prompts: list[int] = []
        try:
            token_ids = [_integers(list(islice(seq.token_ids, 4096))) for seq in self.seqs]
            prompts = _integers([seq.num_prompt_tokens for seq in self.seqs])
        except Exception as error:
            if self.trouble is None:
                self.stop("postprocess", failure(error))
        return {
            "steps": self.steps,
            "token_ids": token_ids,
            "prompts": prompts,
            "beside": "",
            "trouble": self.trouble,
        }

    def _begin(self) -> Step:
        step: Step = {
            "arrived": [],
            "kind": "",
            "batch": [],
            "scheduled": [],
            "is_new": True,
            "planned": None,
            "sampled": [],
            "refused": "",
            "left": [],
            "last": [],
            "done": None,
        }
        self.steps.append(step)
        if self.scheduler is None:
            scenario = self.scenario
            # 0 stands for none, so that a scenario shrinks to none
            eos = token_of(scenario["eos"]) if scenario["eos"] else -1
            limits = scenario["budget"], scenario["max_num_seqs"], eos
            self.scheduler = self.module.Scheduler(self.manager, *limits)
        while self.coming and self.coming[0][0] < len(self.steps):
            _, seq = self.coming.popleft()
            self.names[id(seq)] = seq.name
            self.seqs.append(seq)
            step["arrived"].append(seq.name)
            self.scheduler.add(seq)
        return step

    def _schedule(self) -> None:
        self.answer = self.scheduler.schedule()

    def _batch(self, step: Step) -> list[Sequence] | None:
        """Read the answer of schedule(); None if it cannot be played."""
        answer: Any = self.answer
        if not issubclass(type(answer), tuple) or TUPLE.__len__(answer) != 2:
            return self._refuse(f"returned {_name(answer)}, not a pair")
        returned: Any
        is_prefill: Any
        returned, is_prefill = TUPLE.__iter__(answer)
        if not issubclass(type(returned), list) or type(is_prefill) is not bool:
            pair = f"({_name(returned)}, {_name(is_prefill)})"
            return self._refuse(f"returned {pair}, not a list and True or False")
        step["kind"] = "prefill" if is_prefill else "decode"
        batch: list[Any] = LIST.__getitem__(returned, slice(len(self.seqs) + 8))
        step["batch"] = names = [self.names.get(id(seq), "?") for seq in batch]
        if "?" in names:
            return self._refuse(f"put {_name(batch[names.index('?')])} into the batch")
        step["is_new"] = self._is_new(returned)
        self.returned[id(returned)] = returned  # held, so that no other list gets its id
        self.last, self.held = returned, batch
        step["scheduled"] = _integers([seq.num_scheduled_tokens for seq in batch])
        if len(set(names)) < len(names):
            return self._refuse("scheduled a sequence twice")
        return batch

    def _is_new(self, returned: list[Any]) -> bool:
        """Return whether the list was never seen before, and the last one is as it was."""
        if returned is self.scheduler.waiting or returned is self.scheduler.running:
            return False
        same = [*map(id, LIST.__iter__(self.last))] == [*map(id, self.held)]
        return id(returned) not in self.returned and same

    def _refuse(self, what: str) -> list[Sequence] | None:
        """Note that the answer cannot be played."""
        self.trouble = {"where": "schedule", "what": what, "line": 0}
        return None

    def _compute(self, seq: Sequence, count: int) -> int:
        """Store the KV of the scheduled tokens; return what the model samples after the last."""
        tokens, table, slots = seq.token_ids, seq.block_table, self.slots
        size = self.manager.block_size
        start = seq.num_cached_tokens
        if not 0 < count <= len(tokens) - start:
            raise ValueError(f"{seq.name} has {len(tokens) - start} tokens left, not {count}")
        value = 1
        if start:
            value = slots[table[(start - 1) // size] * size + (start - 1) % size]
        for row in range(start, start + count):
            token = tokens[row] % SAMPLED or int(row >= seq.num_prompt_tokens)
            value = (value * 69069 + token + 1) & MASK
            slots[table[row // size] * size + row % size] = value
        return token_of((value >> 16) % self.vocabulary)

    def _probe(self, batch: list[Sequence], sampled: list[int], is_prefill: bool) -> str:
        """Call postprocess() with a token too many or too few; return what came of it."""
        extra = self.probes[len(self.steps)]
        tokens = sampled + [0] * extra if extra > 0 else sampled[: len(sampled) + extra]
        if len(tokens) == len(batch):  # nothing to leave out
            tokens = [0]
        before = self._state(), [seq.num_scheduled_tokens for seq in batch]
        outcome = attempt(self.scheduler.postprocess, list(batch), list(tokens), is_prefill)
        lengths = f"{len(batch)} sequences and {len(tokens)} tokens"
        if outcome.get("raised") != "ValueError":
            return f"{lengths}: {outcome.get('raised', 'no error')}"
        after = self._state(), [seq.num_scheduled_tokens for seq in batch]
        if after != before:
            return f"{lengths}: ValueError, but something changed"
        named = {int(number) for number in re.findall(r"\d+", str(outcome["says"]))}
        if {len(batch), len(tokens)} <= named:
            return REFUSED
        return f"{lengths}: ValueError that says {outcome['says']!r}"

    def _state(self) -> State:
        seqs, manager, scheduler = self.seqs, self.manager, self.scheduler
        names, most = self.names, 2 * len(seqs) + 8
        freed, hashed = manager.told() if isinstance(manager, CachingManager) else ([], [])
        return {
            "free": len(manager.free_block_ids),
            "waiting": [names.get(id(seq), "?") for seq in islice(scheduler.waiting, most)],
            "running": [names.get(id(seq), "?") for seq in islice(scheduler.running, most)],
            "status": "".join([LETTER.get(id(seq.status), "?") for seq in seqs]),
            "cached": _integers([seq.num_cached_tokens for seq in seqs]),
            "tables": [len(seq.block_table) for seq in seqs],
            "tokens": [len(seq.token_ids) for seq in seqs],
            "freed": freed,
            "known": len(manager.hash_to_block_id) if isinstance(manager, CachingManager) else 0,
            "hashed": hashed,
        }


def _sequences(requests: list[dict[str, Any]]) -> deque[tuple[int, Sequence]]:
    """Return the sequences of a workload, each with the number of steps before it arrives."""
    coming: deque[tuple[int, Sequence]] = deque()
    step = 0
    for request in requests:
        step += request["after"]
        for _ in range(request["copies"]):
            name = NAMES[len(coming)] if len(coming) < len(NAMES) else f"S{len(coming) + 1}"
            ends = request["max_tokens"], request["ignore_eos"]
            coming.append((step, Sequence(name, request["prompt"], *ends)))
    return coming


def _integers(values: list[Any]) -> list[int]:
    """Return whole numbers as plain ones; a subclass of int counts, bool does not."""
    if INT.issuperset(map(type, values)):
        return values
    for value in values:
        if type(value) is bool or not issubclass(type(value), int):
            raise TypeError(f"{_name(value)} where a whole number must stand")
    return [int.__int__(value) for value in values]


def _name(value: object) -> str:
    """Return what kind of thing this is, for a message: "a list", "True", "None"."""
    if value is None or type(value) is bool:
        return str(value)
    name = type_name(type(value))
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
