"""Plays one workload on run_overlap and writes its trace down, an event a line of text.

Left out: what is right (that is the judge's side).
"""

import sys
from collections.abc import Callable
from operator import is_
from types import FrameType, ModuleType
from typing import Any, cast

from grader.plain import Plain, attempt, plain

# Not sorted, so that who sorts them does not serve them as they came
NAMES = [*"ABDCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy"]
ALIKE = ["AB", "A", "a", "A1", "B", "ab", "b", "BA"]  # the start, a part or the case of another
LIST: Any = list  # read past any override: the methods of the built-in types
DICT: Any = dict
EVENTS = 3000  # kept of a trace; the longest valid workload has fewer
LONG = 1000  # sizes of all requests, above which it is watched how deep the calls go
WATCHED = 200_000  # calls and returns, of the learner's and of C functions
LEVELS = 1000  # Python's own limit: only who raises it gets there

Table = dict[str, Any]


def run(module: ModuleType, scenario: Table) -> Plain:
    """Return the trace as {"events": [...], "outputs", "scheduled", "wasted", "stop", …}.

    An event is a text: "S 3 A*1 B*1 / A:2" launches step 3, with A's input from step 2; "U 3 A=7
    B=9 / A" delivers it, with A done. `stop` says why there is no trace: an exception or a wrong
    shape; `named` whether the exception's message holds the bad value of the scenario, `asked`
    whether the model was asked although there is one; `changed` whether `requests` is not what it
    was.
    """
    answer: Table = {"events": [], "outputs": {}, "scheduled": {}, "wasted": 0}
    answer |= {"stop": "", "named": False, "asked": False, "changed": False}
    box: list[Any] = []
    model, requests = _Model(scenario), _requests(scenario)
    before = list(requests)
    depth = _Depth()
    made = attempt(lambda: box.append(depth.of(_call, module, scenario, requests, model)))
    answer["asked"] = bool(_bad_values(scenario)) and model.calls > 0
    # Subtle: compared by identity, since an entry put there may claim to equal anything
    kept = len(requests) == len(before) and all(map(is_, requests, before))
    answer["changed"] = not kept
    if "raised" in made:
        line = f" (line {made['line']})" if made["line"] else ""
        valid = made["raised"] == "ValueError" and _bad_values(scenario)
        answer["stop"] = "ValueError" if valid else f"{made['raised']}{line}: {made['says']}"[:160]
        answer["named"] = any(str(bad) in str(made["says"]) for bad in _bad_values(scenario))
        return cast(Plain, answer)
    if depth.most > LEVELS:
        answer["stop"] = f"{depth.most} levels of calls: a step costs a level of recursion"
        return cast(Plain, answer)
    read: list[Any] = []
    names = ("events", "outputs", "scheduled", "wasted")
    made = attempt(lambda: read.extend(_plain(getattr(box[0], name)) for name in names))
    if "raised" in made:
        answer["stop"] = f"it returns {_short(plain(box[0]))}, not a Trace"
        return cast(Plain, answer)
    try:
        answer |= _trace(read, [rid for rid, *_ in _requests(scenario)])
    except _Odd as odd:
        answer["stop"] = str(odd)
    return cast(Plain, answer)


class _Odd(Exception):
    """A trace of the wrong shape."""


class _Depth:
    """Finds how deep the calls in a long workload go; a short one is left alone.

    Of a program that calls a great deal only the beginning is watched, since watching slows it.
    """

    def __init__(self) -> None:
        self.now = self.most = self.seen = 0

    def of(
        self,
        call: Callable[[ModuleType, Table, Any, "_Model"], object],
        module: ModuleType,
        scenario: Table,
        requests: list[tuple[str, int, int]],
        model: "_Model",
    ) -> object:
        """Return what the call returns."""
        if sum(prompt + max_tokens for _, prompt, max_tokens in requests) <= LONG:
            return call(module, scenario, requests, model)
        before = sys.getprofile()
        sys.setprofile(self._see)
        try:
            return call(module, scenario, requests, model)
        finally:
            sys.setprofile(before)

    def _see(self, frame: FrameType, event: str, arg: object) -> None:
        self.seen += 1
        if self.seen > WATCHED:
            sys.setprofile(None)
        elif event == "call":
            self.now += 1
            self.most = max(self.most, self.now)
        elif event == "return":
            self.now -= 1


