"""Hidden checks of the drill `budget`: one token budget for prefill chunks and decodes.

The rules leave one plan for every step, so a trace is compared with the reference's, step by step;
the first difference is laid at the door of the rule that decides it. R7 and R8 are looked at a
second time on their own: they are true or false of a trace without knowing the right one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NotRequired, TypedDict, cast

from hypothesis import strategies as st

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.scenario import digits

NAMES = "ABCDEFGHIJKLMNOP"
KINDS = ("missing", "unknown", "unsampled", "swapped")
KEPT_ROWS = 3  # steps shown before the first that differs


class Workload(TypedDict):
    """One request: `eos_at` 2 makes its second output eos, `at` 1 adds it before step 2."""

    prompt: int
    max_tokens: int
    eos_at: int
    at: int


class WrongUpdate(TypedDict):
    """An update call that must be refused, made in this step before the right one."""

    step: int
    kind: str


class Scenario(TypedDict):
    """The parameters of the scheduler, the requests A, B, ... and the wrong update calls."""

    blocks: int
    size: int
    budget: int
    seqs: int
    cap: int
    eos: int | None
    full_fit: bool
    watermark: int
    requests: list[Workload]
    wrong_updates: list[WrongUpdate]


class State(TypedDict):
    """The scheduler between two calls; a request is "rid state computed held outputs preempted"."""

    requests: list[str]
    waiting: list[str]
    running: list[str]
    free: int


class Refusal(TypedDict):
    """What became of an update call that must be refused."""

    sampled: list[str]
    culprits: list[str]
    raised: str
    named: bool
    changed: bool


class Planned(TypedDict):
    """The plan of a step: rids and counts in plan order, and its other four fields."""

    rids: list[str]
    counts: list[int]
    sample: list[str]
    admitted: list[str]
    preempted: list[str]
    free: int


class Step(Planned):
    """One step: the plan, the state after it, what update did; less where the play ended."""

    planned: NotRequired[State]
    refused: NotRequired[list[Refusal]]
    finished: NotRequired[dict[str, str]]
    last: NotRequired[list[list[int]]]
    updated: NotRequired[State]


class Whole(Planned):
    """A step that was played to its end, as every step of a right program is."""

    planned: State
    refused: NotRequired[list[Refusal]]
    finished: dict[str, str]
    last: list[list[int]]
    updated: State


class Observation(TypedDict):
    """A whole play; `stop` says why it ended early, `where` in which call."""

    steps: list[Step]
    outputs: dict[str, list[int]]
    stop: str
    where: str


# ---------------------------------------------------------------- scenarios


def _request(prompt: int, max_tokens: int, eos_at: int = 0, at: int = 0) -> Workload:
    return {"prompt": prompt, "max_tokens": max_tokens, "eos_at": eos_at, "at": at}


def _scenario(
    numbers: tuple[int, int, int, int],
    requests: list[Workload],
    *,
    cap: int = 0,
    full_fit: bool = True,
    watermark: int = 0,
    wrong: list[WrongUpdate] | None = None,
) -> check.Scenario:
    blocks, size, budget, seqs = numbers
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "budget": budget,
        "seqs": seqs,
        "cap": cap,
        "eos": 0 if any(request["eos_at"] for request in requests) else None,
        "full_fit": full_fit,
        "watermark": watermark,
        "requests": requests,
        "wrong_updates": wrong or [],
    }
    return cast(check.Scenario, scenario)


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    """Make a scenario of small numbers, with hardly more blocks than the largest request needs."""
    spare, size, budget, seqs, cap, fit, watermark, num, eos, wrong, kind, *load = drawn
    size = (2, 1, 4, 2)[size]
    requests = [
        _request(1 + prompt, 1 + outputs, max(0, eos_at - 5), max(0, at - 6))
        for prompt, outputs, eos_at, at in zip(*[iter(load[: 4 * (2, 3)[num]])] * 4, strict=True)
    ]
    scenario: Scenario = {
        "blocks": max(_blocks(request, size) for request in requests) + spare,
        "size": size,
        "budget": (4, 3, 5, 6, 8, 2, 10)[budget],
        "seqs": (2, 3, 4, 3, 2, 1)[seqs],
        "cap": max(0, cap - 3),
        "eos": (0, 50_256, None)[eos],
        "full_fit": fit < 2,
        "watermark": max(0, watermark - 4),
        "requests": requests,
        "wrong_updates": [{"step": wrong - 11, "kind": KINDS[kind]}] if wrong > 11 else [],
    }
    return cast(check.Scenario, scenario)


def _blocks(request: Workload, size: int) -> int:
    return -(-(_work(request) - 1) // size)


SCENARIOS: st.SearchStrategy[check.Scenario] = digits(
    3, 4, 7, 6, 6, 5, 6, 2, 3, 16, 4, *(5, 4, 9, 9) * 3
).map(_drawn)

TELLING: dict[str, check.Scenario] = {
    "one token": _scenario((2, 2, 4, 2), [_request(1, 1)]),
    "a chunked prompt": _scenario((2, 4, 3, 2), [_request(7, 2)]),
    "S0: a decode takes the last block": _scenario((2, 2, 7, 2), [_request(1, 2), _request(2, 2)]),
    "S4: preempted and resumed with its output": _scenario(
        (2, 2, 5, 2), [_request(2, 2), _request(1, 2, 2)], full_fit=False
    ),
    "S3: a watermark, idle and busy": _scenario(
        (4, 1, 4, 2), [_request(3, 2, 2), _request(4, 1)], full_fit=False, watermark=1
    ),
    "a cap for one request alone": _scenario((3, 4, 6, 2), [_request(8, 2)], cap=2),
    "a cap while two are there": _scenario((6, 2, 8, 2), [_request(6, 2), _request(4, 1)], cap=2),
    "one more than max_seqs": _scenario((4, 2, 8, 1), [_request(1, 2), _request(1, 1)]),
    "a blocked head is not overtaken": _scenario(
        (3, 2, 8, 3), [_request(3, 3), _request(4, 1), _request(1, 1)]
    ),
    "an exact fit": _scenario((2, 2, 4, 2), [_request(2, 1), _request(2, 1)]),
    "a blocked head holds on while others run": _scenario(
        (3, 2, 3, 3), [_request(2, 3), _request(4, 2), _request(1, 2, at=1)]
    ),
    "one budget for both passes": _scenario(
        (8, 4, 4, 3), [_request(2, 4), _request(6, 2), _request(5, 1, at=2)]
    ),
    "a long answer to a long prompt": _scenario((600, 1, 300, 1), [_request(280, 270)]),
    "eos as the last token": _scenario((2, 4, 4, 1), [_request(2, 2, 2)]),
    "a large eos": {**_scenario((2, 4, 4, 1), [_request(2, 3, 2)]), "eos": 50_256},
    "the order of the queue": _scenario(
        (2, 1, 2, 2), [_request(2, 1), _request(1, 1, at=1), _request(1, 1)]
    ),
    "admitted by its first chunk": _scenario(
        (4, 1, 2, 2), [_request(1, 1), _request(4, 1)], full_fit=False
    ),
    "a chunk needs two victims": _scenario(
        (4, 2, 6, 3), [_request(8, 1), _request(1, 2), _request(1, 2)], cap=4, full_fit=False
    ),
    "a capped chunk before a decode": _scenario(
        (6, 2, 3, 2), [_request(6, 1), _request(1, 3)], cap=2
    ),
    "nothing to do for a step": _scenario((2, 4, 4, 2), [_request(2, 1), _request(2, 1, at=3)]),
    "three end at once": _scenario(
        (6, 2, 8, 4), [_request(2, 2), _request(1, 2), _request(2, 2), _request(2, 3)]
    ),
    "a sampled token is missing": _scenario(
        (4, 4, 8, 2), [_request(2, 2), _request(3, 2)], wrong=[{"step": 1, "kind": "missing"}]
    ),
    "a token for a stranger": _scenario(
        (4, 4, 8, 2), [_request(2, 2), _request(3, 2)], wrong=[{"step": 1, "kind": "unknown"}]
    ),
    "a token for a chunk": _scenario(
        (4, 4, 4, 2), [_request(2, 2), _request(5, 2)], wrong=[{"step": 1, "kind": "unsampled"}]
    ),
    "one missing, one too many": _scenario(
        (4, 4, 8, 2), [_request(2, 2), _request(3, 2)], wrong=[{"step": 2, "kind": "swapped"}]
    ),
    "worked example": _scenario((8, 4, 6, 4), [_request(3, 5), _request(13, 2)]),
    "the three requests of the other drill": _scenario(
        (5, 4, 8, 8), [_request(6, 4), _request(5, 4), _request(3, 4)]
    ),
    "S1: caps, preemption, a late arrival": _scenario(
        (6, 2, 4, 3),
        [_request(6, 4, 2), _request(7, 2), _request(4, 2, at=1)],
        cap=3,
        full_fit=False,
    ),
    "S2: caps, full fit, two late arrivals": _scenario(
        (5, 4, 5, 2),
        [_request(8, 5), _request(8, 2, 2), _request(1, 3, 2, 1), _request(2, 2, 2, 2)],
        cap=2,
    ),
}


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows it; bounded, so that a play stays short."""
    s = cast(Scenario, scenario)
    requests = s["requests"]
    least = min(s["blocks"], s["size"], s["budget"], s["seqs"]) >= 1 and s["cap"] >= 0
    small = 1 <= len(requests) <= 12 and sum(_work(request) for request in requests) <= 600
    return (
        least
        and small
        and s["watermark"] >= 0
        and max(s["blocks"], s["size"], s["budget"], s["seqs"], s["cap"], s["watermark"]) < 1000
        and (s["eos"] is None or 0 <= s["eos"] < 100_000)
        and all(_fits(request, s) for request in requests)
        and len(s["wrong_updates"]) <= 4
        and all(w["step"] >= 1 and w["kind"] in KINDS for w in s["wrong_updates"])
    )


