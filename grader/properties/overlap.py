"""Hidden checks of the drill `overlap`: plan the next batch while the last one is on the GPU.

The rules leave one trace, so events are compared with the reference's one by one, and the first
difference is laid at the door of the rule that decides it. R6 and R7 need no reference: plain
synchronous generation, and counting.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypedDict, cast

from hypothesis import strategies as st

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.scenario import digits

NAMES = "ABCDEFGH"
KEPT_ROWS = 4  # events shown before the first that differs


class Workload(TypedDict):
    """One request; `eos_at` 2 makes its second output eos, 0 none."""

    prompt: int
    max_tokens: int
    eos_at: int


class Scenario(TypedDict):
    """The arguments of run_overlap; the requests are A, B, ..."""

    budget: int
    seqs: int
    depth: int
    eos: int | None
    requests: list[Workload]


class Observation(TypedDict):
    """A trace as text, see the driver; `stop` says why there is none."""

    events: list[str]
    outputs: dict[str, list[int]]
    scheduled: dict[str, int]
    wasted: int
    stop: str
    named: bool


# ---------------------------------------------------------------- scenarios


def _scenario(
    requests: list[tuple[int, int, int]], budget: int = 1, seqs: int = 1, depth: int = 2
) -> check.Scenario:
    scenario: Scenario = {
        "budget": budget,
        "seqs": seqs,
        "depth": depth,
        "eos": 0 if any(eos_at for _, _, eos_at in requests) else None,
        "requests": [
            {"prompt": prompt, "max_tokens": max_tokens, "eos_at": eos_at}
            for prompt, max_tokens, eos_at in requests
        ],
    }
    return cast(check.Scenario, scenario)


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    budget, seqs, depth, eos, num, bad, value, *load = drawn
    entries = [iter(load[: 3 * (2, 1, 3)[num]])] * 3
    scenario: Scenario = {
        "budget": (4, 1, 2, 3, 6)[budget],
        "seqs": (2, 1, 3)[seqs],
        "depth": (2, 2, 3, 1, 4)[depth],
        "eos": (0, 2, None)[eos],
        "requests": [
            {"prompt": 1 + prompt, "max_tokens": 1 + outputs, "eos_at": max(0, eos_at - 4)}
            for prompt, outputs, eos_at in zip(*entries, strict=True)
        ],
    }
    if bad == 0:
        scenario["depth"] = -value
    elif bad == 1:
        scenario["budget"] = -value
    elif bad == 2:
        scenario["seqs"] = -value
    elif bad == 3:
        scenario["requests"][-1]["prompt"] = -value
    elif bad == 4:
        scenario["requests"][-1]["max_tokens"] = -value
    return cast(check.Scenario, scenario)


SCENARIOS: st.SearchStrategy[check.Scenario] = digits(5, 3, 5, 3, 3, 40, 3, *(5, 5, 9) * 3).map(
    _drawn
)

TELLING: dict[str, check.Scenario] = {
    "one token": _scenario([(1, 1, 0)]),
    "three tokens, one behind the other": _scenario([(1, 3, 0)], depth=1),
    "a prompt in two pieces": _scenario([(2, 1, 0)]),
    "a prompt in three pieces": _scenario([(3, 1, 0)]),
    "the second token is planned before the first is here": _scenario([(1, 2, 0)]),
    "the slot of a request that is on its last token": _scenario([(1, 1, 0), (1, 1, 0)]),
    "three tokens": _scenario([(1, 3, 0)]),
    "eos comes first": _scenario([(1, 2, 1)]),
    "eos as the last token": _scenario([(1, 2, 2)]),
    "eos in the middle": _scenario([(1, 4, 2)]),
    "eos with three in flight": _scenario([(1, 5, 2)], depth=3),
    "four in flight": _scenario([(2, 5, 0)], depth=4),
    "a length stop with three in flight": _scenario([(1, 2, 0)], depth=3),
    "a slot freed by eos": _scenario([(1, 3, 1), (1, 2, 0)]),
    "one slot": _scenario([(1, 3, 0), (1, 1, 0)], budget=2),
    "who waits gets what is left": _scenario([(3, 2, 0), (3, 2, 0)], budget=4, seqs=2),
    "the budget stops the pass": _scenario([(4, 2, 0), (2, 1, 0), (1, 1, 0)], budget=5, seqs=3),
    "two end together": _scenario([(1, 2, 0), (1, 2, 0), (2, 2, 0)], budget=4, seqs=3),
    "chunks and decodes": _scenario([(3, 3, 0), (5, 2, 0)], budget=4, seqs=8),
    "one after the other": _scenario([(3, 3, 0), (5, 2, 0)], budget=4, seqs=8, depth=1),
    "a large eos": {**_scenario([(1, 4, 2)]), "eos": 50_256},
    "hundreds in flight": _scenario([(1, 270, 0)], depth=260),
    "no requests": _scenario([]),
    "no depth": _scenario([(1, 1, 0)], depth=0),
    "a negative budget": _scenario([(1, 1, 0)], budget=-2),
    "no slots": _scenario([(1, 1, 0)], seqs=-3),
    "an empty prompt": _scenario([(2, 2, 0), (0, 1, 0)]),
    "nothing to generate": _scenario([(2, 2, 0), (1, -4, 0)]),
}


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether it can be played; sizes below 1 may be, as R8 is about them."""
    s = cast(Scenario, scenario)
    numbers = [s["budget"], s["seqs"], s["depth"]]
    for request in s["requests"]:
        numbers += [request["prompt"], request["max_tokens"]]
    return (
        len(s["requests"]) <= len(NAMES)
        and all(-20 <= number <= 300 for number in numbers)
        and sum(numbers) - s["depth"] <= 300
        and all(request["eos_at"] >= 0 for request in s["requests"])
        and (s["eos"] is None or 0 <= s["eos"] < 100_000)
    )


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload as lines that a person can draw."""
    s = cast(Scenario, scenario)
    eos = s["eos"]
    lines = [f"token_budget {s['budget']}, max_seqs {s['seqs']}, depth {s['depth']}, eos {eos}"]
    for name, request in zip(NAMES, s["requests"], strict=False):
        line = f"{name}    prompt_tokens {request['prompt']}, max_tokens {request['max_tokens']}"
        if eos is not None and 0 < request["eos_at"] <= request["max_tokens"]:
            line += f", its token {request['eos_at']} is eos"
        lines.append(line)
    return lines if s["requests"] else [*lines, "no requests"]


def _is_bad(s: Scenario) -> bool:
    sizes = [s["depth"], s["budget"], s["seqs"]]
    return min(sizes) < 1 or any(min(r["prompt"], r["max_tokens"]) < 1 for r in s["requests"])


# ---------------------------------------------------------------- events


@dataclass(frozen=True)
class Event:
    """One event: counts of a launch or tokens of a delivery, and sources or finished rids."""

    launch: bool
    step: int
    entries: dict[str, int]
    sources: dict[str, int]
    finished: list[str]


@lru_cache(maxsize=512)
def _event(text: str) -> Event:
    head, _, tail = text.partition(" / ")
    kind, step, *words = head.split()
    if kind == "S":
        entries = {word[0]: int(word[1:]) for word in words}
        sources = {word[0]: int(word[2:]) for word in tail.split()}
        return Event(True, int(step), entries, sources, [])
    return Event(False, int(step), {w[0]: int(w[2:]) for w in words}, {}, tail.split())


def _say(text: str | None) -> str:
    """Return an event in words: "launch 3: A1 B1, A's input from step 2"."""
    if text is None:
        return "nothing more"
    event = _event(text)
    if event.launch:
        words = " ".join(f"{rid}{n}" for rid, n in event.entries.items()) or "nothing"
        inputs = [f"{rid}'s input from step {n}" for rid, n in event.sources.items()]
        return f"launch {event.step}: " + ", ".join([words, *inputs])
    words = " ".join(f"{rid}={token}" for rid, token in event.entries.items()) or "no token"
    ends = [f"{' '.join(event.finished)} done"] if event.finished else []
    return f"deliver {event.step}: " + ", ".join([words, *ends])


@dataclass
class Life:
    """One request in a replay of the events so far."""

    prompt: int
    max_tokens: int
    computed: int = 0
    delivered: int = 0
    in_flight: int = 0
    admitted: bool = False
    done: bool = False

    @property
    def total(self) -> int:
        """Return prompt and delivered outputs."""
        return self.prompt + self.delivered

    @property
    def last_is_on_the_way(self) -> bool:
        """Return whether the last token that max_tokens allows is in flight or here."""
        return self.computed >= self.prompt and self.delivered + self.in_flight >= self.max_tokens


@dataclass
class Replay:
    """What is known after some events of a right trace."""

    s: Scenario
    lives: dict[str, Life] = field(default_factory=dict[str, Life])
    flying: int = 0

    def __post_init__(self) -> None:
        for name, request in zip(NAMES, self.s["requests"], strict=False):
            self.lives[name] = Life(request["prompt"], request["max_tokens"])

    def feed(self, event: Event) -> None:
        """Take one event."""
        self.flying += 1 if event.launch else -1
        for rid, number in event.entries.items():
            life = self.lives[rid]
            life.admitted = True
            if event.launch:
                life.computed += number
                life.in_flight += life.computed == life.total + life.in_flight
            else:
                life.delivered += 1
                life.in_flight -= 1
        for rid in event.finished:
            self.lives[rid].done = True

    @property
    def num_running(self) -> int:
        """Return how many hold a slot."""
        return sum(life.admitted and not life.done for life in self.lives.values())


def _blame(now: Replay, must: Event | None, got: Event | None) -> str:
    """Return the rule that is broken where two traces part."""
    if got is None or must is None:
        return _blame_end(now, must, got)
    if must.launch and not got.launch:
        return _blame_no_launch(now, must)
    if got.launch and not must.launch:
        return _blame_launch(now, got)
    if must.step != got.step:
        return "R1"
    return _blame_plans(now, must, got) if must.launch else _blame_deliveries(now, must, got)


def _blame_end(now: Replay, must: Event | None, got: Event | None) -> str:
    if got is None:
        return _blame_no_launch(now, must) if must and must.launch else "R1"
    return _blame_launch(now, got) if got.launch else "R1"


def _blame_no_launch(now: Replay, must: Event) -> str:
    """A batch is missing: not launched in time, or its plan was taken for empty."""
    lives = [now.lives[rid] for rid in must.entries]
    if all(life.admitted and life.computed >= life.prompt for life in lives):
        # Subtle: with nothing in flight no placeholder is at work; then either the last token was
        # given up one too early, or the count of those in flight is wrong.
        last = all(life.delivered + life.in_flight + 1 >= life.max_tokens for life in lives)
        return "R2" if last or all(life.in_flight for life in lives) else "R3"
    freed = any(life.done for life in now.lives.values())
    return "R5" if freed and not any(life.admitted for life in lives) else "R1"


def _blame_launch(now: Replay, got: Event) -> str:
    """A batch too many: too deep, or of requests that need nothing."""
    if not got.entries:
        return "R1"
    if any(now.lives[rid].done for rid in got.entries):
        return "R5"
    if any(_again(now.lives[rid], rid, got) for rid in got.entries):
        return "R3"
    if any(life.last_is_on_the_way for life in _known(now, got)):
        return "R2"
    if any(not now.lives[rid].admitted for rid in got.entries) and now.flying < now.s["depth"]:
        return _of_slot(now)
    return "R1" if now.flying >= now.s["depth"] else "R3"


def _again(life: Life, rid: str, got: Event) -> bool:
    """Return whether tokens are launched a second time: nothing is said to be in flight."""
    return life.in_flight > 0 and life.computed >= life.total and rid not in got.sources


def _known(now: Replay, event: Event) -> list[Life]:
    return [now.lives[rid] for rid in event.entries if now.lives[rid].admitted]


def _of_slot(now: Replay) -> str:
    """Somebody got a slot that was not free: given up too early, or one too many."""
    early = any(life.last_is_on_the_way and not life.done for life in now.lives.values())
    return "R5" if early and now.num_running >= now.s["seqs"] else "R2"


def _blame_plans(now: Replay, must: Event, got: Event) -> str:
    for rid in now.lives:
        life = now.lives[rid]
        due, given = must.entries.get(rid), got.entries.get(rid)
        if due == given:
            continue
        if life.done:
            return "R5"
        if life.admitted:
            return "R2"
        if due is None:
            return _of_slot(now)
        freed = any(other.done for other in now.lives.values())
        return "R5" if given is None and freed else "R2"
    return "R4"


def _blame_deliveries(now: Replay, must: Event, got: Event) -> str:
    for rid in now.lives:
        if (rid in must.entries) != (rid in got.entries):
            return "R5" if now.lives[rid].done else "R3"
    return "R6" if must.entries != got.entries else "R5"


# ---------------------------------------------------------------- the first difference


@lru_cache(maxsize=8)
def _first(run: Run) -> tuple[str, Difference] | None:
    """Return the first difference and the rule that it breaks, or None if the traces agree."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    s = cast(Scenario, run.scenario)
    if _is_bad(s):
        return "R8", Difference((_row("the call", "ValueError that names the value", _stop(got)),))
    if got["stop"]:
        rule = "R8" if got["stop"] == "ValueError" else "R1"
        return rule, Difference((_row("the call", "a trace", got["stop"]),))
    now = Replay(s)
    for index in range(max(len(must["events"]), len(got["events"]))):
        wish, real = _at(must["events"], index), _at(got["events"], index)
        if wish != real or wish is None:
            rule = _blame(now, wish and _event(wish), real and _event(real))  # type: ignore[arg-type]
            return rule, _difference(must["events"], index, _say(wish), _say(real), now)
        now.feed(_event(wish))
    return _of_totals(must, got)


