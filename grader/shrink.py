"""Make a failing scenario small.

Works on the plain data, not on how it was drawn, so that fixed, saved and random scenarios shrink
alike. Three moves: delete entries of a list, make an integer smaller, make True False. Each leaves
less than there was, so it ends; the budget ends it sooner.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import cast

from grader.check import Scenario
from grader.plain import Plain

Path = tuple[str | int, ...]


class Budget:
    """How much shrinking may cost: seconds of wall clock and a number of tries."""

    def __init__(self, seconds: float, tries: int) -> None:
        self.end = time.monotonic() + seconds
        self.tries = tries

    def spend(self) -> bool:
        """Take one try; return False when nothing is left."""
        self.tries -= 1
        return self.tries >= 0 and time.monotonic() < self.end


def shrink(
    scenario: Scenario,
    is_valid: Callable[[Scenario], bool],
    fails: Callable[[Scenario], bool],
    budget: Budget,
) -> Scenario:
    """Return a scenario that still fails and that no single move makes smaller, budget allowing."""
    tried = {_key(scenario)}
    smaller = True
    while smaller:
        smaller = False
        for move in _moves(scenario):
            key = _key(move)
            if key in tried or not is_valid(move):
                continue
            tried.add(key)
            if not budget.spend():
                return scenario
            if fails(move):
                scenario, smaller = move, True
                break
    return scenario


def weight(scenario: Scenario) -> tuple[int, int]:
    """Return how large a scenario is: characters of its JSON, then the sum of its numbers."""
    return len(_key(scenario)), sum(abs(n) for _, n in _integers(scenario, ()))


def _key(scenario: Scenario) -> str:
    return json.dumps(scenario, sort_keys=True)


def _moves(scenario: Scenario) -> Iterator[Scenario]:
    """Yield smaller neighbours: big deletions, single ones, then smaller numbers."""
    for path, items in list(_lists(scenario, ())):
        part = len(items) // 2 or len(items)
        while part >= 1:
            for start in range(len(items) - part, -1, -part):
                yield _changed(scenario, path, items[:start] + items[start + part :])
            part //= 2
    for path, number in list(_integers(scenario, ())):
        if number is True:
            yield _changed(scenario, path, False)
            continue
        towards = 1 if number > 0 else -1
        for smaller in dict.fromkeys((0, towards, number // 2, number - towards)):
            if abs(smaller) < abs(number):
                yield _changed(scenario, path, smaller)


def _lists(value: Plain, path: Path) -> Iterator[tuple[Path, list[Plain]]]:
    if type(value) is list:
        if value:
            yield path, value
        for index, item in enumerate(value):
            yield from _lists(item, (*path, index))
    elif type(value) is dict:
        for key, item in value.items():
            yield from _lists(item, (*path, key))


def _integers(value: Plain, path: Path) -> Iterator[tuple[Path, int]]:
    """Yield every integer, and every True, with where it lies."""
    if type(value) is int or value is True:
        yield path, value
    elif type(value) is list:
        for index, item in enumerate(value):
            yield from _integers(item, (*path, index))
    elif type(value) is dict:
        for key, item in value.items():
            yield from _integers(item, (*path, key))


def _changed(scenario: Scenario, path: Path, new: Plain) -> Scenario:
    """Return a copy of the scenario in which `new` stands at `path`."""
    return cast(Scenario, _replaced(scenario, path, new))


def _replaced(value: Plain, path: Path, new: Plain) -> Plain:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if type(value) is list and type(step) is int:
        return [*value[:step], _replaced(value[step], rest, new), *value[step + 1 :]]
    if type(value) is dict and type(step) is str:
        return {**value, step: _replaced(value[step], rest, new)}
    raise AssertionError(f"no {step!r} in {value!r}")