class _Model:
    """The k-th token of a request: what the scenario says, eos, else a number above 9.

    Without an eos a 0 comes there, which is a token like any other then.
    """

    def __init__(self, scenario: Table) -> None:
        self.eos = 0 if scenario["eos"] is None else scenario["eos"]
        self.calls = 0
        entries, requests = scenario["requests"], _requests(scenario)
        self.places = {rid: place for place, (rid, *_) in enumerate(requests)}
        self.entries = {rid: entries[place] for rid, place in self.places.items()}
        work = sum(abs(entry["prompt"]) + abs(entry["max_tokens"]) for entry in entries)
        self.most = 200_000 + work * work  # right programs may ask everything again and again

    def token(self, rid: str, k: int) -> int:
        """Return the token; refuse to go on for ever."""
        self.calls += 1
        if self.calls > self.most:
            raise RuntimeError("the model was asked for far too many tokens: it never ends")
        entry = self.entries[rid]
        if k == entry["eos_at"]:
            return int(str(self.eos))  # equal to the eos of the arguments, another object
        tokens = entry.get("tokens", ())
        if 0 < k <= len(tokens):
            return int(str(tokens[k - 1]))
        return 10 + (7 * self.places[rid] + 3 * k) % 50


def _requests(scenario: Table) -> list[tuple[str, int, int]]:
    names = ALIKE if scenario.get("alike") else NAMES
    return [
        (rid, entry["prompt"], entry["max_tokens"])
        for rid, entry in zip(names, scenario["requests"], strict=False)
    ]


def _call(module: ModuleType, scenario: Table, requests: object, model: _Model) -> object:
    """Call run_overlap; depth 2 without eos is what it must do when told neither."""
    told = {"depth": scenario["depth"], "eos": scenario["eos"]}
    return module.run_overlap(
        requests,
        token_budget=scenario["budget"],
        max_seqs=scenario["seqs"],
        model=model.token,  # a method, since a callable object has no name of its own
        **({} if told == {"depth": 2, "eos": None} else told),
    )


def _bad_values(scenario: Table) -> list[int]:
    sizes = [scenario["depth"], scenario["budget"], scenario["seqs"]]
    for entry in scenario["requests"]:
        sizes += [entry["prompt"], entry["max_tokens"]]
    return [size for size in sizes if size < 1]


def _plain(value: object) -> Plain:
    """Return a field of the trace as plain data, without going through an endless list."""
    if issubclass(type(value), list):
        return plain(LIST.__getitem__(value, slice(EVENTS + 1)))
    if issubclass(type(value), dict) and DICT.__len__(value) > EVENTS:
        return {"type": "dict with far too many entries"}
    return plain(value)


def _trace(read: list[Plain], rids: list[str]) -> Table:
    events, outputs, scheduled, wasted = read
    if type(wasted) is not int:
        raise _Odd(f"wasted is {_short(wasted)}, not a number")
    return {
        "events": [_event(event, rids) for event in _items(events, "events")],
        "outputs": {rid: _tokens(tokens) for rid, tokens in _dict(outputs, rids, "outputs")},
        "scheduled": {rid: _int(n, "scheduled") for rid, n in _dict(scheduled, rids, "scheduled")},
        "wasted": wasted,
    }


def _event(value: Plain, rids: list[str]) -> str:
    """Return an event as text, the rids of a dict in the order of the alphabet."""
    items = _items(value, "an event")
    if len(items) != 4 or items[0] not in ("S", "U"):
        raise _Odd(f"an event is {_short(value)}")
    kind, step, first, second = items
    mark = "*" if kind == "S" else "="
    counts = " ".join(
        f"{rid}{mark}{_int(n, 'a count')}" for rid, n in _dict(first, rids, "an event")
    )
    if kind == "S":
        rest = " ".join(f"{rid}:{_int(n, 'a step')}" for rid, n in _dict(second, rids, "an event"))
    else:
        rest = " ".join(_rid(rid, rids) for rid in _items(second, "the finished rids"))
    return f"{kind} {_int(step, 'a step')} {counts} / {rest}"


def _items(value: Plain, name: str) -> list[Plain]:
    if type(value) is dict and "tuple" in value:
        value = value["tuple"]
    if type(value) is not list:
        raise _Odd(f"{name}: {_short(value)} is neither a list nor a tuple")
    return value


def _dict(value: Plain, rids: list[str], name: str) -> list[tuple[str, Plain]]:
    if type(value) is not dict or "dict" not in value:
        raise _Odd(f"{name}: {_short(value)} is not a dict")
    pairs = cast("list[list[Plain]]", value["dict"])
    return sorted(((_rid(key, rids), item) for key, item in pairs), key=lambda pair: pair[0])


def _tokens(value: Plain) -> list[int]:
    return [_int(token, "outputs") for token in _items(value, "outputs")[:EVENTS]]


def _rid(value: Plain, rids: list[str]) -> str:
    if type(value) is not str or value not in rids:
        raise _Odd(f"{_short(value)} is not the rid of a request")
    return value


def _int(value: Plain, name: str) -> int:
    if type(value) is not int or abs(value) > 1 << 40:
        raise _Odd(f"{name}: {_short(value)} is not a whole number of a sensible size")
    return value


def _short(value: Plain) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