def _of_totals(must: Observation, got: Observation) -> tuple[str, Difference]:
    """Same events: one of the totals is wrong."""
    if must["wasted"] != got["wasted"]:
        return "R5", Difference((_row("wasted", str(must["wasted"]), str(got["wasted"])),))
    if must["scheduled"] != got["scheduled"]:
        row = _row("scheduled", str(must["scheduled"]), str(got["scheduled"]))
        return "R7", Difference((row,))
    return "R6", Difference((_row("outputs", str(must["outputs"]), str(got["outputs"])),))


def _at(events: list[str], index: int) -> str | None:
    return events[index] if index < len(events) else None


def _row(label: str, must: str, got: str) -> Row:
    return Row(label, must, got)


def _stop(got: Observation) -> str:
    if not got["stop"]:
        return "no exception"
    return "ValueError that does not name it" if got["stop"] == "ValueError" else got["stop"]


def _difference(events: list[str], index: int, must: str, got: str, now: Replay) -> Difference:
    start = max(0, index - KEPT_ROWS)
    rows = [Row(str(i + 1), _say(events[i]), _say(events[i])) for i in range(start, index)]
    picture = [
        f"{rid}  {_word(life):8} computed {life.computed}, "
        f"prompt {life.prompt} + delivered {life.delivered}, in flight {life.in_flight}"
        for rid, life in now.lives.items()
    ]
    before = "\n".join([f"{now.flying} in flight, {now.num_running} running", *picture])
    return Difference((*rows, Row(str(index + 1), must, got)), heading="event", before=before)


