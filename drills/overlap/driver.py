"""Plays one workload on run_overlap and writes its trace down, an event a line of text.

Left out: what is right (that is the judge's side).
"""

from operator import is_
from types import ModuleType
from typing import Any, cast

from grader.plain import Plain, attempt, plain

NAMES = "ABDCFEHG"  # not sorted, so that who sorts them does not serve them as they came
LIST: Any = list  # read past any override: the methods of the built-in types
DICT: Any = dict
EVENTS = 3000  # kept of a trace; the longest valid workload has fewer

Table = dict[str, Any]


def run(module: ModuleType, scenario: Table) -> Plain:
    """Return the trace as {"events": [...], "outputs", "scheduled", "wasted", "stop", …}.

    An event is a text: "S 3 A1 B1 / A:2" launches step 3, with A's input from step 2; "U 3 A=7 B=9
    / A" delivers it, with A done. `stop` says why there is no trace: an exception or a wrong shape;
    `named` whether the exception's message holds the bad value of the scenario, `asked` whether the
    model was asked although there is one; `changed` whether `requests` is not what it was.
    """
    answer: Table = {"events": [], "outputs": {}, "scheduled": {}, "wasted": 0}
    answer |= {"stop": "", "named": False, "asked": False, "changed": False}
    box: list[Any] = []
    model, requests = _Model(scenario), _requests(scenario)
    before = list(requests)
    made = attempt(lambda: box.append(_call(module, scenario, requests, model)))
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
    read: list[Any] = []
    names = ("events", "outputs", "scheduled", "wasted")
    made = attempt(lambda: read.extend(_plain(getattr(box[0], name)) for name in names))
    if "raised" in made:
        answer["stop"] = f"it returns {_short(plain(box[0]))}, not a Trace"
        return cast(Plain, answer)
    try:
        answer |= _trace(read, NAMES[: len(scenario["requests"])])
    except _Odd as odd:
        answer["stop"] = str(odd)
    return cast(Plain, answer)


class _Odd(Exception):
    """A trace of the wrong shape."""


class _Model:
    """The k-th token of a request: eos where the scenario says so, else a number above 9.

    Without an eos a 0 comes there, which is a token like any other then.
    """

    def __init__(self, scenario: Table) -> None:
        self.eos = 0 if scenario["eos"] is None else scenario["eos"]
        self.calls = 0
        self.eos_at = {NAMES[i]: entry["eos_at"] for i, entry in enumerate(scenario["requests"])}
        work = sum(
            abs(entry["prompt"]) + abs(entry["max_tokens"]) for entry in scenario["requests"]
        )
        self.most = 200_000 + work * work  # right programs may ask everything again and again

    def __call__(self, rid: str, k: int) -> int:
        """Return the token; refuse to go on for ever."""
        self.calls += 1
        if self.calls > self.most:
            raise RuntimeError("the model was asked for far too many tokens: it never ends")
        if k == self.eos_at[rid]:
            return int(str(self.eos))  # equal to the eos of the arguments, another object
        return 10 + (7 * NAMES.index(rid) + 3 * k) % 50


def _requests(scenario: Table) -> list[tuple[str, int, int]]:
    return [
        (NAMES[index], entry["prompt"], entry["max_tokens"])
        for index, entry in enumerate(scenario["requests"])
    ]


def _call(module: ModuleType, scenario: Table, requests: object, model: _Model) -> object:
    """Call run_overlap; depth 2 without eos is what it must do when told neither."""
    told = {"depth": scenario["depth"], "eos": scenario["eos"]}
    return module.run_overlap(
        requests,
        token_budget=scenario["budget"],
        max_seqs=scenario["seqs"],
        model=model,
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


def _trace(read: list[Plain], rids: str) -> Table:
    events, outputs, scheduled, wasted = read
    if type(wasted) is not int:
        raise _Odd(f"wasted is {_short(wasted)}, not a number")
    return {
        "events": [_event(event, rids) for event in _items(events, "events")],
        "outputs": {rid: _tokens(tokens) for rid, tokens in _dict(outputs, rids, "outputs")},
        "scheduled": {rid: _int(n, "scheduled") for rid, n in _dict(scheduled, rids, "scheduled")},
        "wasted": wasted,
    }


def _event(value: Plain, rids: str) -> str:
    """Return an event as text, the rids of a dict in the order of the alphabet."""
    items = _items(value, "an event")
    if len(items) != 4 or items[0] not in ("S", "U"):
        raise _Odd(f"an event is {_short(value)}")
    kind, step, first, second = items
    mark = "" if kind == "S" else "="
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


def _dict(value: Plain, rids: str, name: str) -> list[tuple[str, Plain]]:
    if type(value) is not dict or "dict" not in value:
        raise _Odd(f"{name}: {_short(value)} is not a dict")
    pairs = cast("list[list[Plain]]", value["dict"])
    return sorted(((_rid(key, rids), item) for key, item in pairs), key=lambda pair: pair[0])


def _tokens(value: Plain) -> list[int]:
    return [_int(token, "outputs") for token in _items(value, "outputs")[:EVENTS]]


def _rid(value: Plain, rids: str) -> str:
    if type(value) is not str or len(value) != 1 or value not in rids:
        raise _Odd(f"{_short(value)} is not the rid of a request")
    return value


def _int(value: Plain, name: str) -> int:
    if type(value) is not int or abs(value) > 1 << 40:
        raise _Odd(f"{name}: {_short(value)} is not a whole number of a sensible size")
    return value


def _short(value: Plain) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
