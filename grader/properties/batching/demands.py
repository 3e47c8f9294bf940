"""What must hold without asking the reference: what is refused, the utilization, long scenarios.

Left out: the finish times of short scenarios, which the reference gives.
"""

from typing import cast

from grader import check
from grader.plain import Plain
from grader.properties.batching.made import closed_form, made_of, made_sum
from grader.properties.batching.shapes import MADE, SIMULATORS, Scenario, Value

LARGE = 10_000  # a number above that puts the cost at stake, as in the driver


def known(scenario: check.Scenario) -> Plain:
    """Return what must be seen in a made form, None for the others: the reference is not run."""
    case = cast(Scenario, scenario)
    if case["form"] not in MADE or bad_steps(case):
        return None
    seen: dict[str, Plain] = {"utilization": _seen(share(case))}
    for name in SIMULATORS:
        total, finish = closed_form(name, case["form"], made_of(case))
        seen[name] = _seen({"tuple": [total, finish]})
    return seen


def _seen(returned: Plain) -> Plain:
    return {
        "answer": {"returned": returned},
        "again": None,
        "list": "new",
        "changed": False,
        "dear": None,
    }


def bad_values(case: Scenario) -> list[Value]:
    """Return the values that no simulator may take; any of them may be named."""
    if case["form"] in MADE:
        return []
    bad = [value for value in case["lengths"] if not _is_good(value, 1)]
    return bad if _is_good(case["batch_size"], 1) else [*bad, case["batch_size"]]


def bad_steps(case: Scenario) -> list[Value]:
    """Return total_steps in a list if it is refused: no int, negative, or 0 with requests."""
    least = 1 if _requests(case) else 0
    return [] if _is_good(case["total_steps"], least) else [case["total_steps"]]


def is_large(case: Scenario) -> bool:
    """Return whether the cost is at stake: many requests, or few with a large number."""
    numbers = [*case["lengths"], case["batch_size"], case["total_steps"]]
    ints = [number for number in numbers if type(number) is int]
    return case["form"] in MADE or (len(ints) == len(numbers) and max(ints) > LARGE)


def told_as(value: Value) -> set[str]:
    """Return the texts that name a value: one is enough in a message."""
    if type(value) is str and value.startswith("float "):
        text = value.removeprefix("float ")
        return {text, "NaN" if text == "nan" else text}
    return {str(value)}


def _is_good(value: Value, least: int) -> bool:
    return type(value) is int and value >= least


def share(case: Scenario) -> float:
    """Return the utilization: 300 tokens in 2 slots and 250 steps are 0.6."""
    if not _requests(case):
        return 0.0
    slots, steps = cast("tuple[int, int]", (case["batch_size"], case["total_steps"]))
    return _sum(case) / (slots * steps)


def _requests(case: Scenario) -> int:
    return made_of(case)[0] if case["form"] in MADE else len(case["lengths"])


def _sum(case: Scenario) -> int:
    if case["form"] in MADE:
        return made_sum(case["form"], made_of(case))
    return sum(cast("list[int]", case["lengths"]))