def _word(life: Life) -> str:
    return "done" if life.done else "running" if life.admitted else "waiting"


# ---------------------------------------------------------------- without the reference


def _alone(s: Scenario, index: int) -> list[int]:
    """Return what synchronous generation gives for one request; the model is the driver's."""
    request = s["requests"][index]
    outputs: list[int] = []
    while len(outputs) < request["max_tokens"]:
        k = len(outputs) + 1
        if s["eos"] is not None and k == request["eos_at"]:
            return [*outputs, s["eos"]]
        outputs.append(10 + (7 * index + 3 * k) % 50)
    return outputs


def _count(s: Scenario, got: Observation) -> Row | None:
    """Return where the number of tokens breaks R7."""
    late = 0
    for index, request in enumerate(s["requests"]):
        name, outputs = NAMES[index], len(_alone(s, index))
        least = request["prompt"] + outputs - 1
        spare = s["depth"] - 1 if outputs < request["max_tokens"] else 0
        spare = min(spare, request["max_tokens"] - outputs)
        late += spare
        scheduled = got["scheduled"].get(name, 0)
        if not least <= scheduled <= least + spare:
            bound = f"{least} tokens" + (f" to {least + spare}" if spare else "")
            return _row(f"{name} in all", bound, f"{scheduled} tokens")
    if got["wasted"] > late:
        return _row("wasted in all", f"at most {late}", str(got["wasted"]))
    return None


