"""Play the three functions on one list of requests and write down what they answer.

A scenario is {"form", "lengths", "batch_size", "total_steps"}. `form` says what the functions get:

    list, tuple, range           the lengths as they stand (range: evenly spaced)
    rising, falling, scrambled   many lengths, made from [n, base, step]

Values that the contract forbids stand as they are: true, "3", 2.5, null. Every call gets an input
of its own, so one that changes it does not disturb the next. Of a long answer only a digest and
some entries are kept. Left out: what is right (`grader/properties/batching/`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from operator import is_, mul
from types import ModuleType
from typing import Any, cast

from grader.plain import Plain, attempt, plain

MADE = ("rising", "falling", "scrambled")
SAMPLES = 40  # entries of a long answer that are kept, evenly spread, and the last
SPARE = 5  # entries kept beyond those that a right list has


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Return {"static": …, "continuous": …, "utilization": …}, one entry a function."""
    return {
        "static": _simulate(module.simulate_static, scenario),
        "continuous": _simulate(module.simulate_continuous, scenario),
        "utilization": _utilization(module.utilization, scenario),
    }


def _simulate(function: Callable[..., object], scenario: dict[str, Any]) -> dict[str, Plain]:
    """Call a simulator, on few requests twice: the second list must be another one."""
    first, again = _Call(function, scenario), None
    seen = first.play(scenario["batch_size"])
    if scenario["form"] not in MADE:
        again = _Call(function, scenario)
        second = again.play(scenario["batch_size"])["answer"]
        seen["again"] = None if second == seen["answer"] else second
    seen["list"] = _origin(first, again)
    return seen


def _utilization(function: Callable[..., object], scenario: dict[str, Any]) -> dict[str, Plain]:
    return _Call(function, scenario).play(scenario["batch_size"], scenario["total_steps"])


class _Call:
    """One call with an input of its own; keeps what came back, to compare identities."""

    def __init__(self, function: Callable[..., object], scenario: dict[str, Any]) -> None:
        self.function = function
        self.is_long = scenario["form"] in MADE
        self.lengths = _lengths(scenario)
        self.changeable: list[Any] = self.lengths if isinstance(self.lengths, list) else []
        self.before = tuple(self.changeable)
        self.back: object = None

    def play(self, *numbers: object) -> dict[str, Plain]:
        """Call the function; return its answer and whether it changed its input."""
        answer = attempt(self._call, *numbers)
        after = self.changeable
        # Subtle: compared by identity, since an entry put there may claim to equal anything
        kept = len(after) == len(self.before) and all(map(is_, after, self.before))
        return {"answer": answer, "again": None, "list": "new", "changed": not kept}

    def _call(self, *numbers: object) -> object:
        self.back = self.function(self.lengths, *numbers)
        return _shorten(self.back, len(self.lengths), self.is_long)


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
        return list(_made(form, *lengths, scenario["batch_size"]))
    if form == "tuple":
        return tuple(lengths)
    if form == "range":
        step = lengths[1] - lengths[0] if len(lengths) > 1 else 1
        return range(lengths[0], lengths[-1] + step, step) if lengths else range(0)
    return list(lengths)


@lru_cache(maxsize=1)
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
