"""Play the three functions on one list of requests and write down what they answer.

A scenario is {"form", "lengths", "batch_size", "total_steps"}. `form` says what the functions get:

    list, tuple, range           the lengths as they stand (range: evenly spaced)
    rising, falling, scrambled   many lengths, made from [n, base, step]

Many lengths come in a list, or in what `held` says. Values that the contract forbids stand as they
are: true, "3", 2.5, null; but "float nan" and "float inf" are the floats. Where one equals an int,
the functions are called with that int before, since who remembers answers must not take one for the
other. Every call gets an input of its own, so one that changes it does not disturb the next. Of a
long answer only a digest and some entries are kept.

Before a scenario that is long, or holds a large number, smaller ones of its kind are played and
what they cost is compared: if a call grows dearer than the contract allows, that is all that is
kept of it. Left out: what is right (`grader/properties/batching/`).
"""

import sys
from _tracemalloc import get_traced_memory, is_tracing, reset_peak, start, stop
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from operator import is_, mul
from time import thread_time_ns
from types import FrameType, ModuleType
from typing import Any, cast

from grader.plain import Plain, attempt, plain

MADE = ("rising", "falling", "scrambled")
SAMPLES = 40  # entries of a long answer that are kept, evenly spread, and the last
SPARE = 5  # entries kept beyond those that a right list has