# ---------------------------------------------------------------- rules


def _claimed(run: Run, rule: str) -> Difference | Told:
    if _is_bad(cast(Scenario, run.scenario)) and rule != "R8":
        return Told.IDLE
    first = _first(run)
    return first[1] if first and first[0] == rule else Told.HELD


def batches_are_launched_while_there_is_room(run: Run) -> Difference | Told:
    """R1."""
    return _claimed(run, "R1")


def tokens_in_flight_count_in_the_plan(run: Run) -> Difference | Told:
    """R2."""
    return _claimed(run, "R2")


def computed_moves_at_planning(run: Run) -> Difference | Told:
    """R3."""
    return _claimed(run, "R3")


def an_input_in_flight_is_named_by_its_step(run: Run) -> Difference | Told:
    """R4."""
    return _claimed(run, "R4")


def a_late_token_is_dropped(run: Run) -> Difference | Told:
    """R5."""
    return _claimed(run, "R5")


def outputs_are_those_of_the_synchronous_run(run: Run) -> Difference | Told:
    """R6: told from the outputs alone."""
    claimed = _claimed(run, "R6")
    s, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    if claimed is not Told.HELD or got["stop"]:
        return claimed
    for index in range(len(s["requests"])):
        alone, mine = _alone(s, index), got["outputs"].get(NAMES[index])
        if mine != alone:
            return Difference((_row(NAMES[index], str(alone), str(mine)),), heading="outputs of")
    return Told.HELD


def no_token_is_scheduled_in_vain(run: Run) -> Difference | Told:
    """R7: told by counting."""
    s, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    if _is_bad(s) or not s["requests"]:
        return Told.IDLE
    wrong = None if got["stop"] else _count(s, got)
    return Difference((wrong,), heading="request") if wrong else _claimed(run, "R7")


def bad_sizes_are_refused(run: Run) -> Difference | Told:
    """R8; at stake when a size is bad, or when a good call is refused."""
    claimed = _claimed(run, "R8")
    if claimed is Told.HELD and not _is_bad(cast(Scenario, run.scenario)):
        return Told.IDLE
    return claimed


RULES: dict[str, Check] = {
    "R1": batches_are_launched_while_there_is_room,
    "R2": tokens_in_flight_count_in_the_plan,
    "R3": computed_moves_at_planning,
    "R4": an_input_in_flight_is_named_by_its_step,
    "R5": a_late_token_is_dropped,
    "R6": outputs_are_those_of_the_synchronous_run,
    "R7": no_token_is_scheduled_in_vain,
    "R8": bad_sizes_are_refused,
}
