"""Scenarios of the drill `batching`: how one is written, which are valid, and random ones.

Left out: fixed scenarios that each tell something (`telling.py`), and subclasses of int other than
bool as input, which the contract leaves open.
"""

from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.plain import Plain
from grader.properties.batching.made import has_closed_form
from grader.properties.batching.shapes import MADE, Scenario, Value
from grader.scenario import digits

MOST = 200  # requests that a scenario may list, and that a person's own case may have
HUGE = 10**12  # the largest length and the largest batch size


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract says what must happen in this scenario."""
    case = cast(Scenario, scenario)
    lengths = case["lengths"]
    numbers = [value for value in (*lengths, case["batch_size"]) if type(value) is int]
    if len(lengths) > MOST or any(abs(number) > HUGE for number in numbers):
        return False
    if case["form"] in MADE:
        return len(lengths) == 3 and len(numbers) == 4 and has_closed_form(case)
    return case["form"] != "range" or _is_range(lengths)


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take; the longest takes 0.4 s by a heap."""
    return 6.0 if cast(Scenario, scenario)["form"] in MADE else 1.0


def _is_range(lengths: list[Value]) -> bool:
    if not all(type(value) is int for value in lengths) or len(set(lengths)) < len(lengths):
        return False
    entries = cast("list[int]", lengths)
    return entries == list(range_of(entries))


def range_of(lengths: list[int]) -> range:
    """Return the range that has these entries: range(5, 0, -2) for [5, 3, 1]."""
    if not lengths:
        return range(0)
    step = lengths[1] - lengths[0] if len(lengths) > 1 else 1
    return range(lengths[0], lengths[-1] + (1 if step > 0 else -1), step)


def case_of(
    lengths: list[Value], batch_size: Value, total_steps: Value = 10, form: str = "list"
) -> check.Scenario:
    """Return the scenario that calls all three functions with these arguments.

    "rising, range" is a made form that comes in a range.
    """
    form, _, held = form.partition(", ")
    case: check.Scenario = {
        "form": form,
        "lengths": cast("list[Plain]", lengths),
        "batch_size": batch_size,
        "total_steps": total_steps,
    }
    return case | {"held": held} if held else case


LENGTHS = (1, 2, 1, 3, 5, 2, 4, 1, 30)
STEPS = (1, 2, 3, 5, 8, 13, 21, 60, 1, 2, 3, 4, 6, 10, 16, 100, 0, -4)
_NO_INTS: tuple[Value, ...] = (True, False, 2.5, 7.0, 0.0, -2.5, "7", "", "many", None)
BAD: tuple[Value, ...] = (0, -1, -3, *_NO_INTS, "float nan", "float inf")
PLACES = ("batch_size", "total_steps", "length", "length", "length")
ENTRIES = 10
WIDE = 30  # requests in many slots, of lengths up to 60


def _scenario(drawn: tuple[int, ...]) -> check.Scenario:
    form, slots, entries, steps, fate, bad, place, mix, *lengths = drawn
    name = ("list", "tuple", "list", "range", "list")[form]
    if fate == 1:  # many slots that free in no order at all
        return case_of(_mixed(mix), slots + 6, STEPS[steps], "tuple" if name == "tuple" else "list")
    values: list[Value] = [LENGTHS[digit] for digit in lengths[:entries]]
    if name == "range":
        values = _evenly(lengths[0], lengths[1], entries)
    case = case_of(values, slots % 6 + 1, STEPS[steps], name)
    if fate == 0:
        _spoil(case, BAD[bad], PLACES[place], lengths[-1])
    return case


def _mixed(mix: int) -> list[Value]:
    """Return lengths in no order; each follows from the one before and a number that is drawn."""
    values: list[Value] = []
    for _ in range(WIDE):
        mix = (mix * 1_103_515_245 + 12_345) % (1 << 31)
        values.append(1 + (mix >> 16) % 60)
    return values


def _evenly(first: int, step: int, entries: int) -> list[Value]:
    """Return a range's entries, upwards for an even `step`, downwards to `first` for an odd one."""
    upwards: list[Value] = [1 + first + i * (1 + step // 2) for i in range(entries)]
    return upwards if step % 2 == 0 else upwards[::-1]


def _spoil(case: check.Scenario, bad: Value, place: str, at: int) -> None:
    lengths = case["lengths"]
    if place != "length":
        case[place] = bad
    elif isinstance(lengths, list) and lengths:
        at %= len(lengths)
        if case["form"] == "range":  # which goes through 0 there
            entries = cast("list[int]", lengths)
            case["lengths"] = [entry - entries[at] for entry in entries]
        else:
            lengths[at] = bad


# form, batch size, number of requests, total_steps, what kind, which bad value, where, lengths
_DRAWN = digits(5, 12, ENTRIES + 1, len(STEPS), 7, len(BAD), len(PLACES), 1 << 31, *([9] * ENTRIES))
SCENARIOS: SearchStrategy[check.Scenario] = _DRAWN.map(_scenario)
