"""Plays one workload on a BudgetScheduler and writes down every plan and every state.

The model is a function of all tokens before it, so an output that got lost changes what follows.
Left out: what is right (that is the judge's side).
"""

from collections import deque
from types import ModuleType
from typing import Any, cast

from given import Request
from grader.plain import Plain, attempt, plain

NAMES = "ABCDEFGHIJKLMNOP"
STATES = ("waiting", "running", "preempted")
STRANGER = "ghost"  # a rid that was never added
LARGE = 1 << 40  # what a scheduler counts is smaller

Table = dict[str, Any]
# Read past any override: the methods of the built-in types, called on whatever derives from them.
DEQUE: Any = deque
DICT: Any = dict
LIST: Any = list
TUPLE: Any = tuple
TEXT: Any = str


def run(module: ModuleType, scenario: Table) -> Plain:
    """Return {"steps": [...], "outputs": {rid: tokens}, "stop": why it ended early, "where": ...}.

    "beside" says what was otherwise when a second scheduler had its turns in between.

    A step holds the plan, the state after `step` ("planned"), what became of `update` calls that
    must be refused ("refused"), what `update` returned, and the state after it ("updated").
    """
    answer, beside = _Play(module, scenario).whole(), ""
    if scenario.get("beside") and not _Beside(module).goes_wrong_alone():
        another = _Beside(module)
        again = _Play(module, scenario, another).whole()
        beside = another.wrong or ("" if again == answer else "this one does otherwise beside it")
    return cast(Plain, {**answer, "beside": beside})


def next_token(tokens: list[int], eos: int | None) -> int:
    """Return the token that the model answers after `tokens`: a hash of them all, never eos."""
    state = 17
    for token in tokens:
        state = (state * 31 + token + 1) % 9973
    return state % 89 + 10 if eos is None or eos < 10 else state % 89 + eos + 1


def prompt_of(index: int, length: int) -> list[int]:
    """Return the prompt of the request at `index`: prompt_of(1, 3) is [7, 8, 9]."""
    return [(7 * index + place) % 10 for place in range(length)]


class _Stop(Exception):
    """Why the play ended early, and in which call."""

    def __init__(self, where: str, why: str) -> None:
        self.where, self.why = where, why


class _Beside:
    """A second scheduler with an A of its own; none of its turns ends before the next begins.

    It has 3 blocks of 2 tokens and 2 tokens a step; its A has 3 prompt tokens and makes 2.
    """

    PLANS = ({"A": 2}, {"A": 1}, {"A": 1})

    def __init__(self, module: ModuleType) -> None:
        limits = {"num_blocks": 3, "block_size": 2, "token_budget": 2, "max_seqs": 1}
        options = {"chunk_cap": 0, "eos": None, "full_fit": True, "watermark": 0}
        self.scheduler: Any = module.BudgetScheduler(**limits, **options)
        self.request = Request("A", [4, 5, 6], 2)
        self.scheduler.add(self.request)
        self.turns = 0
        self.plan: Any = None
        self.wrong = ""

    def is_disturbed(self) -> bool:
        """Have one turn; return whether anything in it, or before, was wrong."""
        made = attempt(lambda: setattr(self, "wrong", self.wrong or self._turn()))
        if "raised" in made:
            self.wrong = f"the second one raises {made['raised']}: {made['says']}"
        return bool(self.wrong)

    def goes_wrong_alone(self) -> bool:
        """Have all turns; return whether anything is wrong though nobody else is there."""
        return any(self.is_disturbed() for _ in range(len(self.PLANS) + 1))

    def _turn(self) -> str:
        """End the step before and plan the next one; return what is wrong, or nothing."""
        turn, self.turns = self.turns, self.turns + 1
        if 0 < turn <= len(self.PLANS):
            self.scheduler.update(self.plan, {"A": 20 + turn} if turn > 1 else {})
        if turn >= len(self.PLANS):
            return (
                ""
                if self.request.output == [22, 23]
                else "the second one has other tokens of its A"
            )
        self.plan = self.scheduler.step()
        must = self.PLANS[turn]
        return (
            "" if dict(self.plan.tokens) == must else f"the second one does not plan A{must['A']}"
        )


