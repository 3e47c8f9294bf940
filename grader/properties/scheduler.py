"""Hidden checks of the drill `scheduler`.

Two traces of the same workload are compared step by step; up to the first difference both
schedulers stood in the same state, so the difference says what was done wrong there, and exactly
one rule claims it. The rules leave one answer, except for which block ids are used, and those are
not compared: the driver's model sees what matters of them.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.scenario import digits

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SHOWN = 4  # rows before the last that a person sees


class Request(TypedDict):
    """`copies` equal sequences that arrive `after` more steps than the request before."""

    prompt: list[int]
    max_tokens: int
    ignore_eos: bool
    after: int
    copies: int


class Probe(TypedDict):
    """At this step postprocess() is first called with tokens too many, or too few if negative."""

    step: int
    extra: int


class Scenario(TypedDict):
    """A workload; the model samples tokens below `vocabulary`, and `eos` 0 stands for none."""

    caching: bool
    num_blocks: int
    block_size: int
    budget: int
    max_num_seqs: int
    eos: int
    vocabulary: int
    requests: list[Request]
    probes: list[Probe]


class State(TypedDict):
    """What the driver saw between two calls."""

    free: int
    waiting: list[str]
    running: list[str]
    status: str
    cached: list[int]
    tables: list[int]
    tokens: list[int]
    freed: list[str]
    known: int


class Step(TypedDict):
    """What the driver saw of one step."""

    arrived: list[str]
    kind: str
    batch: list[str]
    scheduled: list[int]
    is_new: bool
    planned: State | None
    sampled: list[int]
    refused: str
    left: list[int]
    last: list[int]
    done: State | None


class Trouble(TypedDict):
    """Why the play ended early."""

    where: str
    what: str
    line: int


class Observation(TypedDict):
    """What the driver saw."""

    steps: list[Step]
    token_ids: list[list[int]]
    prompts: list[int]
    trouble: Trouble | None


# --- what a scenario says ---------------------------------------------------------------------


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether every sequence could finish alone and the workload is of a playable size."""
    it = cast(Scenario, scenario)
    limits = it["num_blocks"], it["block_size"], it["budget"], it["max_num_seqs"]
    if min(limits) < 1 or it["num_blocks"] * it["block_size"] > 10_000:
        return False
    if not 1 <= it["vocabulary"] <= 50 or not 0 <= it["eos"] < it["vocabulary"]:
        return False
    if sum(request["copies"] for request in it["requests"]) > 4000:
        return False
    probes = [probe["step"] for probe in it["probes"]]
    if any(not probe["extra"] for probe in it["probes"]) or len(set(probes)) < len(probes):
        return False
    return all(_fits(request, it) for request in it["requests"])