PARTS = (256, 64, 16, 6, 3, 1)  # of a long scenario's requests and slots, the first to compare with
MEASURED = 10_000  # requests of the shortest scenario that is measured
TIMES = 10  # as long a request, with 256 times as many slots: a right heap takes up to 4
CAPS = (100, 10_000, 100_000, 1_000_000)  # what numbers are cut to, the first to compare with
SLACK_NS = 3_000_000  # a loop over 100,000 takes more, a blink of the machine less
SLACK_BYTES = 100_000  # a list of 1,000,000 entries takes 8,000,000
LEVELS = 1000  # Python's own limit of recursion: only who raises it gets there
WATCHED = 200_000  # calls and returns, of the learner's and of C functions
RUNS = 3  # of the smallest load, of which the shortest counts
LONG_NS = 100_000_000  # a load that takes more is looked at again once, a shorter one RUNS times


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Return {"static": …, "continuous": …, "utilization": …}, one entry a function."""
    return {
        "static": _simulate(module.simulate_static, scenario),
        "continuous": _simulate(module.simulate_continuous, scenario),
        "utilization": _play(_Call(module.utilization, scenario, "batch_size", "total_steps")),
    }


def _simulate(function: Callable[..., object], scenario: dict[str, Any]) -> dict[str, Plain]:
    """Call a simulator, on few requests twice: the second list must be another one."""
    first, again = _Call(function, scenario, "batch_size"), None
    seen = _play(first)
    if scenario["form"] not in MADE and not seen["dear"]:
        again = first.like(scenario)
        second = again.play()["answer"]
        seen["again"] = None if second == seen["answer"] else second
    seen["list"] = _origin(first, again)
    return seen


def _play(call: "_Call") -> dict[str, Plain]:
    """Play the smaller loads and then the call itself; of what is too dear keep nothing else."""
    same = _with_ints(call.scenario)
    if same:
        call.like(same).play()
    dear = _dear(call)
    if dear is None:
        return call.seen or call.play()
    return {"answer": {}, "again": None, "list": "new", "changed": False, "dear": dear}


def _with_ints(scenario: dict[str, Any]) -> dict[str, Any] | None:
    """Return the scenario with ints where floats and bools equal them, None if none do."""
    lengths = [_as_int(value) for value in scenario["lengths"]]
    numbers = {name: _as_int(scenario[name]) for name in ("batch_size", "total_steps")}
    same = {**scenario, "lengths": lengths, **numbers}
    return same if repr(same) != repr(scenario) else None


def _as_int(value: Any) -> Any:
    return int(value) if type(value) in (bool, float) and value == int(value) else value


class _Call:
    """One call with an input of its own; keeps what came back, to compare identities."""

    def __init__(
        self, function: Callable[..., object], scenario: dict[str, Any], *names: str
    ) -> None:
        self.function, self.scenario, self.names = function, scenario, names
        self.is_long = scenario["form"] in MADE
        self.lengths = _lengths(scenario)
        self.requests = len(self.lengths)  # before anybody takes some out
        self.changeable: list[Any] = self.lengths if isinstance(self.lengths, list) else []
        self.before = tuple(self.changeable)
        self.back: object = None
        self.nanoseconds = 0  # of CPU, the shortest run so far
        self.seen: dict[str, Plain] = {}

    def like(self, scenario: dict[str, Any]) -> "_Call":
        """Return a call of the same function in another scenario."""
        return _Call(self.function, scenario, *self.names)

    def play(self) -> dict[str, Plain]:
        """Call the function; return its answer and whether it changed its input."""
        answer = attempt(self._call)
        after = self.changeable
        # Subtle: compared by identity, since an entry put there may claim to equal anything
        kept = len(after) == len(self.before) and all(map(is_, after, self.before))
        self.seen = {"answer": answer, "again": None, "list": "new", "changed": not kept}
        self.seen["dear"] = None
        return self.seen

    def play_again(self) -> None:
        """Call the function with another input, and keep the shorter time."""
        other = self.like(self.scenario)
        other.play()
        self.nanoseconds = min(self.nanoseconds, other.nanoseconds)

    def takes_more_than(self, nanoseconds: int) -> bool:
        """Call the function, and a few times more while it takes more CPU time than that."""
        self.play()
        for _ in range(1 if self.nanoseconds > LONG_NS else RUNS):
            if self.nanoseconds > nanoseconds:
                self.play_again()
        return self.nanoseconds > nanoseconds

    def bytes(self) -> int:
        """Call the function with another input; return how much memory it holds, at most."""
        other = self.like(self.scenario)
        is_theirs = is_tracing()  # the learner's file may have begun to
        if not is_theirs:
            start(1)
        try:
            reset_peak()
            before, _ = get_traced_memory()
            other.play()
            return get_traced_memory()[1] - before
        finally:
            if not is_theirs:
                stop()

    def levels(self) -> int:
        """Call the function with another input; return how deep its calls go."""
        other, depth = self.like(self.scenario), _Depth()
        before = sys.getprofile()
        sys.setprofile(depth.see)
        try:
            other.play()
        finally:
            sys.setprofile(before)
        return depth.most

    def _call(self) -> object:
        numbers = [_value(self.scenario[name]) for name in self.names]
        began = thread_time_ns()  # Subtle: that of the process moves in ticks under a CPU limit
        try:
            self.back = self.function(self.lengths, *numbers)
        finally:
            self.nanoseconds = thread_time_ns() - began
        return _shorten(self.back, self.requests, self.is_long)


class _Depth:
    """How deep calls go; of a program that calls a great deal only the beginning is watched."""

    def __init__(self) -> None:
        self.now = self.most = self.seen = 0

    def see(self, frame: FrameType, event: str, arg: object) -> None:
        """Take an event, as sys.setprofile hands it out."""
        self.seen += 1
        if self.seen > WATCHED:
            sys.setprofile(None)
        elif event == "call":
            self.now += 1
            self.most = max(self.most, self.now)
        elif event == "return":
            self.now -= 1


def _dear(call: _Call) -> dict[str, Plain] | None:
    """Return the first load that costs too much against the smallest, None if none does.

    Returns {"unit", "least", "load", "most", "spent"}: nanoseconds of CPU, bytes, or levels of
    calls, of loads that are named by their requests in a long scenario, by their largest number in
    another.
    """
    ladder = list(_ladder(call))
    if len(ladder) < 2:
        return None
    (least, base), *others = ladder
    base.play()
    for _ in range(1, RUNS):
        base.play_again()
    space = 0 if call.is_long else base.bytes()
    for place, (size, load) in enumerate(others):
        found: dict[str, Plain] = {"least": least, "load": size}
        most = _most(base, size)
        if load.takes_more_than(most):
            return found | {"unit": "ns", "most": most, "spent": load.nanoseconds}
        if call.is_long:
            unit, bound, held = "levels", LEVELS, 0 if place else _levels(load)
        else:
            unit, bound, held = "bytes", 4 * space + SLACK_BYTES, load.bytes()
        if held > bound:
            return found | {"unit": unit, "most": bound, "spent": held}
    return None


def _levels(load: _Call) -> int:
    """Return how deep the calls go where each request is a group and each follows the other."""
    return load.levels() if load.scenario["batch_size"] == 1 else 0


def _most(base: _Call, size: int) -> int:
    """Return the CPU time that a load of this size may take; the smallest load is `base`."""
    least = base.scenario["lengths"][0] if base.is_long else size  # numbers may not matter
    slack = 0 if base.is_long else SLACK_NS
    return TIMES * base.nanoseconds * size // least + slack


def _ladder(call: _Call) -> Iterator[tuple[int, _Call]]:
    """Yield calls by their size, the smallest first; of a long scenario the last is the call."""
    scenario = call.scenario
    slots, lengths = scenario["batch_size"], scenario["lengths"]
    numbers = [*lengths, slots, scenario["total_steps"]]
    if {*map(type, numbers)} != {int} or scenario["form"] == "range":
        return
    if call.is_long and lengths[0] < MEASURED:
        return
    if call.is_long:
        for part in PARTS[:-1]:
            n = lengths[0] // part
            made = {"lengths": [n, *lengths[1:]], "batch_size": max(1, slots // part)}
            yield n, call.like({**scenario, **made})
        yield lengths[0], call
        return
    for cap in CAPS:
        if cap < max(numbers):
            *cut, slots, steps = (min(number, cap) for number in numbers)
            cuts = {"lengths": cut, "batch_size": slots, "total_steps": steps}
            yield cap, call.like({**scenario, **cuts})


def _origin(first: _Call, again: _Call | None) -> str:
    """Return where the list in the first answer came from: "new", "input" or "reused"."""
    finish = _finish(first.back)
    if finish is None:
        return "new"
    if finish is first.lengths:
        return "input"
    return "reused" if again and _finish(again.back) is finish else "new"


def _finish(answer: object) -> object:
    """Return what stands second in a pair, None when `answer` is none."""
    items = _stored(answer) if issubclass(type(answer), tuple) else []
    return items[1] if len(items) == 2 else None


def _stored(value: object) -> list[object]:
    """Return the entries of a list or tuple, whatever a subclass makes of iteration."""
    if issubclass(type(value), list):
        return list[object].copy(cast("list[object]", value))
    return list(tuple[object, ...].__iter__(cast("tuple[object, ...]", value)))


def _shorten(answer: object, requests: int, is_long: bool) -> object:
    """Return an answer with its list cut, or replaced by a digest when it is a long one."""
    finish = _finish(answer)
    if not issubclass(type(finish), list):
        return _cut(answer, requests)
    return _stored(answer)[0], _digest(_stored(finish)) if is_long else _cut(finish, requests)


def _cut(value: object, requests: int) -> object:
    if issubclass(type(value), list):
        return _stored(value)[: requests + SPARE]
    if issubclass(type(value), tuple):
        return tuple(_stored(value)[: requests + SPARE])
    return value


def _digest(finish: Any) -> list[object]:
    """Return how many entries there are, the sum of (i + 1) * finish[i], and some entries.

    If an entry is no int, that entry stands instead of the sum and none of the others is kept.
    """
    entries = len(finish)
    if set(map(type, finish)) != {int}:
        finish = plain(finish)  # an int of a class of its own becomes an int
        strange = [item for item in finish if type(item) is not int]
        if strange or not entries:
            return [entries, *(strange[:1] or [None]), []]
    every = -(-entries // SAMPLES)
    return [entries, sum(map(mul, finish, count(1))), [*finish[::every], finish[-1]]]


def _lengths(scenario: dict[str, Any]) -> Sequence[Any]:
    form, lengths = scenario["form"], scenario["lengths"]
    if form in MADE:
        form, lengths = scenario.get("held", "list"), _made(form, *lengths, scenario["batch_size"])
    else:
        lengths = [*map(_value, lengths)]
    if form == "tuple":
        return tuple(lengths)
    if form == "range":
        step = lengths[1] - lengths[0] if len(lengths) > 1 else 1
        end = 1 if step > 0 else -1  # behind the last entry; a whole step is not needed
        return range(lengths[0], lengths[-1] + end, step) if lengths else range(0)
    return list(lengths)


def _value(value: Any) -> Any:
    """Return the float that a text like "float nan" stands for, any other value as it is."""
    if type(value) is str and value.startswith("float "):
        return float(value.removeprefix("float "))
    return value


@lru_cache(maxsize=len(PARTS))
def _made(form: str, n: int, base: int, step: int, batch_size: int) -> tuple[int, ...]:
    """Return n lengths.

    rising     base, base + step, base + 2 * step, …
    falling    the same downwards
    scrambled  the first batch_size are base, base + 1, …, in steps of `step` round a ring; the
               others are base
    """
    if form == "rising":
        return tuple(base + i * step for i in range(n))
    if form == "falling":
        return tuple(base - i * step for i in range(n))
    first = min(n, batch_size)
    return (*(base + i * step % batch_size for i in range(first)), *([base] * (n - first)))