class _Play:
    """One workload on one scheduler."""

    def __init__(self, module: ModuleType, scenario: Table, beside: _Beside | None = None) -> None:
        self.module = module
        self.beside = beside
        self.scenario = scenario
        self.named = {
            NAMES[index]: Request(
                NAMES[index], prompt_of(index, entry["prompt"]), entry["max_tokens"]
            )
            for index, entry in enumerate(scenario["requests"])
        }
        self.eos_at = {
            NAMES[index]: entry["prompt"] + entry["eos_at"] - 1 if entry["eos_at"] else -1
            for index, entry in enumerate(scenario["requests"])
        }
        self.rids = {id(request): rid for rid, request in self.named.items()}
        self.added: list[str] = []
        self.finished: set[str] = set()
        self.steps: list[Table] = []
        self.outputs: dict[str, list[int]] = {}
        self.stop = self.where = ""
        self.scheduler: Any = None
        self.tokens: dict[int, Any] = {}  # plan.tokens of every plan, by id
        self.plan: Any = None  # the last one, and what it said
        self.told: Table = {}

    def whole(self) -> Table:
        """Play all steps; return what was seen."""
        made = attempt(self.all_steps)
        if "raised" in made:  # only by an object that the learner's code tampered with
            self.where, self.stop = "step", f"reading its requests raises {made['raised']}"
        seen = {"steps": self.steps, "outputs": self.outputs}
        return {**seen, "stop": self.stop, "where": self.where}

    def all_steps(self) -> None:
        """Play until every request has finished, or until the play cannot go on."""
        try:
            self._play()
        except _Stop as end:
            self.where, self.stop = end.where, end.why
        else:
            self.outputs = self._outputs()

    def _play(self) -> None:
        self._construct()
        entries = self.scenario["requests"]
        work = sum(entry["prompt"] + entry["max_tokens"] for entry in entries)
        for number in range(max((e["at"] for e in entries), default=0) + 10 * work + 10):
            for rid, entry in zip(self.named, entries, strict=True):
                if entry["at"] == number:
                    self._add(rid)
            if len(self.finished) == len(self.named):
                return
            self._one_step(number + 1)
        raise _Stop("step", "it goes on for ever: some requests never finish")

    def _construct(self) -> None:
        s = self.scenario
        made = attempt(
            lambda: setattr(
                self,
                "scheduler",
                self.module.BudgetScheduler(
                    num_blocks=s["blocks"],
                    block_size=s["size"],
                    token_budget=s["budget"],
                    max_seqs=s["seqs"],
                    chunk_cap=s["cap"],
                    eos=s["eos"],
                    full_fit=s["full_fit"],
                    watermark=s["watermark"],
                ),
            )
        )
        _went_well(made, "add", "BudgetScheduler()")

    def _add(self, rid: str) -> None:
        made = attempt(lambda: self.scheduler.add(self.named[rid]))
        _went_well(made, "add", f"add({rid})")
        self.added.append(rid)

    def _one_step(self, number: int) -> None:
        box: list[Any] = []
        made = attempt(lambda: box.append(self.scheduler.step()))
        _went_well(made, "step", "step()")
        step = _plan(box[0])
        tokens = box[0].tokens
        self.steps.append({**step, "is_new": id(tokens) not in self.tokens and self._keeps()})
        self.tokens[id(tokens)] = tokens  # held, so that no other gets its id
        self.plan, self.told, step = box[0], step, self.steps[-1]
        if any(rid not in self.named for rid in step["sample"]):
            raise _Stop("step", f"plan.sample holds an unknown rid: {step['sample']}")
        step["planned"] = self._state()
        if self.beside and self.beside.is_disturbed():
            raise _Stop("step", "a second scheduler beside it fails")
        sampled = {rid: self._sample(rid) for rid in reversed(step["sample"])}
        for wrong in self.scenario["wrong_updates"]:
            if wrong["step"] == number:
                self._wrong_update(box[0], step, sampled, wrong["kind"])
        step["finished"] = self._update(box[0], sampled)
        step["last"] = [_tokens(self.named[rid].output, -1) for rid in step["sample"]]
        step["updated"] = self._state()
        if not step["rids"] and len(self.finished) < len(self.added):
            raise _Stop("step", "it plans nothing, although requests are unfinished")

    def _keeps(self) -> bool:
        """Return whether the plan before is still what it was when it was made."""
        return self.plan is None or _plan(self.plan) == self.told

    def _sample(self, rid: str) -> int:
        eos = cast("int | None", self.scenario["eos"])
        tokens = _tokens(self.named[rid].prompt) + _tokens(self.named[rid].output)
        if eos is not None and len(tokens) == self.eos_at[rid]:
            return int(str(eos))  # another object of the same value, as a sampler hands out
        return next_token(tokens, eos)

    def _update(self, plan: object, sampled: dict[str, int]) -> dict[str, str]:
        box: list[Any] = []
        made = attempt(lambda: box.append(self.scheduler.update(plan, sampled)))
        _went_well(made, "update", "update()")
        pairs = _pairs(box[0])
        if pairs is None or not all(_is_text(side) for pair in pairs for side in pair):
            says = _short(plain(box[0]))
            raise _Stop("update", f"update() returns {says}, not a dict of rid: reason")
        finished = {_text(rid): _text(why) for rid, why in pairs}
        self.finished |= finished.keys() & self.named.keys()
        return finished

    def _wrong_update(self, plan: object, step: Table, sampled: dict[str, int], kind: str) -> None:
        wrong = dict(sampled)
        culprits = self._spoil(wrong, kind)
        if not culprits:
            return
        before = self._state(), self._outputs()
        made = attempt(self.scheduler.update, plan, dict(wrong))
        changed = before != (self._state(), self._outputs())
        raised = str(made.get("raised", "nothing"))
        says = str(made.get("says", ""))
        refusal = {
            "sampled": list(wrong),
            "culprits": culprits,
            "raised": raised,
            "named": any(rid in says for rid in culprits),
            "changed": changed,
        }
        step.setdefault("refused", []).append(refusal)
        if raised != "ValueError" or changed:
            raise _Stop("wrong update", "update() accepted what it must refuse")

    def _spoil(self, sampled: dict[str, int], kind: str) -> list[str]:
        """Make `sampled` wrong in one way; return the rids that a message may name.

        Where that way is not open, nobody being sampled, say, nothing changes: return none.
        """
        first = next(iter(sampled), "")
        others = [rid for rid in reversed(self.added) if rid not in sampled]
        if kind == "unsampled" and others:
            sampled[others[0]] = 10
            return others[:1]
        if kind == "unknown":
            sampled[STRANGER] = 10
            return [STRANGER]
        if kind in ("missing", "swapped") and first:
            del sampled[first]
            if kind == "missing":
                return [first]
            sampled[STRANGER] = 10
            return [first, STRANGER]
        return []

    def _state(self) -> Table:
        box: list[Any] = []
        scheduler = self.scheduler
        made = attempt(lambda: box.extend((scheduler.waiting, scheduler.running, scheduler.free)))
        _went_well(made, "step", "reading waiting, running and free")
        waiting, running, free = box
        return {
            "requests": [self._request(rid) for rid in self.added],
            "waiting": self._queue(waiting, "waiting"),
            "running": self._queue(running, "running"),
            "free": _number(free, "free"),
        }

    def _request(self, rid: str) -> str:
        """Return "rid state computed held outputs preemptions": "A running 6 2 1 0".

        What a finished request has for state and computed is its own affair.
        """
        request = self.named[rid]
        state, computed, held, preemptions, output = (
            request.state,
            request.computed,
            request.held,
            request.preemptions,
            request.output,
        )
        if rid in self.finished:
            state, computed = "finished", 0
        else:
            state = _text(state) if _is_text(state) else ""
            state = state if state in STATES else "odd"
        if not (type(computed) is type(held) is type(preemptions) is int and type(output) is list):
            computed, held = _number(computed, "computed"), _number(held, "held")
            preemptions = _number(preemptions, "preemptions")
            output = _tokens(output)
        return f"{rid} {state} {computed} {held} {len(output)} {preemptions}"

    def _outputs(self) -> dict[str, list[int]]:
        return {rid: _tokens(request.output) for rid, request in self.named.items()}

    def _queue(self, value: object, name: str) -> list[str]:
        kind, rids = type(value), self.rids
        if issubclass(kind, deque):
            return [rids.get(id(item), "?") for item in DEQUE.__iter__(value)][:64]
        if issubclass(kind, list):
            return [rids.get(id(item), "?") for item in LIST.__iter__(value)][:64]
        raise _Stop("step", f"{name} is {_short(plain(value))}, neither a list nor a deque")