def _fits(request: Request, it: Scenario) -> bool:
    tokens = len(request["prompt"]) + request["max_tokens"]
    if not request["prompt"] or not 1 <= request["max_tokens"] <= 100 or tokens > 200:
        return False
    if any(not 0 <= token < 50 for token in request["prompt"]):
        return False
    in_range = 0 <= request["after"] <= 20 and request["copies"] >= 1
    return in_range and -(-(tokens - 1) // it["block_size"]) <= it["num_blocks"]


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload in words: "A    prompt 3 tokens, 1 completion"."""
    it = cast(Scenario, scenario)
    total = sum(request["copies"] for request in it["requests"])
    parts = [
        f"{_count(it['num_blocks'], 'block')} of {_count(it['block_size'], 'token')}",
        f"{_count(it['budget'], 'token')} a step",
    ]
    if it["max_num_seqs"] < total:
        parts.append(f"{_count(it['max_num_seqs'], 'sequence')} a step")
    lines = ["      ".join(parts)]
    if it["caching"]:
        lines.append("the block manager shares equal prefixes")
    step, first = 1, 0
    for request in it["requests"]:
        step += request["after"]
        lines.append(_request_words(request, it, step, first))
        first += request["copies"]
    if it["eos"]:
        lines.append(f"the model samples tokens below {it['vocabulary']}; {it['eos']} is eos")
    for probe in it["probes"]:
        amount = _count(abs(probe["extra"]), "token") + " too "
        amount += "many" if probe["extra"] > 0 else "few"
        lines.append(f"in step {probe['step']} postprocess() is first called with {amount}")
    return lines


def _request_words(request: Request, it: Scenario, step: int, first: int) -> str:
    tokens = _count(len(request["prompt"]), "token")
    if it["caching"]:
        tokens += " (" + " ".join(map(str, request["prompt"])) + ")"
    words = f"{_name(first)}    prompt {tokens}, {_count(request['max_tokens'], 'completion')}"
    if it["eos"]:
        words += ", ignores eos" if request["ignore_eos"] else " or eos"
    if step > 1:
        words += f", added before step {step}"
    if request["copies"] > 1:
        words += f"; and {request['copies'] - 1} more like it"
    return words


def _name(index: int) -> str:
    return NAMES[index] if index < len(NAMES) else f"S{index + 1}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


NO_STEP: Step = {
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

# --- where two plays part ---------------------------------------------------------------------


@dataclass(frozen=True)
class Parting:
    """The first step at which two plays differ, and the state that both were in before it."""

    scenario: Scenario
    steps: list[Step]  # of the reference, up to and including this one
    must: Step
    got: Step
    before: State  # with what was added before the step
    seats: dict[str, int]  # name -> place in the lists by arrival
    reset: frozenset[str]  # whose prompt length the learner's code changed
    trouble: Trouble | None  # of the learner's play, if it ended in this step

    @property
    def planned(self) -> tuple[State, State]:
        """Return both states after schedule(); one that could not be read is the one before."""
        return self.must["planned"] or self.before, self.got["planned"] or self.before

    @property
    def done(self) -> tuple[State, State]:
        """Return both states after postprocess()."""
        must, got = self.planned
        return self.must["done"] or must, self.got["done"] or got

    @property
    def preempted(self) -> set[str]:
        """Return who must be preempted in this step."""
        return _preempted(self.before, self.planned[0])


def _preempted(before: State, after: State) -> set[str]:
    return set(before["running"]) & set(after["waiting"])


@lru_cache(maxsize=8)
def _parting(run: Run) -> Parting | None:
    """Return where the learner's play first differs from the reference's, if it does."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    scenario = cast(Scenario, run.scenario)
    last = len(got["steps"]) - 1
    if last < 0:
        return _part_at(scenario, must, {**got, "steps": [NO_STEP]}, 0)
    for index, (right, step) in enumerate(zip(must["steps"], got["steps"], strict=False)):
        trouble = got["trouble"] if index == last else None
        if right != step or trouble or _ends_early(must, got, index):
            return _part_at(scenario, must, got, index)
    if must["token_ids"] != got["token_ids"] or len(must["steps"]) != len(got["steps"]):
        return _part_at(scenario, must, got, last)
    return None


def _ends_early(must: Observation, got: Observation, index: int) -> bool:
    return index == len(got["steps"]) - 1 < len(must["steps"]) - 1


def _lengths(scenario: Scenario) -> list[int]:
    return [len(r["prompt"]) for r in scenario["requests"] for _ in range(r["copies"])]


def _part_at(scenario: Scenario, must: Observation, got: Observation, index: int) -> Parting:
    steps = must["steps"][: index + 1]
    names = [name for step in steps for name in step["arrived"]]
    lengths = _lengths(scenario)
    pairs = zip(names, got["prompts"], lengths, strict=False)
    return Parting(
        scenario=scenario,
        steps=steps,
        must=steps[-1],
        got=_readable(got["steps"][index], set(names)),
        before=_before(steps, lengths),
        seats={name: seat for seat, name in enumerate(names)},
        reset=frozenset(name for name, theirs, right in pairs if theirs != right),
        trouble=got["trouble"] if index == len(got["steps"]) - 1 else None,
    )


def _readable(step: Step, names: set[str]) -> Step:
    """Return a step of the learner's play, less what does not fit together.

    A batch of strangers, or one without its numbers, counts as no answer; a state that does not
    tell of every sequence as none that could be read.
    """
    planned, done = (_whole(step[key], len(names)) for key in ("planned", "done"))
    kind = step["kind"]
    if len(step["batch"]) != len(step["scheduled"]) or not names.issuperset(step["batch"]):
        kind = ""
    return {**step, "kind": kind, "planned": planned, "done": done}


def _whole(state: State | None, count: int) -> State | None:
    if state is None:
        return None
    lengths = {len(state[key]) for key in ("status", "cached", "tables", "tokens")}
    return state if lengths == {count} else None


def _before(steps: list[Step], lengths: list[int]) -> State:
    """Return the state in which schedule() was called: the last one, and what was added."""
    new = steps[-1]["arrived"]
    last = steps[-2]["done"] if len(steps) > 1 else None
    nothing = [0] * len(new)
    if last is None:
        last = State(
            free=0,
            waiting=[],
            running=[],
            status="",
            cached=[],
            tables=[],
            tokens=[],
            freed=[],
            known=0,
        )
    seat = len(last["tokens"])
    return {
        "free": last["free"],
        "waiting": last["waiting"] + new,
        "running": last["running"],
        "status": last["status"] + "W" * len(new),
        "cached": last["cached"] + nothing,
        "tables": last["tables"] + nothing,
        "tokens": last["tokens"] + lengths[seat : seat + len(new)],
        "freed": [],
        "known": last["known"],
    }


# --- which rule a difference breaks -----------------------------------------------------------


def _rule(at: Parting) -> str:
    """Return the rule that the first difference breaks."""
    must, got = at.must, at.got
    if at.scenario["caching"]:
        return _caching_rule(at)
    if not got["kind"]:
        return _broken_answer(at)
    if _answer(must) != _answer(got):
        return _answer_rule(at)
    return _state_rule(at)


def _answer(step: Step) -> tuple[str, list[str], list[int]]:
    return step["kind"], step["batch"], step["scheduled"]


def _answer_rule(at: Parting) -> str:
    must, got = at.must, at.got
    queued = at.planned[1]["waiting"] + at.planned[1]["running"]
    if len(set(queued)) < len(queued):
        return "R13"
    if (must["kind"], bool(must["batch"])) != (got["kind"], bool(got["batch"])):
        return _kind_rule(at)
    return _prefill_rule(at) if must["kind"] == "prefill" else _decode_rule(at)


def _state_rule(at: Parting) -> str:
    must, got = at.must, at.got
    if not got["is_new"]:
        return "R13"
    if must["planned"] != got["planned"]:
        return _planned_rule(at)
    if must["sampled"] != got["sampled"]:
        return "R12"
    if _refusal_differs(at):
        return "R15"
    return _done_rule(at)


def _refusal_differs(at: Parting) -> bool:
    return at.must["sampled"] == at.got["sampled"] and at.must["refused"] != at.got["refused"]


def _caching_rule(at: Parting) -> str:
    """On a caching manager only what a plain one cannot show is told apart.

    The order in which blocks come back, and which blocks are registered, decide later hits.
    """
    idle = not at.must["batch"] and at.must != at.got
    if idle or (_answer(at.must) == _answer(at.got) and _refusal_differs(at)):
        return "R15"
    must, got = at.planned
    if must != got:
        return "R8" if {**must, "freed": got["freed"]} == got else "R14"
    must, got = at.done
    if must == got:
        return "R14"
    if {**must, "freed": got["freed"]} == got:
        return "R11"
    return "R10" if {**must, "known": got["known"]} == got else "R14"


def _broken_answer(at: Parting) -> str:
    """schedule() raised, or answered no pair of a list and a bool."""
    if not at.must["batch"]:
        return "R15"
    if at.got["batch"] == at.must["batch"]:  # whose numbers cannot be read
        return "R5" if at.must["kind"] == "prefill" else "R7"
    must, got = at.planned
    took = {name for name, seat in at.seats.items() if got["tables"][seat] > must["tables"][seat]}
    if took & _preempted(at.before, got):
        return "R9"
    if took & set(at.before["waiting"]) - set(at.must["batch"]):
        return "R2"
    if at.must["kind"] == "decode":
        needs = must["tables"] != at.before["tables"] or not at.before["free"]
        return "R8" if needs else "R7"
    head = at.seats[at.must["batch"][0]]
    return "R5" if at.before["tables"][head] else "R1"


def _kind_rule(at: Parting) -> str:
    """One step is a prefill and the other is not, or one of them is empty."""
    must, got = at.must, at.got
    if not must["batch"]:
        return "R15"
    if must["kind"] == "prefill":
        return "R2" if got["kind"] == "prefill" else _no_prefill_rule(at)
    if got["batch"] and set(got["batch"]) <= set(at.before["waiting"]):
        return "R5" if _is_short_of_blocks(at) else "R2"
    if got["kind"] == "prefill":
        return "R1"
    return _preempt_rule(at) or ("R8" if at.preempted else "R7")


def _is_short_of_blocks(at: Parting) -> bool:
    """Return whether the learner's batch holds blocks, but not for whole sequences."""
    size, tables = at.scenario["block_size"], at.planned[1]["tables"]
    pairs = ((at.before["tokens"][at.seats[n]], tables[at.seats[n]]) for n in at.got["batch"])
    return any(0 < held < -(-tokens // size) for tokens, held in pairs)


def _no_prefill_rule(at: Parting) -> str:
    """A prefill is due and the learner's step is none; the likeliest reason comes first."""
    first = at.must["batch"][0]
    if at.before["tables"][at.seats[first]]:
        return "R5"
    if at.must["scheduled"][0] < _left(at, first):
        return "R4"
    if len(at.before["running"]) >= at.scenario["max_num_seqs"]:
        return "R3"
    return "R3" if at.must["scheduled"][0] == at.scenario["budget"] else "R1"


def _left(at: Parting, name: str) -> int:
    seat = at.seats[name]
    return at.before["tokens"][seat] - at.before["cached"][seat]


def _prefill_rule(at: Parting) -> str:
    """Both prefill, but not the same."""
    must, got = at.must, at.got
    right = list(zip(must["batch"], must["scheduled"], strict=False))
    theirs = list(zip(got["batch"], got["scheduled"], strict=False))
    index = 0
    while right[index : index + 1] == theirs[index : index + 1]:
        index += 1
    rest = got["batch"][index:]
    if set(rest) & {*got["batch"][:index], *at.before["running"]}:
        return "R1"
    over = sum(got["scheduled"]) > at.scenario["budget"]
    if over or len(theirs) > at.scenario["max_num_seqs"]:
        return "R3"
    return _entry_rule(at, index, *theirs[index]) if rest else _stopped_rule(at, index)


def _entry_rule(at: Parting, index: int, name: str, count: int) -> str:
    """Both limits are kept, but this entry of the learner's batch is wrong."""
    if at.before["waiting"][index : index + 1] != [name]:
        return "R2"
    if index == len(at.must["batch"]):
        return "R4" if count < _left(at, name) else "R2"
    return _count_rule(at, index, count)


def _stopped_rule(at: Parting, index: int) -> str:
    """The learner's batch ends before this entry of the right one."""
    limit = at.scenario["max_num_seqs"]
    exact = sum(at.must["scheduled"][: index + 1]) == at.scenario["budget"]
    if exact or index + 1 == limit or len(at.before["running"]) + index >= limit:
        return "R3"
    return "R2"


def _count_rule(at: Parting, index: int, count: int) -> str:
    """The right sequence, with a wrong number of tokens."""
    name = at.must["batch"][index]
    seat = at.seats[name]
    preempted = at.before["tokens"][seat] > _prompt(at.scenario, seat)
    if at.before["tables"][seat] and not preempted:
        return "R5"
    room = at.scenario["budget"] - sum(at.must["scheduled"][:index])
    if preempted and (at.before["tables"][seat] or count == min(_prompt(at.scenario, seat), room)):
        return "R9"
    return "R4" if count < at.must["scheduled"][index] else "R5"


def _prompt(scenario: Scenario, seat: int) -> int:
    for request in scenario["requests"]:
        if seat < request["copies"]:
            return len(request["prompt"])
        seat -= request["copies"]
    return 0


def _decode_rule(at: Parting) -> str:
    """Both decode, but not the same."""
    if rule := _preempt_rule(at):
        return rule
    return "R8" if set(at.got["batch"]) & set(at.planned[1]["waiting"]) else "R7"


def _preempt_rule(at: Parting) -> str | None:
    """Return the rule broken by whom the learner's code preempted, if any."""
    _, got = at.planned
    gone = _preempted(at.before, got)
    if any(got["tables"][at.seats[name]] for name in gone - set(at.got["batch"])):
        return "R9"
    kept = at.preempted & set(got["running"])
    return "R8" if gone - at.preempted or kept - gone else None


def _planned_rule(at: Parting) -> str:
    """The right step, but the state after schedule() is wrong."""
    must, got = at.planned
    wrong = _wrong(must, got)
    misplaced = _misplaced(must, got)
    if at.must["kind"] == "decode" and (rule := _preempt_rule(at)):
        return rule
    if (_differ(at, must, got, "status", "cached", "tables", "tokens") | misplaced) & at.preempted:
        return "R9"
    if "cached" in wrong or "tokens" in wrong:
        return "R10" if "cached" in wrong else "R12"
    if at.must["kind"] == "prefill":
        return _prefilled_rule(at, must, got)
    if _differ(at, must, got, "tables") & set(at.must["batch"]):
        return "R8"
    if misplaced or "tables" in wrong:
        return "R13"
    if "waiting" in wrong:
        return "R9" if at.preempted else "R16"
    return "R7" if "running" in wrong else "R13"


def _prefilled_rule(at: Parting, must: State, got: State) -> str:
    """The right prefill, but blocks or queues are wrong."""
    batch = set(at.must["batch"])
    holders = _differ(at, must, got, "tables")
    if holders & set(at.before["waiting"]) - batch:
        return "R4"
    if holders:
        return "R5" if holders <= batch else "R13"
    if set(got["waiting"]) & set(got["running"]):
        return "R13"
    if _differ(at, must, got, "status") & batch or must["running"] != got["running"]:
        if _misplaced(must, got) - batch:
            return "R13"
        return "R9" if _is_reprefill(at) else "R6"
    return _queue_rule(must, got)


def _is_reprefill(at: Parting) -> bool:
    """Return whether the last of the batch had completions before it was preempted."""
    seat = at.seats[at.must["batch"][-1]]
    return at.before["tokens"][seat] > _prompt(at.scenario, seat)


def _queue_rule(must: State, got: State) -> str:
    wrong = _wrong(must, got)
    if _misplaced(must, got) or not wrong & {"waiting", "running"}:
        return "R13"
    return "R16"


def _done_rule(at: Parting) -> str:
    """The right step, but what postprocess() made of it is wrong."""
    batch = at.must["batch"]
    must, got = at.done
    ended = {name for name in batch if must["status"][at.seats[name]] == "F"}
    if at.trouble and at.trouble["where"] == "postprocess":
        if not batch:
            return "R15"
        return "R11" if ended else "R10"
    if at.must["left"] != at.got["left"]:
        return "R10"
    outcomes = (_outcome_rule(at, name) for name in batch)
    if rule := next((rule for rule in outcomes if rule), None):
        return rule
    if at.trouble or must == got or at.must["last"] != at.got["last"]:
        return "R12"  # the tokens themselves differ
    if not batch:
        return "R15"
    return _left_over_rule(at, ended)


def _left_over_rule(at: Parting, ended: set[str]) -> str:
    """Everybody in the batch is as must be, so something else is not."""
    must, got = at.done
    if ended & {*got["waiting"], *got["running"]}:
        return "R11"
    return "R12" if "tokens" in _wrong(must, got) else _queue_rule(must, got)


def _outcome_rule(at: Parting, name: str) -> str | None:
    """Return the rule broken by what became of one sequence of the batch, if any."""
    must, got = at.done
    if not _differ(at, must, got, "status", "cached", "tables", "tokens") & {name}:
        return None
    seat = at.seats[name]
    if must["tokens"][seat] == at.planned[0]["tokens"][seat]:  # its sample had to be dropped
        return "R10"
    if must["tokens"][seat] == got["tokens"][seat] and at.must["last"] != at.got["last"]:
        return "R12"  # another token was appended than the one sampled
    if must["tokens"][seat] != got["tokens"][seat]:
        lost = got["status"][seat] == "F" and got["tokens"][seat] < must["tokens"][seat]
        return "R11" if lost else "R10"
    if must["status"][seat] != got["status"][seat]:
        return "R9" if name in at.reset else "R11"
    if must["tables"][seat] != got["tables"][seat]:
        return "R11" if must["status"][seat] == "F" else "R13"
    return "R10"


def _wrong(must: State, got: State) -> set[str]:
    return {key for key, value in must.items() if got.get(key) != value}


def _misplaced(must: State, got: State) -> set[str]:
    """Return who is queued more often, or less often, than must be."""
    right, theirs = must["waiting"] + must["running"], got["waiting"] + got["running"]
    if len(right) == len(theirs) and set(right) == set(theirs):
        return set()
    counts = Counter(right)
    counts.subtract(Counter(theirs))
    return {name for name, count in counts.items() if count}


def _differ(at: Parting, must: State, got: State, *keys: str) -> set[str]:
    """Return for whom one of the lists by arrival differs."""
    names: set[str] = set()
    for key in keys:
        right, theirs = cast(list[int], must.get(key)), cast(list[int], got.get(key))
        if right != theirs:
            names |= {n for n, seat in at.seats.items() if right[seat] != theirs[seat]}
    return names


# --- what a person sees of it -----------------------------------------------------------------


def _difference(at: Parting) -> Difference:
    """Return the steps up to the first that differs, in words."""
    first = max(0, len(at.steps) - 1 - SHOWN)
    rows: list[Row] = []
    for index in range(first, len(at.steps) - 1):
        part = at.steps[: index + 1]
        words = _step_words(at, part[-1], _before(part, _lengths(at.scenario)))
        rows.append(Row(str(index + 1), words, words))
    must = [_step_words(at, at.must, at.before)]
    got = [_answer_words(at)]
    for right, theirs in _facets(at):
        must.append(right)
        got.append(theirs)
    if at.trouble and _is_cause(at, at.trouble):
        got.append(_trouble_words(at.trouble))
    rows.append(Row(str(len(at.steps)), "\n".join(must), "\n".join(got)))
    return Difference(tuple(rows))


def _is_cause(at: Parting, trouble: Trouble) -> bool:
    """Return whether the trouble came where the plays part, and not after it."""
    same = at.planned[0] == at.planned[1]
    return trouble["where"] == "model" or (trouble["where"] == "postprocess" and same)


def _answer_words(at: Parting) -> str:
    if not at.got["kind"]:
        return _trouble_words(at.trouble) if at.trouble else "no answer that can be read"
    words = _step_words(at, at.got, at.before)
    if at.trouble and at.trouble["where"] == "schedule":
        words += "\n" + at.trouble["what"]
    return words


def _trouble_words(trouble: Trouble) -> str:
    call = "" if trouble["where"] == "model" else f"{trouble['where']}() "
    line = f" (line {trouble['line']})" if trouble["line"] else ""
    return f"{call}{trouble['what']}{line}"


def _step_words(at: Parting, step: Step, before: State) -> str:
    """Return "prefill A 2 of 3 tokens" or "decode A, B; C preempted"."""
    if not step["batch"]:
        words = "nothing, as prefill" if step["kind"] == "prefill" else "nothing"
    elif step["kind"] == "prefill":
        pairs = zip(step["batch"], step["scheduled"], strict=False)
        state = step["planned"] or before
        words = "prefill " + _listed([_chunk_words(at, n, count, state) for n, count in pairs])
    else:
        words = "decode " + _listed(step["batch"])
        if step["scheduled"] != [1] * len(step["batch"]):
            words += f" with {_listed([str(n) for n in step['scheduled']])} tokens"
    planned = step["planned"]
    gone = _preempted(before, planned or before)
    if gone:
        words += f"; {_listed([name for name in at.seats if name in gone])} preempted"
    return words


def _chunk_words(at: Parting, name: str, count: int, state: State) -> str:
    seat = at.seats.get(name, len(state["tokens"]))
    if seat >= len(state["tokens"]):
        return f"{name} {count} tokens"
    more = " more" if state["cached"][seat] else ""
    return f"{name} {count}{more} of {_count(state['tokens'][seat], 'token')}"


def _listed(names: list[str]) -> str:
    if len(names) > 12:
        return ", ".join(names[:12]) + f" and {len(names) - 12} more"
    return ", ".join(names) or "nobody"


def _facets(at: Parting) -> list[tuple[str, str]]:
    """Return what differs besides the batch, each as (must, got)."""
    must, got = at.must, at.got
    same = _step_words(at, must, at.before) == _step_words(at, got, at.before)
    if not got["kind"] or not (same or _rule(at) in ("R9", "R14")):
        return []  # the first line says it all
    if not got["is_new"]:
        return [("a list of its own", "a list that is also used elsewhere")]
    planned = at.planned
    if planned[0] != planned[1]:
        return _state_facets(at, *planned)
    if must == got and at.trouble is None:
        return [("all tokens as sampled, all steps", "other tokens in the end, or fewer steps")]
    return _outcome_facets(at)


def _outcome_facets(at: Parting) -> list[tuple[str, str]]:
    must, got = at.must, at.got
    if must["sampled"] != got["sampled"] and got["sampled"]:
        return [(_sampled_words(must), _sampled_words(got))]
    if must["refused"] != got["refused"]:
        return [(must["refused"], got["refused"])]
    if must["left"] != got["left"] and got["left"]:
        return [(_left_words(must), _left_words(got))]
    pairs = _state_facets(at, *at.done) if got["done"] is not None else []
    if pairs and at.scenario["eos"] and at.scenario["eos"] in must["sampled"]:
        pairs.insert(0, (_sampled_words(must), _sampled_words(got)))
    if got["last"] and must["last"] != got["last"]:
        pairs.append((_last_words(must), _last_words(got)))
    return pairs


def _sampled_words(step: Step) -> str:
    return "samples " + _listed(
        [f"{t} for {n}" for t, n in zip(step["sampled"], step["batch"], strict=False)]
    )


def _last_words(step: Step) -> str:
    pairs = zip(step["batch"], step["last"], strict=False)
    return "last token of " + _listed([f"{name} {token}" for name, token in pairs])


def _left_words(step: Step) -> str:
    pairs = zip(step["batch"], step["left"], strict=False)
    return "num_scheduled_tokens " + _listed([f"{n} {left}" for n, left in pairs])


def _state_facets(at: Parting, must: State, got: State) -> list[tuple[str, str]]:
    """Return what differs in two states: whose life, else whose numbers, else the queues."""
    lives = _differ(at, must, got, "tokens", "status")
    pairs = [(_life_words(at, must, name), _life_words(at, got, name)) for name in _few(at, lives)]
    for key in ("cached", "tables"):
        others = _differ(at, must, got, key)
        others -= set() if at.scenario["caching"] else lives
        pairs += [
            (_number_words(at, must, name, key), _number_words(at, got, name, key))
            for name in _few(at, others)
        ]
    if lives:
        return pairs
    rest = ("waiting", "running", "free", "freed", "known")
    wrong = _wrong(must, got)
    return pairs + [(_rest_words(must, key), _rest_words(got, key)) for key in rest if key in wrong]


def _few(at: Parting, names: set[str]) -> list[str]:
    return [name for name in at.seats if name in names][:3]


def _number_words(at: Parting, state: State, name: str, key: str) -> str:
    number = cast(list[int], state.get(key))[at.seats[name]]
    return f"{name} has {_count(number, 'block' if key == 'tables' else 'cached token')}"


def _rest_words(state: State, key: str) -> str:
    if key == "free":
        return f"{_count(state['free'], 'block')} free"
    if key == "known":
        return f"{_count(state['known'], 'block')} registered for sharing"
    if key == "freed":
        return f"blocks given back: {', then '.join(state['freed']) or 'none'}"
    return f"{key}: {_listed(cast(list[str], state.get(key)))}"


def _life_words(at: Parting, state: State, name: str) -> str:
    """Return "A has no completion yet" or "A has 1 completion, finished"."""
    seat = at.seats[name]
    number = state["tokens"][seat] - _prompt(at.scenario, seat)
    words = f"{name} has {_count(number, 'completion')}" if number else f"{name} has no completion"
    status = {"F": ", finished", "R": ", RUNNING", "W": ", WAITING"}.get(state["status"][seat])
    if status == ", WAITING" and not number:
        return words + " yet"
    return words + (status or ", of unknown status")


# --- the checks -------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _claimed(run: Run) -> tuple[str, Difference] | None:
    at = _parting(run)
    return None if at is None else (_rule(at), _difference(at))


@lru_cache(maxsize=8)
def _at_stake(run: Run) -> frozenset[str]:
    """Return the rules that this workload puts to the test; the others are on the road anyway."""
    must, scenario = cast(Observation, run.must), cast(Scenario, run.scenario)
    stakes: set[str] = {*ALWAYS}
    running: list[str] = []
    for step in must["steps"]:
        planned, done = step["planned"], step["done"]
        if planned is None or done is None:
            continue
        _stakes_of(step, planned, running, stakes)
        running = done["running"]
    if scenario["caching"] and "R14" in stakes:
        return frozenset(stakes)
    return frozenset(stakes - {"R14"})


ALWAYS = ("R3", "R5", "R6", "R10", "R11", "R12", "R13", "R15")


def _stakes_of(step: Step, planned: State, running: list[str], stakes: set[str]) -> None:
    if step["kind"] == "prefill":
        if running:
            stakes.add("R1")
        if planned["waiting"]:
            stakes.update(("R2", "R4", "R16"))
        if any(planned["cached"]):
            stakes.add("R14")
    elif step["batch"]:
        stakes.update(("R7", "R16"))
        if planned["waiting"]:
            stakes.add("R2")
        if len(planned["running"]) < len(running):
            stakes.update(("R8", "R9"))


def _told(rule: str, run: Run) -> Difference | Told:
    claimed = _claimed(run)
    if claimed is not None and claimed[0] == rule:
        return claimed[1]
    return Told.HELD if rule in _at_stake(run) else Told.IDLE


def a_step_is_prefill_only_if_any_prefill_can_be_scheduled(run: Run) -> Difference | Told:
    """While anything in `waiting` can be prefilled, nothing decodes."""
    return _told("R1", run)


def the_waiting_queue_is_served_strictly_from_the_front(run: Run) -> Difference | Told:
    """A head that does not fit stops the pass."""
    return _told("R2", run)


def a_prefill_step_keeps_to_its_budget_and_its_size(run: Run) -> Difference | Told:
    """At most `max_num_batched_tokens` tokens and `max_num_seqs` sequences, and no fewer."""
    return _told("R3", run)


def only_the_first_of_a_prefill_step_is_cut(run: Run) -> Difference | Told:
    """A later one that does not fit whole waits and takes no blocks."""
    return _told("R4", run)


def blocks_are_taken_once_and_a_chunk_computes_what_is_left(run: Run) -> Difference | Told:
    """The first chunk takes blocks for the whole sequence."""
    return _told("R5", run)


def a_sequence_runs_from_the_step_that_schedules_its_last_prefill_token(
    run: Run,
) -> Difference | Told:
    """It goes to the back of `running`; until then it stays at the front of `waiting`."""
    return _told("R6", run)


def decode_takes_one_token_each_from_the_front_of_running(run: Run) -> Difference | Told:
    """They go back to the front in the same order."""
    return _told("R7", run)


def a_decode_without_a_free_block_preempts_the_tail_of_running(run: Run) -> Difference | Told:
    """Never one that is placed already; itself if nobody else is left."""
    return _told("R8", run)


def a_preempted_sequence_gives_back_its_blocks_and_keeps_its_tokens(run: Run) -> Difference | Told:
    """It waits at the front and is prefilled over all its tokens."""
    return _told("R9", run)


def postprocess_advances_what_was_computed(run: Run) -> Difference | Told:
    """And drops the sample of a prefill that is not complete."""
    return _told("R10", run)


def a_sequence_ends_at_eos_or_max_tokens(run: Run) -> Difference | Told:
    """It keeps the last token, gives its blocks back and leaves `running`."""
    return _told("R11", run)


def outputs_are_those_of_each_request_alone(run: Run) -> Difference | Told:
    """The model samples from the KV that the block tables lead to."""
    return _told("R12", run)


def every_unfinished_sequence_is_queued_exactly_once(run: Run) -> Difference | Told:
    """And no block is lost or owned twice."""
    return _told("R13", run)


def the_scheduler_works_on_a_caching_manager(run: Run) -> Difference | Told:
    """Cached tokens are not computed again."""
    return _told("R14", run)


def empty_and_uneven_input_changes_nothing(run: Run) -> Difference | Told:
    """([], False) when nothing is queued; ValueError for lists of different length."""
    return _told("R15", run)


def running_and_then_waiting_is_in_order_of_arrival(run: Run) -> Difference | Told:
    """Nobody overtakes in any queue."""
    return _told("R16", run)


RULES: dict[str, Check] = {
    "R1": a_step_is_prefill_only_if_any_prefill_can_be_scheduled,
    "R2": the_waiting_queue_is_served_strictly_from_the_front,
    "R3": a_prefill_step_keeps_to_its_budget_and_its_size,
    "R4": only_the_first_of_a_prefill_step_is_cut,
    "R5": blocks_are_taken_once_and_a_chunk_computes_what_is_left,
    "R6": a_sequence_runs_from_the_step_that_schedules_its_last_prefill_token,
    "R7": decode_takes_one_token_each_from_the_front_of_running,
    "R8": a_decode_without_a_free_block_preempts_the_tail_of_running,
    "R9": a_preempted_sequence_gives_back_its_blocks_and_keeps_its_tokens,
    "R10": postprocess_advances_what_was_computed,
    "R11": a_sequence_ends_at_eos_or_max_tokens,
    "R12": outputs_are_those_of_each_request_alone,
    "R13": every_unfinished_sequence_is_queued_exactly_once,
    "R15": empty_and_uneven_input_changes_nothing,
    "R16": running_and_then_waiting_is_in_order_of_arrival,
    "R14": the_scheduler_works_on_a_caching_manager,  # last: other faults show on it, too
}

# --- scenarios --------------------------------------------------------------------------------

PROMPTS, COMPLETIONS, GAPS, STEMS, ENDS = 6, 4, 8, 4, 3  # choices for one request
REQUEST = PROMPTS * COMPLETIONS * GAPS * STEMS * ENDS
BASES = (4, 4, 4, 8, 4, 4, 4, *(REQUEST,) * 5)


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    """Turn small numbers into a workload in a tight pool; a quarter share prefixes."""
    size, spare, seqs, budget, kind, odd, eos = drawn[:7]
    caching, ends_early = kind == 3, eos % 2 == 1
    block_size = (4, 2, 1, 3)[size]
    count = 1 + (drawn[7] + spare + odd) % 5
    requests = [_request(place, drawn[7 + place], caching, ends_early) for place in range(count)]
    stored = max(len(r["prompt"]) + r["max_tokens"] - 1 for r in requests)
    return {
        "caching": caching,
        "num_blocks": -(-stored // block_size) + (0, 1, 2, 5)[spare],
        "block_size": block_size,
        "budget": budget + 1,
        "max_num_seqs": (8, 1, 2, 3)[seqs],
        "eos": 1 if ends_early else 0,
        "vocabulary": 3 if eos else 50,
        "requests": cast(list[Plain], requests),
        "probes": [{"step": odd + 1, "extra": 1 - 2 * (count % 2)}] if odd else [],
    }


def _request(place: int, number: int, caching: bool, ends_early: bool) -> Request:
    number, prompt = divmod(number, PROMPTS)
    number, more = divmod(number, COMPLETIONS)
    number, gap = divmod(number, GAPS)
    ends, stem = divmod(number, STEMS)
    if caching:
        tokens = [stem >> at % 2 & 1 for at in range(prompt + 1)]
    else:
        tokens = [(place + at) % 3 for at in range(prompt + 1)]
    return {
        "prompt": tokens,
        "max_tokens": more + 1,
        "ignore_eos": not ends_early or ends == 0,
        "after": max(0, gap - 4) if place else 0,
        "copies": 1,
    }


SCENARIOS: SearchStrategy[check.Scenario] = digits(*BASES).map(_drawn)


def _pair(prompt: int, max_tokens: int, after: int = 0, ignore_eos: bool = True) -> Plain:
    return {
        "prompt": [place % 3 for place in range(prompt)],
        "max_tokens": max_tokens,
        "ignore_eos": ignore_eos,
        "after": after,
        "copies": 1,
    }


def _shared(prompt: str, max_tokens: int, after: int = 0) -> Plain:
    tokens: list[Plain] = [int(token) for token in prompt]
    request = cast(dict[str, Plain], _pair(1, max_tokens, after))
    return {**request, "prompt": tokens}


def _work(blocks: int, size: int, budget: int, seqs: int, *requests: Plain) -> check.Scenario:
    return {
        "caching": False,
        "num_blocks": blocks,
        "block_size": size,
        "budget": budget,
        "max_num_seqs": seqs,
        "eos": 0,
        "vocabulary": 50,
        "requests": list(requests),
        "probes": [],
    }


def _eos(work: check.Scenario) -> check.Scenario:
    """After a prompt of the one token 0 the model samples 1, which is eos here."""
    return {**work, "eos": 1, "vocabulary": 3}


def _cached(work: check.Scenario) -> check.Scenario:
    return {**work, "caching": True}


def _probed(work: check.Scenario, *probes: tuple[int, int]) -> check.Scenario:
    return {**work, "probes": [{"step": step, "extra": extra} for step, extra in probes]}


def _crowd(size: int) -> check.Scenario:
    request = cast(dict[str, Plain], _pair(1, 2))
    return {**_work(size + 1, 2, size, size), "requests": [{**request, "copies": size}]}


P = _pair
TELLING: dict[str, check.Scenario] = {
    "nothing to do": _work(1, 1, 1, 1),
    "nothing to do, but a token": _probed(_work(1, 1, 1, 1), (1, 1)),
    "one token": _work(1, 1, 1, 1, P(1, 1)),
    "one prefill, one decode": _work(1, 2, 1, 1, P(1, 2)),
    "a token too many": _probed(_work(1, 2, 1, 1, P(1, 2)), (1, 1), (2, 1), (3, 2)),
    "a token too few": _probed(_work(2, 2, 2, 2, P(1, 2), P(1, 2)), (1, -1), (2, -1)),
    "two tokens too few": _probed(_work(3, 1, 3, 3, P(1, 1), P(1, 1), P(1, 1)), (1, -2)),
    "eos in the prefill": _eos(_work(1, 2, 1, 1, P(1, 2, 0, False))),
    "eos ignored": _eos(_work(1, 2, 1, 1, P(1, 2))),
    "eos as the last": _eos(_work(1, 1, 1, 1, P(1, 1, 0, False))),
    "two blocks of one token": _work(2, 1, 1, 1, P(1, 2)),
    "a block is full": _work(1, 2, 2, 1, P(2, 1)),
    "two chunks": _work(1, 2, 1, 1, P(2, 1)),
    "two chunks, one decode": _work(2, 2, 1, 1, P(2, 2)),
    "a chunk is resumed": _work(1, 3, 2, 1, P(3, 1)),
    "the rest of a chunk shares a step": _work(2, 3, 2, 2, P(3, 1), P(1, 1)),
    "a chunk inside a block": _work(3, 2, 3, 1, P(6, 1)),
    "a chunk resumes with room left": _work(2, 4, 4, 4, P(6, 2), P(2, 2)),
    "exact fit": _work(2, 2, 2, 2, P(1, 1), P(1, 1)),
    "a later one is not cut": _work(2, 2, 2, 2, P(1, 1), P(2, 1)),
    "budget for one": _work(2, 2, 1, 2, P(1, 1), P(1, 1)),
    "budget for one and a half": _work(4, 2, 3, 8, P(2, 1), P(2, 1), P(1, 1)),
    "batch for one": _work(2, 2, 2, 1, P(1, 1), P(1, 1)),
    "batch for one, room for two to decode": _work(2, 2, 1, 1, P(1, 2), P(1, 2)),
    "a blocked head": _work(3, 2, 8, 8, P(4, 3), P(3, 1), P(1, 1)),
    "a blocked head while one runs": _work(2, 2, 8, 8, P(2, 2), P(2, 1)),
    "new and old": _work(2, 2, 8, 8, P(1, 2), P(1, 1, 1)),
    "new, while the batch is full": _work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "new, long after": _work(2, 2, 4, 4, P(2, 2), P(1, 2, 4)),
    "two decode, one ends first": _work(2, 4, 8, 8, P(1, 2), P(1, 3)),
    "the second ends first": _work(2, 4, 8, 8, P(1, 3), P(1, 2)),
    "a prefill ends behind a running one": _work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "order of two": _work(2, 2, 1, 2, P(1, 3), P(1, 3)),
    "order of three": _work(6, 2, 3, 3, P(1, 3), P(1, 3), P(1, 3)),
    "the front decodes alone": _work(4, 2, 8, 1, P(1, 3), P(1, 2), P(1, 2)),
    "smallest preemption": _work(2, 2, 8, 8, P(1, 2), P(2, 2)),
    "the tail gives way": _work(2, 2, 1, 1, P(1, 3), P(1, 2)),
    "both want two blocks": _work(2, 2, 1, 1, P(1, 3), P(1, 3)),
    "preempts itself, others wait": _work(2, 2, 1, 2, P(1, 2), P(2, 2)),
    "preempted before a new one": _work(2, 2, 1, 1, P(1, 3), P(1, 2), P(1, 1)),
    "prefilled again": _work(2, 2, 1, 1, P(1, 3), P(2, 2)),
    "prefilled again in one step": _work(3, 2, 4, 4, P(1, 4), P(2, 3)),
    "one of three gives way": _work(3, 2, 1, 1, P(1, 3), P(1, 2), P(1, 2)),
    "three for three blocks": _work(3, 2, 3, 3, P(1, 4), P(1, 4), P(1, 4)),
    "the last of the batch wants a block": _work(3, 2, 8, 8, P(1, 3), P(3, 3)),
    "five blocks of four": _work(5, 4, 8, 8, P(6, 4), P(5, 4), P(3, 4)),
    "the longest is not the last": _work(4, 2, 8, 8, P(2, 3), P(3, 2), P(1, 2)),
    "the shortest is not the last": _work(4, 2, 8, 8, P(2, 3), P(1, 2), P(3, 2)),
    "who waits keeps the order": _work(2, 4, 4, 2, P(4, 3), P(4, 1), P(3, 1), P(2, 1)),
    "who waits for room keeps the order": _work(2, 2, 8, 8, P(2, 3), P(4, 1), P(3, 1), P(1, 1)),
    "who runs keeps the order": _work(6, 4, 8, 8, P(1, 4), P(1, 2), P(1, 3), P(1, 2)),
    "two end at once": _cached(_work(4, 2, 8, 8, _shared("001", 1), _shared("110", 1))),
    "the order of blocks given back": _cached(
        _work(
            4,
            2,
            8,
            8,
            _shared("001", 1),
            _shared("110", 1),
            _shared("0101", 1, 1),
            _shared("001", 1, 1),
        )
    ),
    "the same prompt again": _cached(_work(3, 2, 8, 8, _shared("0011", 2), _shared("0011", 1, 1))),
    "a shared prefix in use": _cached(
        _work(4, 2, 2, 8, _shared("00110", 4), _shared("00111", 2, 3))
    ),
    "a hit needs no room": _cached(_work(3, 2, 4, 4, _shared("0010", 3), _shared("001", 1, 1))),
    "decodes fill blocks too": _cached(
        _work(4, 2, 8, 8, _shared("01", 4), _shared("010101", 1, 5))
    ),
    "a preempted one finds its blocks": _cached(
        _work(4, 2, 1, 3, _shared("0", 3), _shared("01101", 3))
    ),
    "three and eos": _eos(
        _work(3, 3, 3, 3, P(2, 3, 0, False), P(2, 4), P(1, 5, 0, False), P(2, 5, 0, False))
    ),
    "five in a tight pool": _work(4, 4, 3, 1, P(2, 5), P(3, 6), P(6, 2), P(2, 2), P(6, 2)),
    "one of many": _work(2, 3, 1, 3, P(1, 2), P(2, 3), P(1, 4, 1), P(3, 2)),
    "late and tight": _work(
        5, 2, 4, 3, P(3, 4), P(5, 3, 1), P(1, 6), P(4, 2, 2), P(2, 5), P(6, 4, 3)
    ),
    "late, tight and eos": _probed(
        _eos(
            _work(
                4,
                3,
                5,
                2,
                P(4, 5, 0, False),
                P(1, 4),
                P(7, 3, 0, False),
                P(2, 6, 1, False),
                P(5, 5, 2),
            )
        ),
        (4, 1),
        (7, -1),
    ),
    "many with shared prefixes": _cached(
        _work(
            6,
            2,
            4,
            3,
            _shared("00110", 4),
            _shared("00111", 3),
            _shared("0011010", 2, 1),
            _shared("11001", 3),
            _shared("001101", 4, 2),
        )
    ),
    "a thousand and a half": _crowd(1500),
}