def _work(request: Workload) -> int:
    return request["prompt"] + request["max_tokens"]


def _fits(request: Workload, s: Scenario) -> bool:
    return (
        min(request["prompt"], request["max_tokens"]) >= 1
        and request["eos_at"] >= 0
        and 0 <= request["at"] <= 60
        and _blocks(request, s["size"]) <= s["blocks"]
    )


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload as lines that a person can draw."""
    s = cast(Scenario, scenario)
    lines = [
        f"{_count(s['blocks'], 'block')} of {_count(s['size'], 'token')}, "
        f"{_count(s['budget'], 'token')} a step, at most {s['seqs']} running"
    ]
    extras = [
        f"chunk_cap {s['cap']}" * bool(s["cap"]),
        "full_fit off" * (not s["full_fit"]),
        f"watermark {s['watermark']}" * bool(s["watermark"]),
    ]
    if any(extras):
        lines.append(", ".join(filter(None, extras)))
    for name, request in zip(NAMES, s["requests"], strict=False):
        line = f"{name}    prompt {_count(request['prompt'], 'token')}, max_tokens "
        line += str(request["max_tokens"])
        if s["eos"] is not None and 0 < request["eos_at"] <= request["max_tokens"]:
            line += f", its output {request['eos_at']} is eos ({s['eos']})"
        if request["at"]:
            line += f", added before step {request['at'] + 1}"
        lines.append(line)
    says = {
        "missing": "without one sampled rid",
        "unknown": "with a rid that was never added, ghost",
        "unsampled": "with a rid that was not sampled",
        "swapped": "with ghost in the place of a sampled rid",
    }
    lines += [
        f"step {w['step']}: update is also called {says[w['kind']]}" for w in s["wrong_updates"]
    ]
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# ---------------------------------------------------------------- the first difference


@dataclass(frozen=True)
class Line:
    """One request in a state."""

    state: str
    computed: int
    held: int
    outputs: int
    preemptions: int


@dataclass(frozen=True)
class Moment:
    """What a step is decided on: the state before it, arrivals included."""

    s: Scenario
    lines: dict[str, Line]
    waiting: list[str]
    running: list[str]
    free: int

    @property
    def cap(self) -> int:
        """Return the cap that R1 gives this step, 0 for none."""
        return self.s["cap"] if len(self.waiting) + len(self.running) >= 2 else 0

    def rest(self, rid: str) -> int:
        """Return total - computed of a request."""
        line = self.lines[rid]
        return self.s["requests"][NAMES.index(rid)]["prompt"] + line.outputs - line.computed


@dataclass(frozen=True)
class Finding:
    """The rule that a difference breaks, and both sides in words."""

    rule: str
    must: str
    got: str


def _lines(state: State) -> dict[str, Line]:
    found: dict[str, Line] = {}
    for text in state["requests"]:
        rid, name, *numbers = text.split()
        computed, held, outputs, preemptions = map(int, numbers)
        found[rid] = Line(name, computed, held, outputs, preemptions)
    return found


def _moment(s: Scenario, steps: list[Step], index: int) -> Moment:
    lines: dict[str, Line] = {}
    waiting: list[str] = []
    running: list[str] = []
    free = s["blocks"]
    if index and "updated" in steps[index - 1]:
        state = cast(Whole, steps[index - 1])["updated"]
        lines, waiting = _lines(state), [*state["waiting"]]
        running, free = state["running"], state["free"]
    for name, request in zip(NAMES, s["requests"], strict=False):
        if request["at"] == index:
            lines[name] = Line("waiting", 0, 0, 0, 0)
            waiting.append(name)
    return Moment(s, lines, waiting, running, free)


def _plan(step: Planned) -> str:
    """Return a plan in words: "A1 B5", "A1 (preempts B)"."""
    words = " ".join(f"{rid}{n}" for rid, n in zip(step["rids"], step["counts"], strict=True))
    lost = f" (preempts {' '.join(step['preempted'])})" if step["preempted"] else ""
    return (words or "nothing") + lost


def _both(rule: str, must: Planned, got: Planned) -> Finding:
    left, right = _plan(must), _plan(got)
    if left == right:
        left += f", admits {' '.join(must['admitted']) or 'nobody'}"
        right += f", admits {' '.join(got['admitted']) or 'nobody'}"
    return Finding(rule, left, right)


def _of_plan(now: Moment, must: Step, got: Step) -> Finding | None:
    """Walk through the decisions of a step in their order; return the first that differs."""
    due = dict(zip(must["rids"], must["counts"], strict=True))
    given = dict(zip(got["rids"], got["counts"], strict=True))
    rule = _in_running_pass(now, due, given, must, got) or _in_waiting_pass(
        now, due, given, must, got
    )
    if not rule and due != given:
        rule = "R7"  # tokens for somebody who neither runs nor waits
    if not rule and must["rids"] != got["rids"]:
        first = len(must["rids"]) - len(must["admitted"])
        rule = "R2" if must["rids"][:first] != got["rids"][:first] else "R5"
    return _both(rule, must, got) if rule else None


def _in_running_pass(
    now: Moment, due: dict[str, int], given: dict[str, int], must: Step, got: Step
) -> str | None:
    for rid in now.running:
        if (rid in must["preempted"]) != (rid in got["preempted"]):
            return "R3"
        if rid in got["preempted"] and given.get(rid) and rid not in got["admitted"]:
            return "R3"  # who has lost its blocks is not served in the same step
        if rid in due and due[rid] != given.get(rid):
            return _rule_of_running(now, due[rid], given.get(rid), must, got)
    return "R3" if must["preempted"] != got["preempted"] else None


def _in_waiting_pass(
    now: Moment, due: dict[str, int], given: dict[str, int], must: Step, got: Step
) -> str | None:
    for rid in [*must["admitted"], *got["admitted"]]:
        if due.get(rid) != given.get(rid) or (rid in must["admitted"]) != (rid in got["admitted"]):
            return _rule_of_waiting(now, rid, due, given)
    return "R4" if must["admitted"] != got["admitted"] else None


def _rule_of_running(now: Moment, due: int, given: int | None, must: Step, got: Step) -> str:
    """A request that runs got another count: by the budget, the cap, or for lack of blocks."""
    if (given or 0) < due and must["preempted"] != got["preempted"]:
        return "R3"  # it gets by with less, or waits, where somebody must give way
    if given is None:
        return "R2" if got["admitted"] else "R7"
    return "R1" if given < due and _cap_misread(now, due, given) else "R2"


def _cap_misread(now: Moment, due: int, given: int) -> bool:
    """Return whether a request got less because of a cap that does not hold in this step."""
    return not now.cap and given == min(now.s["cap"], due)


def _rule_of_waiting(now: Moment, rid: str, due: dict[str, int], given: dict[str, int]) -> str:
    left = now.s["budget"] - sum(due.values())
    if rid in given and rid in due:
        if given[rid] < due[rid] and _cap_misread(now, due[rid], given[rid]):
            return "R1"
        # Subtle: a whole prompt that is too long looks the same with a fresh budget and without
        # chunking; only a chunk that is too long gives the fresh budget away.
        cut = now.cap or now.rest(rid)
        return "R1" if due[rid] < given[rid] < min(cut, now.rest(rid)) else "R4"
    return "R1" if rid in given and left <= 0 else "R4"


def _of_state(must: Whole, got: Whole) -> Finding | None:
    """Same decisions: compare what they did to the requests, the sample and the counts."""
    before, after = _lines(must["planned"]), _lines(got["planned"])
    for rid, line in before.items():
        other = after[rid]
        if line != other:
            return _of_request(rid, line, other, must)
    if must["sample"] != got["sample"]:
        return _words("R5", must, got, "samples {}", must["sample"], got["sample"])
    moved = "R3" if must["preempted"] else "R4"
    for name in ("waiting", "running"):
        mine, theirs = must["planned"][name], got["planned"][name]
        if mine != theirs:
            return _words(moved, must, got, name + " {}", mine, theirs)
    free = [str(step["planned"]["free"]) for step in (must, got)]
    if free[0] != free[1]:
        rule = "R3" if must["preempted"] else "R2"
        return _words(rule, must, got, "{} free", free[:1], free[1:])
    if must["free"] != got["free"]:
        return _words("R5", must, got, "plan.free {}", [str(must["free"])], [str(got["free"])])
    return None


def _of_request(rid: str, line: Line, other: Line, must: Planned) -> Finding:
    lost, joined = rid in must["preempted"], rid in must["admitted"]
    idle = rid not in must["rids"] and not lost
    fields = (
        ("outputs", "R8", "R8", "R8"),
        ("held", "R3", "R2", "R4"),
        ("computed", "R3", "R5", "R4"),
        ("preemptions", "R3", "R3", "R3"),
        ("state", "R3", "R4" if joined else "R7", "R7"),
    )
    for name, *rules in fields:
        mine, theirs = getattr(line, name), getattr(other, name)
        if mine != theirs:
            rule = rules[0 if lost else 2 if idle else 1]
            plan = _plan(must)
            return Finding(rule, f"{plan}; {rid}: {name} {mine}", f"{plan}; {rid}: {name} {theirs}")
    raise AssertionError(f"{line} and {other} are equal")


def _words(
    rule: str, must: Planned, got: Planned, says: str, mine: list[str], theirs: list[str]
) -> Finding:
    left, right = (says.format(" ".join(names) or "nobody") for names in (mine, theirs))
    return Finding(rule, f"{_plan(must)}; {left}", f"{_plan(got)}; {right}")


def _of_update(must: Whole, got: Step, stop: str) -> Finding | None:
    """Same plan and state: compare what became of it in update."""
    refused = _of_refusals(must.get("refused", []), got.get("refused", []))
    if refused:
        return refused
    if "updated" not in got:
        return Finding("R6", _ends(must), stop or "update did not return")
    if must["finished"] != got.get("finished"):
        return Finding("R6", _ends(must), _ends(got))
    if must["last"] != got.get("last"):
        return Finding("R6", f"outputs end in {must['last']}", f"outputs end in {got.get('last')}")
    return _of_rest(must["updated"], got["updated"])


def _of_rest(must: State, got: State) -> Finding | None:
    after = _lines(got)
    for rid, line in _lines(must).items():
        if line != after[rid]:
            return Finding("R6", _after(rid, line), _after(rid, after[rid]))
    sides = [
        f"then running: {' '.join(state['running']) or 'nobody'}, "
        f"waiting: {' '.join(state['waiting']) or 'nobody'}, {state['free']} free"
        for state in (must, got)
    ]
    return Finding("R6", *sides) if sides[0] != sides[1] else None


def _after(rid: str, line: Line) -> str:
    return (
        f"then {rid}: {line.state}, computed {line.computed}, holds {line.held}, "
        f"{line.outputs} outputs"
    )


def _ends(step: Step | Whole) -> str:
    ends = step.get("finished", {})
    return f"{_plan(step)}; " + (
        ", ".join(f"{r}: {ends[r]}" for r in sorted(ends)) or "nobody ends"
    )


def _of_refusals(must: list[Refusal], got: list[Refusal]) -> Finding | None:
    for mine, theirs in zip(must, got, strict=False):
        if mine != theirs:
            call = f"update with {' '.join(mine['sampled']) or 'no rid'}"
            wish = f"{call}: ValueError naming {' or '.join(mine['culprits'])}"
            return Finding("R9", wish, f"{call}: {_refusal(theirs)}")
    return None if len(must) == len(got) else Finding("R9", "ValueError", "no ValueError")


def _refusal(refusal: Refusal) -> str:
    if refusal["raised"] == "nothing":
        return "accepted"
    if refusal["changed"]:
        return f"{refusal['raised']}, but the state has changed"
    return refusal["raised"] + ("" if refusal["named"] else " that does not name it")


def _of_missing(must: Step, where: str, stop: str) -> Finding:
    """The play ended before this step had a plan: name the rule that was at work."""
    if where in ("add", "plan"):  # refused by what is given, or no Plan at all
        return Finding("R4" if where == "add" else "R5", _plan(must), stop)
    rule = "R7" if not must["rids"] else "R2"
    if must["admitted"]:
        rule = "R4"
    if must["preempted"]:
        rule = "R3"
    return Finding(rule, _plan(must), stop or "ends before this step")


def _of_step(now: Moment, must: Step, got: Step, stop: str) -> Finding | None:
    found = _of_plan(now, must, got)
    if found is None and "planned" not in got:
        found = Finding("R5" if must["sample"] != got["sample"] else "R7", _plan(must), stop)
    return (
        found
        or _of_state(cast(Whole, must), cast(Whole, got))
        or _of_update(cast(Whole, must), got, stop)
    )


@lru_cache(maxsize=8)
def _first(run: Run) -> tuple[str, Difference] | None:
    """Return the first difference and the rule that it breaks, or None if the plays agree."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    s = cast(Scenario, run.scenario)
    for index, step in enumerate(must["steps"]):
        now = _moment(s, must["steps"], index)
        if index >= len(got["steps"]):
            found: Finding | None = _of_missing(step, got["where"], got["stop"])
        elif step == got["steps"][index]:
            continue
        else:
            found = _of_step(now, step, got["steps"][index], got["stop"])
        found = found or Finding("R7", _plan(step), got["stop"] or "something else")
        return found.rule, _difference(must["steps"], index, found, now)
    last = len(must["steps"])
    ending = Finding("R6", "every request has ended", got["stop"] or "another step")
    if len(got["steps"]) == last and not got["stop"]:
        ending = Finding("R8", f"outputs {must['outputs']}", f"outputs {got['outputs']}")
    return ending.rule, _difference(must["steps"], last, ending, None)