def _plan(value: object) -> Table:
    """Return a plan as plain data: rids and counts in plan order, and the four other fields."""
    read: list[object] = []
    fields = ("tokens", "sample", "admitted", "preempted", "free")
    made = attempt(lambda: read.extend(getattr(value, name) for name in fields))
    if "raised" in made:
        raise _Stop("plan", f"step() returns {_short(plain(value))}, not a Plan")
    tokens, sample, admitted, preempted, free = read
    pairs = _pairs(tokens)
    if pairs is None or not all(_is_text(rid) for rid, _ in pairs):
        says = _short(plain(tokens))
        raise _Stop("plan", f"plan.tokens is {says}, not a dict of rid: count")
    return {
        "rids": [_text(rid) for rid, _ in pairs],
        "counts": [_number(count, "a count in plan.tokens") for _, count in pairs],
        "sample": _rids(sample, "sample"),
        "admitted": _rids(admitted, "admitted"),
        "preempted": _rids(preempted, "preempted"),
        "free": _number(free, "plan.free"),
    }


def _pairs(value: object) -> list[tuple[Any, Any]] | None:
    """Return the first entries of a dict, or None for anything else."""
    if not issubclass(type(value), dict):
        return None
    return list(DICT.items(value))[:64]


def _rids(value: object, name: str) -> list[str]:
    kind = next((kind for kind in (TUPLE, LIST) if issubclass(type(value), kind)), None)
    if kind:
        items = kind.__getitem__(value, slice(64))
        if all(map(_is_text, items)):
            return [_text(item) for item in items]
    raise _Stop("plan", f"plan.{name} is {_short(plain(value))}, not a tuple of rids")


def _is_text(value: object) -> bool:
    """Return whether a value is a str, a member of a StrEnum too."""
    return issubclass(type(value), str)


def _text(value: Any) -> str:
    """Return the first characters of a str as a plain one, whatever its class overrides."""
    text: str = TEXT.__getitem__(value, slice(40))
    return text


def _number(value: object, name: str) -> int:
    if type(value) is int and -LARGE < value < LARGE:
        return value
    number = plain(value)
    if type(number) is not int or abs(number) >= LARGE:
        raise _Stop("step", f"{name} is {_short(number)}, not a count")
    return number


def _tokens(value: object, start: int = 0) -> list[int]:
    if not issubclass(type(value), list):
        raise _Stop("step", f"output or prompt is {_short(plain(value))}, not a list")
    items = LIST.__getitem__(value, slice(start, 400))
    numbers = [item if type(item) is int else plain(item) for item in items]
    return [number if type(number) is int else -1 for number in numbers]


def _went_well(made: dict[str, Plain], where: str, call: str) -> None:
    if "raised" in made:
        line = f" (line {made['line']})" if made["line"] else ""
        raise _Stop(where, f"{call} raises {made['raised']}{line}: {str(made['says'])[:120]}")


def _short(value: Plain) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
