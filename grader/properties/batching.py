"""Hidden checks of the drill `batching`.

What must hold in a long scenario is known in closed form, so those checks need no reference.
Left out: subclasses of int other than bool as input, which the contract leaves open.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from math import gcd
from operator import mul
from typing import Any, Literal, TypeAlias, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.scenario import digits

Value: TypeAlias = int | bool | float | str | None  # a number, or what is put in its place
Simulator: TypeAlias = Literal["static", "continuous"]


class Scenario(TypedDict):
    """One input of all three functions; see drills/batching/driver.py."""

    form: Literal["list", "tuple", "range", "rising", "falling", "scrambled"]
    lengths: list[Value]  # made forms: [n, base, step]
    batch_size: Value
    total_steps: Value


class Call(TypedDict):
    """What one function did.

    A simulator's answer is {"returned": {"tuple": [total, finish]}}; in a made form `finish` is
    [entries, sum of (i + 1) * finish[i], some entries].
    """

    answer: dict[str, Any]
    again: dict[str, Any] | None  # a second call with the same input, None when it did the same
    list: Literal["new", "input", "reused"]
    changed: bool  # the input


class Observation(TypedDict):
    """What the driver saw."""

    static: Call
    continuous: Call
    utilization: Call


SIMULATORS: tuple[Simulator, Simulator] = ("static", "continuous")
MADE = ("rising", "falling", "scrambled")
MOST = 200  # requests that a scenario may list, and that a person's own case may have
MANY = 200_000  # requests in a made form
HUGE = 10**12  # the largest length and the largest batch size
SAMPLES = 40  # as in the driver
CLOSE = 1e-9  # relative, of a utilization
WIDE = 120  # characters of an answer that are shown
OLD = {"input": "the list that came in", "reused": "the same list as in the call before"}


# --- scenarios ---


def _case(
    lengths: list[Value], batch_size: Value, total_steps: Value = 10, form: str = "list"
) -> check.Scenario:
    entries = cast("list[Plain]", lengths)
    return {
        "form": form,
        "lengths": entries,
        "batch_size": batch_size,
        "total_steps": total_steps,
    }


TELLING: dict[str, check.Scenario] = {
    "no requests": _case([], 2, 0),
    "no requests, steps went by": _case([], 3, 5),
    "one request": _case([3], 1, 3),
    "one request, two slots": _case([3], 2, 3),
    "one slot": _case([2, 1, 3], 1, 6),
    "more slots than requests": _case([2, 1, 3], 5, 3),
    "as many slots as requests": _case([2, 3], 2, 3),
    "as many slots as requests, the longest first": _case([2, 1, 1], 3, 2),
    "equal lengths": _case([2, 2, 2, 2], 2, 4),
    "the longest request first": _case([5, 1, 1, 1], 2, 5),
    "the longest request last": _case([1, 1, 1, 5], 2, 6),
    "the last group is not full": _case([1, 2, 3], 2, 5),
    "two slots free in the same step": _case([2, 2, 1, 3, 1], 2, 5),
    "three slots, one frees early": _case([3, 1, 3, 1, 1], 3, 3),
    "the last request is not the last to finish": _case([4, 1, 1], 2, 4),
    "the order is the index, not the length": _case([3, 1, 2, 4], 2, 6),
    "one slot longer than all others together": _case([9, 1, 2, 1, 2], 2, 9),
    "four requests, two slots, static": _case([20, 200, 50, 30], 2, 250),
    "four requests, two slots, continuous": _case([20, 200, 50, 30], 2, 200),
    "a tuple": _case([3, 1, 2], 2, 4, "tuple"),
    "a range": _case([1, 2, 3, 4], 2, 6, "range"),
    "a range downwards": _case([5, 3, 1], 2, 5, "range"),
    "an empty range": _case([], 2, 1, "range"),
    "too few steps are not checked": _case([5, 1, 1, 1], 2, 2),
    "far too many steps": _case([1], 2, 3 * HUGE),
    "no steps for a request": _case([1], 1, 0),
    "fewer than no steps": _case([1], 1, -4),
    "fewer than no steps, no requests": _case([], 1, -4),
    "total_steps is True": _case([1], 1, True),
    "total_steps is 2.5": _case([1], 1, 2.5),
    "total_steps is 7.0, no requests": _case([], 1, 7.0),
    "total_steps is a word": _case([1], 1, "7"),
    "total_steps is None": _case([1], 1, None),
    "total_steps is False, no requests": _case([], 1, False),
    "batch_size 0": _case([1], 0),
    "batch_size -3": _case([1], -3),
    "batch_size 0, no requests": _case([], 0, 0),
    "batch_size -3, no requests": _case([], -3, 0),
    "batch_size True": _case([1], True),
    "batch_size True, no requests": _case([], True, 0),
    "batch_size 2.5": _case([1], 2.5),
    "batch_size 7.0": _case([1], 7.0),
    "batch_size a word": _case([1], "7"),
    "batch_size None": _case([1], None),
    "batch_size None, no requests": _case([], None, 0),
    "length 0": _case([0], 1),
    "length -3, the last": _case([1, 2, -3], 1),
    "length 0 behind a longer one": _case([4, 0], 2),
    "length True": _case([True], 1),
    "length False": _case([2, False], 1),
    "length 2.5": _case([2, 2.5], 2),
    "length 7.0": _case([7.0, 2], 2),
    "length a word": _case(["7"], 1),
    "length None": _case([2, 1, None], 2),
    "length 0 in a range": _case([0, 1, 2], 2, 3, "range"),
    "length -3 in a tuple": _case([1, -3], 2, 3, "tuple"),
    "two bad values": _case([-5, 1], -3),
    "a bad length and no steps": _case([-5, 1], 2, 0),
    "a trillion slots": _case([3, 1, 2], HUGE, 3),
    "a trillion tokens": _case([HUGE, 5, HUGE - 1], 2, HUGE),
    "odd sums beyond a float's exact integers": _case(
        [20_001, HUGE - 20_001, 1], 1, HUGE, "rising"
    ),
    "many groups of one": _case([3_000, 1, 0], 1, 3_000, "rising"),
    "many slots, freed in order": _case([100_000, 10**11, 1], 50_000, 10**12, "rising"),
    "many slots, freed from the back, all together": _case(
        [60_000, HUGE, 1], 20_000, 2 * HUGE, "falling"
    ),
    "many slots, freed out of order": _case(
        [60_000, HUGE - 50_000, 7_919], 50_000, HUGE, "scrambled"
    ),
}

LENGTHS = (1, 2, 1, 3, 5, 2, 4, 1, 30)
STEPS = (1, 2, 3, 5, 8, 13, 21, 60, 1, 2, 3, 4, 6, 10, 16, 100, 0, -4)
BAD: tuple[Value, ...] = (0, -3, True, False, 2.5, 7.0, "7", None)
PLACES = ("batch_size", "total_steps", "length", "length", "length")
ENTRIES = 10

# form, batch size, number of requests, total_steps, whether bad, which bad value, where, lengths
_DRAWN = digits(5, 6, ENTRIES + 1, len(STEPS), 7, len(BAD), len(PLACES), *([9] * ENTRIES))


def _scenario(drawn: tuple[int, ...]) -> check.Scenario:
    form, slots, entries, steps, fate, bad, place, *lengths = drawn
    values: list[Value] = [LENGTHS[digit] for digit in lengths[:entries]]
    name = ("list", "tuple", "list", "range", "list")[form]
    if name == "range":
        values = _evenly(lengths[0], lengths[1], entries)
    case = _case(values, slots + 1, STEPS[steps], name)
    if fate == 0:
        _spoil(case, BAD[bad], PLACES[place], lengths[-1])
    return case


def _evenly(first: int, step: int, entries: int) -> list[Value]:
    """Return a range's entries, upwards for an even `step`, downwards to `first` for an odd one."""
    upwards: list[Value] = [1 + first + i * (1 + step // 2) for i in range(entries)]
    return upwards if step % 2 == 0 else upwards[::-1]


def _spoil(case: check.Scenario, bad: Value, place: str, at: int) -> None:
    lengths = case["lengths"]
    if place != "length":
        case[place] = bad
    elif isinstance(lengths, list) and lengths:
        case["form"] = "list"
        lengths[at % len(lengths)] = bad


SCENARIOS: SearchStrategy[check.Scenario] = _DRAWN.map(_scenario)


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract says what must happen in this scenario."""
    case = cast(Scenario, scenario)
    lengths = case["lengths"]
    numbers = [value for value in (*lengths, case["batch_size"]) if type(value) is int]
    if len(lengths) > MOST or any(abs(number) > HUGE for number in numbers):
        return False
    if case["form"] in MADE:
        return len(lengths) == 3 and len(numbers) == 4 and _is_made(case)
    return case["form"] != "range" or _is_range(lengths)


def _is_range(lengths: list[Value]) -> bool:
    if not all(type(value) is int for value in lengths) or len(set(lengths)) < len(lengths):
        return False
    entries = cast("list[int]", lengths)
    return entries == list(_range(entries))


def _is_made(case: Scenario) -> bool:
    """Return whether the closed form holds: good values, and slots free in the order it assumes."""
    n, base, step, slots = _made(case)
    if not (0 <= n <= MANY and base >= 1 and step >= 0 and slots >= 1):
        return False
    if type(case["total_steps"]) is not int:
        return False
    if case["form"] == "scrambled":
        return base >= slots and gcd(step, slots) == 1
    return case["form"] == "rising" or base - (n - 1) * step >= 1


def _made(case: Scenario) -> tuple[int, int, int, int]:
    n, base, step = cast("list[int]", case["lengths"])
    return n, base, step, cast(int, case["batch_size"])


# --- what must hold ---


def _is_good(value: Value, least: int) -> bool:
    return type(value) is int and value >= least


def _bad_values(case: Scenario) -> list[Value]:
    """Return the values that no simulator may take; any of them may be named."""
    if case["form"] in MADE:
        return []
    bad = [value for value in case["lengths"] if not _is_good(value, 1)]
    return bad if _is_good(case["batch_size"], 1) else [*bad, case["batch_size"]]


def _bad_steps(case: Scenario) -> list[Value]:
    """Return total_steps in a list if it is refused: no int, negative, or 0 with requests."""
    least = 1 if _requests(case) else 0
    return [] if _is_good(case["total_steps"], least) else [case["total_steps"]]


def _requests(case: Scenario) -> int:
    return _made(case)[0] if case["form"] in MADE else len(case["lengths"])


def _sum(case: Scenario) -> int:
    if case["form"] in MADE:
        return _made_sum(case["form"], _made(case))
    return sum(cast("list[int]", case["lengths"]))


@lru_cache(maxsize=32)
def _made_sum(form: str, made: tuple[int, int, int, int]) -> int:
    return sum(_lengths(form, *made))


def known(scenario: check.Scenario) -> Plain:
    """Return what must be seen in a made form, None for the others: the reference is not run."""
    case = cast(Scenario, scenario)
    if case["form"] not in MADE or _bad_steps(case):
        return None
    seen: dict[str, Plain] = {"utilization": _seen(_share(case))}
    for name in SIMULATORS:
        total, finish = _known(name, case["form"], _made(case))
        seen[name] = _seen({"tuple": [total, finish]})
    return seen


def _seen(returned: Plain) -> Plain:
    return {"answer": {"returned": returned}, "again": None, "list": "new", "changed": False}


def _share(case: Scenario) -> float:
    if not _requests(case):
        return 0.0
    slots, steps = cast("tuple[int, int]", (case["batch_size"], case["total_steps"]))
    return _sum(case) / (slots * steps)


@lru_cache(maxsize=32)
def _known(name: Simulator, form: str, made: tuple[int, int, int, int]) -> tuple[int, Plain]:
    """Return total and digest of a made form, as the rules give them, without a simulation."""
    n, base, step, slots = made
    if n == 0:
        return 0, [0, None, []]
    lengths = _lengths(form, n, base, step, slots)
    finish = (
        _static(lengths, slots) if name == "static" else _continuous(form, lengths, slots, base)
    )
    every = -(-n // SAMPLES)
    samples = cast("list[Plain]", [*finish[::every], finish[-1]])
    return max(finish), [n, sum(map(mul, finish, count(1))), samples]


def _lengths(form: str, n: int, base: int, step: int, slots: int) -> list[int]:
    if form == "rising":
        return [base + i * step for i in range(n)]
    if form == "falling":
        return [base - i * step for i in range(n)]
    first = min(n, slots)
    return [base + i * step % slots for i in range(first)] + [base] * (n - first)


def _static(lengths: list[int], slots: int) -> list[int]:
    """Return the finish times: the longest of a group is its last, its first or anywhere."""
    finish, start = lengths[:slots], max(lengths[:slots])
    for first in range(slots, len(lengths), slots):
        group = lengths[first : first + slots]
        finish += [start + length for length in group]
        start += max(group)
    return finish


def _continuous(form: str, lengths: list[int], slots: int, base: int) -> list[int]:
    """Return the finish times, from knowing in which order the slots free.

    rising     in index order, for ever
    falling    from the back, and then all in one step, so every second wave starts together
    scrambled  by the lengths of the first wave, base, base + 1, …, and so for ever
    """
    finish = lengths[:slots]
    for i in range(slots, len(lengths)):
        wave, place = divmod(i, slots)
        if form == "rising":
            finish.append(finish[i - slots] + lengths[i])
        elif form == "scrambled":
            finish.append((wave + 1) * base + place)
        else:
            slot = wave * slots - 1 - (place if wave % 2 else 0)
            finish.append(finish[slot] + lengths[i])
    return finish


# --- what was answered, and in words ---


def _observation(run: Run) -> Observation:
    return cast(Observation, run.got)


def _answers(call: Call) -> Iterator[dict[str, Plain]]:
    yield call["answer"]
    if call["again"] is not None:
        yield call["again"]


def _pair(answer: dict[str, Plain]) -> tuple[Plain, list[Plain]] | None:
    """Return total and finish, None when the answer is no pair of something and a list."""
    returned = answer.get("returned")
    items = returned.get("tuple") if isinstance(returned, dict) else None
    if isinstance(items, list) and len(items) == 2 and isinstance(items[1], list):
        return items[0], items[1]
    return None


def _are_ints(values: list[Plain]) -> bool:
    return all(type(value) is int for value in values)


def _says(answer: dict[str, Plain]) -> str:
    if "raised" in answer:
        return f"{answer['raised']}: {answer.get('says')}".rstrip(": ")
    pair = _pair(answer)
    if pair:
        return f"total {_text(pair[0])}, finish {_text(pair[1])}"
    return f"the answer {_text(answer.get('returned'))}"


def _text(value: Plain) -> str:
    text = _python(value)
    return text if len(text) <= WIDE else text[: WIDE - 2] + " …"


def _python(value: Plain) -> str:
    """Return plain data as a Python programmer would write the value."""
    if isinstance(value, list):
        return f"[{', '.join(_python(item) for item in value)}]"
    if isinstance(value, dict):
        items = value.get("tuple")
        if isinstance(items, list):
            inside = ", ".join(_python(item) for item in items)
            return f"({inside},)" if len(items) == 1 else f"({inside})"
        return f"<{value.get('type', 'dict')}>"
    return repr(value)


def _label(case: Scenario, name: str) -> str:
    lengths, slots = _input(case), repr(case["batch_size"])
    if name == "utilization":
        return f"utilization({lengths}, {slots}, {case['total_steps']!r})"
    return f"simulate_{name}({lengths}, {slots})"


def _input(case: Scenario) -> str:
    if case["form"] in MADE:
        n, base, step, slots = _made(case)
        first = _lengths(case["form"], min(n, 3), base, step, slots)
        rest = f", … {n:,} of them" if n > 3 else ""
        return f"[{', '.join(map(str, first))}{rest}]"
    entries = ", ".join(map(repr, case["lengths"]))
    if case["form"] == "tuple":
        return f"({entries},)" if len(case["lengths"]) == 1 else f"({entries})"
    if case["form"] == "range":
        return str(_range(cast("list[int]", case["lengths"])))
    return f"[{entries}]"


def _range(lengths: list[int]) -> range:
    if not lengths:
        return range(0)
    step = lengths[1] - lengths[0] if len(lengths) > 1 else 1
    return range(lengths[0], lengths[-1] + step, step)


def show(scenario: check.Scenario) -> list[str]:
    """Return the input of the three functions."""
    case = cast(Scenario, scenario)
    return [
        f"out_lens     {_input(case)}",
        f"batch_size   {case['batch_size']!r}",
        f"total_steps  {case['total_steps']!r}   (utilization only)",
    ]


def _differ(*rows: Row) -> Difference:
    return Difference(rows, heading="call")


# --- the checks ---


def a_group_starts_when_the_one_before_has_finished(run: Run) -> Difference | Told:
    """R1: static finish times."""
    return _finish_times(run, "static")


def a_slot_that_frees_takes_the_next_request_one_step_later(run: Run) -> Difference | Told:
    """R2: continuous finish times."""
    return _finish_times(run, "continuous")


def _finish_times(run: Run, name: Simulator) -> Difference | Told:
    case = cast(Scenario, run.scenario)
    if case["form"] in MADE or _bad_values(case):
        return Told.IDLE
    must = cast(Observation, run.must)[name]["answer"]
    wanted = _pair(must)
    assert wanted, f"the reference answers {must}"
    for answer in _answers(_observation(run)[name]):
        pair = _pair(answer)
        if pair and pair[1] == wanted[1] and _are_ints(pair[1]):
            continue
        call = Row(_label(case, name), _says(must), _says(answer))
        return _differ(call, *(_request(case, wanted[1], pair[1]) if pair else ()))
    return Told.HELD


def _request(case: Scenario, wanted: list[Plain], got: list[Plain]) -> Iterator[Row]:
    """Yield a row on the first request whose finish differs, if each has one."""
    if len(wanted) != len(got) or not _are_ints(got):
        return
    i = next(i for i, end in enumerate(got) if end != wanted[i])
    end, length = cast(int, wanted[i]), cast(int, case["lengths"][i])
    must = f"starts in step {end - length + 1}, done at the end of step {end}"
    yield Row(f"request {i}", must, f"done at the end of step {got[i]}")


def the_total_is_the_largest_finish(run: Run) -> Difference | Told:
    """R3, told from the learner's own finish times."""
    case = cast(Scenario, run.scenario)
    if case["form"] in MADE or _bad_values(case):
        return Told.IDLE
    for name in SIMULATORS:
        for answer in _answers(_observation(run)[name]):
            pair = _pair(answer)
            if pair is None or not _are_ints(pair[1]):
                continue
            largest = max(cast("list[int]", pair[1]), default=0)
            if type(pair[0]) is not int or pair[0] != largest:
                must = f"total {largest}, finish {_text(pair[1])}"
                return _differ(Row(_label(case, name), must, _says(answer)))
    return Told.HELD


def the_continuous_total_keeps_its_bounds(run: Run) -> Difference | Told:
    """R4, told from the lengths and the learner's own totals."""
    case = cast(Scenario, run.scenario)
    if case["form"] in MADE or _bad_values(case) or not case["lengths"]:
        return Told.IDLE
    pairs = [_pair(_observation(run)[name]["answer"]) for name in SIMULATORS]
    static, continuous = (pair[0] if pair else None for pair in pairs)
    if type(static) is not int or type(continuous) is not int:
        return Told.IDLE
    lengths, slots = cast("list[int]", case["lengths"]), cast(int, case["batch_size"])
    least = max(max(lengths), -(-sum(lengths) // slots))
    if least <= continuous <= static:
        return Told.HELD
    bound = f"at least {least}" if continuous < least else f"at most {static}"
    return _differ(
        Row(_label(case, "static"), f"total {static}", f"total {static}"),
        Row(_label(case, "continuous"), f"total {bound}", f"total {continuous}"),
    )


def utilization_is_tokens_over_slots_and_steps(run: Run) -> Difference | Told:
    """R5, told without the reference."""
    case = cast(Scenario, run.scenario)
    steps = case["total_steps"]
    if _bad_values(case) or type(steps) is not int:
        return Told.IDLE
    answer = _observation(run)["utilization"]["answer"]
    label = _label(case, "utilization")
    if _bad_steps(case):
        return _refuses(label, answer, [steps])
    want = _share(case)
    got = answer.get("returned")
    if type(got) is float and abs(got - want) <= CLOSE * want:
        return Told.HELD
    return _differ(Row(label, f"the answer {want!r}", _says(answer)))


def the_cost_depends_on_the_number_of_requests_alone(run: Run) -> Difference | Told:
    """R6: made forms, whose answers are known; a slow program hits the limit on time instead."""
    case = cast(Scenario, run.scenario)
    if case["form"] not in MADE:
        return Told.IDLE
    for name in SIMULATORS:
        answer = _observation(run)[name]["answer"]
        total, finish = _known(name, case["form"], _made(case))
        pair = _pair(answer)
        if pair is None or not _is_total(pair[0], total):
            return _differ(Row(_label(case, name), f"total {total}", _brief(answer)))
        if pair[1] != finish:
            return _differ(*_entries(_label(case, name), cast("list[Plain]", finish), pair[1]))
    return Told.HELD


def _is_total(got: Plain, total: int) -> bool:
    return type(got) is int and got == total


def _brief(answer: dict[str, Plain]) -> str:
    pair = _pair(answer)
    return f"total {_text(pair[0])}" if pair else _says(answer)


def _entries(label: str, must: list[Plain], got: list[Plain]) -> Iterator[Row]:
    """Yield a row on the first thing in which two digests differ."""
    if got[0] != must[0]:
        yield Row(label, f"{must[0]} entries in finish", f"{got[0]} entries in finish")
        return
    wanted, seen = cast("list[int]", must[2]), cast("list[Plain]", got[2])
    if not seen:
        yield Row(label, "only ints in finish", f"{_text(got[1])} in finish")
        return
    entries = cast(int, must[0])
    places = [*range(0, entries, -(-entries // SAMPLES)), entries - 1]
    for place, one, other in zip(places, wanted, seen, strict=True):
        if one != other:
            yield Row(label, f"finish[{place}] is {one}", f"finish[{place}] is {_text(other)}")
            return
    text = "the sum of (i + 1) * finish[i] is"
    yield Row(label, f"{text} {must[1]}", f"{text} {_text(got[1])}")


def bad_input_is_refused_and_good_input_left_alone(run: Run) -> Difference | Told:
    """R7, told without the reference."""
    case = cast(Scenario, run.scenario)
    seen = _observation(run)
    bad = _bad_values(case)
    for name in SIMULATORS:
        for answer in _answers(seen[name]) if bad else ():
            told = _refuses(_label(case, name), answer, bad)
            if isinstance(told, Difference):
                return told
    if bad or type(case["total_steps"]) is not int:
        worst = [*bad, *_bad_steps(case)]
        told = _refuses(_label(case, "utilization"), seen["utilization"]["answer"], worst)
        if isinstance(told, Difference):
            return told
    return _input_is_left_alone(case, seen)


def _input_is_left_alone(case: Scenario, seen: Observation) -> Difference | Told:
    calls = {name: seen[name] for name in SIMULATORS} | {"utilization": seen["utilization"]}
    for name, call in calls.items():
        label = _label(case, name)
        if call["changed"]:
            return _differ(Row(label, "out_lens is as it was", "out_lens was changed"))
        if call["list"] != "new":
            return _differ(Row(label, "finish is a new list", f"finish is {OLD[call['list']]}"))
    return Told.HELD


def _refuses(label: str, answer: dict[str, Plain], bad: list[Value]) -> Difference | Told:
    """Tell whether the answer is a ValueError that names one of the bad values."""
    says = answer.get("says")
    names_one = isinstance(says, str) and any(str(value) in says for value in bad)
    if answer.get("raised") == "ValueError" and names_one:
        return Told.HELD
    names = " or ".join(dict.fromkeys(map(repr, bad)))
    return _differ(Row(label, f"ValueError that names {names}", _says(answer)))


RULES: dict[str, Check] = {
    "R1": a_group_starts_when_the_one_before_has_finished,
    "R2": a_slot_that_frees_takes_the_next_request_one_step_later,
    "R3": the_total_is_the_largest_finish,
    "R4": the_continuous_total_keeps_its_bounds,
    "R5": utilization_is_tokens_over_slots_and_steps,
    "R6": the_cost_depends_on_the_number_of_requests_alone,
    "R7": bad_input_is_refused_and_good_input_left_alone,
}