def _difference(steps: list[Step], index: int, found: Finding, now: Moment | None) -> Difference:
    start = max(0, index - KEPT_ROWS)
    rows = [Row(str(i + 1), _plan(steps[i]), _plan(steps[i])) for i in range(start, index)]
    label = str(index + 1) if now else "end"
    return Difference((*rows, Row(label, found.must, found.got)), before=_picture(now))


def _picture(now: Moment | None) -> str | None:
    """Return the state before the last row, a line a request."""
    if now is None or not now.lines:
        return None
    lines = [f"{now.free} of {now.s['blocks']} blocks free"]
    for rid in [*now.running, *now.waiting]:
        line = now.lines.get(rid)
        if line:
            total = line.computed + now.rest(rid)
            lines.append(
                f"{rid}  {'running' if rid in now.running else line.state:9}  "
                f"{line.computed} of {total} tokens computed, holds {line.held}"
            )
    return "\n".join(lines)


# ---------------------------------------------------------------- without the reference


def _invariants(s: Scenario, steps: list[Step]) -> Iterator[tuple[int, str, str]]:
    """Yield (index, must, got) for every step that cannot be right whatever the right one is."""
    running: list[str] = []
    for index, step in enumerate(steps):
        for holds, must, got in _laws(s, running, step):
            if not holds:
                yield index, must, got
        if "updated" not in step:
            return
        running = step["updated"]["running"]


