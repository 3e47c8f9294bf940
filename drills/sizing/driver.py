"""Plays a list of calls on a module that sizes a KV block pool."""

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

from grader.plain import Plain, attempt, plain

# Taken before the learner's file is loaded; they read past whatever a subclass overrides.
BASES: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
NUMERATOR: Callable[[Fraction], object] = Fraction.__dict__["_numerator"].__get__
DENOMINATOR: Callable[[Fraction], object] = Fraction.__dict__["_denominator"].__get__


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Make every call of the scenario; a call that raises does not stop the next.

    {"calls": [{"call": "blocks_for", "args": [17, 16]}]} gives {"answers": [{"returned": 2}]}.
    """
    return {"answers": [_ask(module, call) for call in scenario["calls"]]}


def _ask(module: ModuleType, call: dict[str, Any]) -> Plain:
    arguments: list[object] = list(call["args"])
    if "util" in call:
        arguments.insert(1, float(call["util"]))
    kept: list[object] = []  # the answer as it is: `plain` knows no Fraction
    told = attempt(lambda: kept.append(getattr(module, call["call"])(*arguments)))
    return {"returned": _tell(kept[0])} if kept else told


def _tell(value: object) -> Plain:
    if not any(base is Fraction for base in BASES(type(value))):
        return plain(value)
    parts = [attempt(NUMERATOR, value), attempt(DENOMINATOR, value)]
    numbers = [part.get("returned") for part in parts]
    if any(type(number) is not int for number in numbers):
        return {"type": "Fraction without numbers"}
    return {"fraction": numbers}
