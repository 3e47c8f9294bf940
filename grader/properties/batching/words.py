"""Calls and answers in the words that a person reads, as a Python programmer would write them.

Left out: the rows that tell a rule (`rules.py`).
"""

from typing import cast

from grader import check
from grader.plain import Plain
from grader.properties.batching.answers import pair_of
from grader.properties.batching.made import made_lengths, made_of
from grader.properties.batching.scenarios import range_of
from grader.properties.batching.shapes import MADE, Scenario, Value

WIDE = 120  # characters of an answer that are shown


def show(scenario: check.Scenario) -> list[str]:
    """Return the input of the three functions."""
    case = cast(Scenario, scenario)
    lines = [
        f"out_lens     {_input(case)}",
        f"batch_size   {_number(case['batch_size'])}",
        f"total_steps  {_number(case['total_steps'])}   (utilization only)",
    ]
    values = (*case["lengths"], case["batch_size"], case["total_steps"])
    numbers = [value for value in values if isinstance(value, bool | float)]
    like = next((number for number in numbers if number == int(number)), None)
    if like is not None:  # as in the driver
        lines.append(f"each function is called before with {int(like)} for {like}")
    return lines


def call_words(case: Scenario, name: str) -> str:
    """Return the call: "simulate_static([3, 1], 2)"."""
    lengths, slots = _input(case), _number(case["batch_size"])
    if name == "utilization":
        return f"utilization({lengths}, {slots}, {_number(case['total_steps'])})"
    return f"simulate_{name}({lengths}, {slots})"


def _input(case: Scenario) -> str:
    if case["form"] in MADE:
        n, base, step, slots = made_of(case)
        first = made_lengths(case["form"], min(n, 3), base, step, slots)
        rest = f", … {n:,} of them" if n > 3 else ""
        if case.get("held") == "range":
            step = step if case["form"] == "rising" else -step
            return str(range(base, base + n * step, step))
        left, right = "()" if case.get("held") == "tuple" else "[]"
        return f"{left}{', '.join(map(str, first))}{rest}{right}"
    entries = ", ".join(map(_number, case["lengths"]))
    if case["form"] == "tuple":
        return f"({entries},)" if len(case["lengths"]) == 1 else f"({entries})"
    if case["form"] == "range":
        return str(range_of(cast("list[int]", case["lengths"])))
    return f"[{entries}]"


def _number(value: Value) -> str:
    """Return an argument as Python writes it: 3, True, "7", float("nan")."""
    if type(value) is str and value.startswith("float "):
        return f'float("{value.removeprefix("float ")}")'
    return repr(value)


def answer_words(answer: dict[str, Plain]) -> str:
    """Return the answer: "total 3, finish [3, 1]" or "ValueError: batch_size 0"."""
    if "raised" in answer:
        return f"{answer['raised']}: {answer.get('says')}".rstrip(": ")
    pair = pair_of(answer)
    if pair:
        return f"total {value_words(pair[0])}, finish {value_words(pair[1])}"
    return f"the answer {value_words(answer.get('returned'))}"


def value_words(value: Plain) -> str:
    """Return a value in at most 120 characters."""
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