def _laws(s: Scenario, running: list[str], step: Step) -> Iterator[tuple[bool, str, str]]:
    plan, used, lost = _plan(step), sum(step["counts"]), step["preempted"]
    yield used <= s["budget"], f"at most {s['budget']} tokens", f"{plan}: {used} tokens"
    yield all(n >= 1 for n in step["counts"]), "at least 1 token each", plan
    stalled = [rid for rid in running if rid not in step["rids"] and rid not in lost]
    yield not stalled, "every running request is planned or preempted", f"{plan}, not {stalled}"
    tail = running[len(running) - len(lost) :][::-1]
    yield lost == tail, f"the last of running go first: {tail}", plan
    both = bool(lost and step["admitted"])
    yield not both, "no admission in a step that preempts", f"{plan}, admits {step['admitted']}"
    if "planned" not in step:
        return
    held = 0
    for text in step["planned"]["requests"]:
        rid, state, computed, holds, *_ = text.split()
        blocks = -(-int(computed) // s["size"])
        held += int(holds)
        yield blocks == int(holds), f"{rid} holds {blocks}, for {computed} tokens", f"{holds}"
        open_ = state != "finished" and not step["rids"]
        yield not open_, "at least one token, as requests are unfinished", plan
    free = step["free"]
    says = f"{free} free and {held} held"
    yield free + held == s["blocks"], f"free and held make {s['blocks']}", says
    yield free == step["planned"]["free"], "plan.free is what is free", says


@lru_cache(maxsize=64)
def _alone(prompt: tuple[int, ...], max_tokens: int, eos_at: int, eos: int | None) -> list[int]:
    """Return what a request generates with nobody else there; the model is the driver's."""
    outputs: list[int] = []
    while len(outputs) < max_tokens:
        if eos is not None and len(outputs) + 1 == eos_at:
            return [*outputs, eos]
        state = 17
        for token in (*prompt, *outputs):
            state = (state * 31 + token + 1) % 9973
        outputs.append(state % 89 + (10 if eos is None or eos < 10 else eos + 1))
    return outputs


# ---------------------------------------------------------------- rules


def _claimed(run: Run, rule: str) -> Difference | None:
    first = _first(run)
    return first[1] if first and first[0] == rule else None


def the_step_has_one_budget_and_one_cap(run: Run) -> Difference | Told:
    """R1."""
    return _claimed(run, "R1") or Told.HELD


def running_requests_come_first_in_their_order(run: Run) -> Difference | Told:
    """R2."""
    return _claimed(run, "R2") or Told.HELD


def the_last_of_running_gives_way(run: Run) -> Difference | Told:
    """R3; at stake when somebody is preempted."""
    stake = any(step["preempted"] for step in cast(Observation, run.must)["steps"])
    return _claimed(run, "R3") or (Told.HELD if stake else Told.IDLE)


def the_head_of_waiting_is_admitted_if_it_fits(run: Run) -> Difference | Told:
    """R4."""
    return _claimed(run, "R4") or Told.HELD


def the_plan_says_what_happened(run: Run) -> Difference | Told:
    """R5."""
    return _claimed(run, "R5") or Told.HELD


def update_appends_and_ends(run: Run) -> Difference | Told:
    """R6."""
    return _claimed(run, "R6") or Told.HELD


def every_step_keeps_the_laws(run: Run) -> Difference | Told:
    """R7: told from the learner's trace alone, wherever it parts from the reference's."""
    claimed = _claimed(run, "R7")
    if claimed:
        return claimed
    steps = cast(Observation, run.got)["steps"]
    for index, must, got in _invariants(cast(Scenario, run.scenario), steps):
        now = _moment(cast(Scenario, run.scenario), steps, index)
        return _difference(steps, index, Finding("R7", must, got), now)
    return Told.HELD


def outputs_are_those_of_each_alone(run: Run) -> Difference | Told:
    """R8: told from the learner's outputs alone, once the play has come to its end."""
    claimed = _claimed(run, "R8")
    got, s = cast(Observation, run.got), cast(Scenario, run.scenario)
    if claimed or got["stop"]:
        return claimed or Told.HELD
    for index, request in enumerate(s["requests"]):
        prompt = tuple((7 * index + place) % 10 for place in range(request["prompt"]))
        alone = _alone(prompt, request["max_tokens"], request["eos_at"], s["eos"])
        if got["outputs"].get(NAMES[index]) != alone:
            row = Row("end", f"{NAMES[index]}: {alone}", str(got["outputs"].get(NAMES[index])))
            return Difference((row,))
    steps = cast(list[Whole], got["steps"])
    free = steps[-1]["updated"]["free"] if steps else s["blocks"]
    if free != s["blocks"]:
        return Difference((Row("end", f"{s['blocks']} blocks free", f"{free} blocks free"),))
    return Told.HELD


def a_wrong_update_is_refused(run: Run) -> Difference | Told:
    """R9; at stake when the scenario makes such a call."""
    stake = any("refused" in step for step in cast(Observation, run.must)["steps"])
    return _claimed(run, "R9") or (Told.HELD if stake else Told.IDLE)


RULES: dict[str, Check] = {
    "R1": the_step_has_one_budget_and_one_cap,
    "R2": running_requests_come_first_in_their_order,
    "R3": the_last_of_running_gives_way,
    "R4": the_head_of_waiting_is_admitted_if_it_fits,
    "R5": the_plan_says_what_happened,
    "R6": update_appends_and_ends,
    "R7": every_step_keeps_the_laws,
    "R8": outputs_are_those_of_each_alone,
    "R9": a_wrong_update_is_refused,
}
