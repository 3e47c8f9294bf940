"""Small things that both adapters read of the learner's objects, without believing them."""

from collections.abc import Iterable
from typing import Any

from grader.plain import type_name


class Odd(Exception):
    """Something of the learner's is not what the contract says; the message names it."""


class Tables:
    """Tells which block tables changed since it last told."""

    def __init__(self) -> None:
        self.told: dict[int, list[int]] = {}

    def changes(self, tables: Iterable[tuple[int, Any]]) -> list[list[int]]:
        """Return [request, entries kept, new entries ...] for each table that changed.

        Told [4, 7] of request 2 before and [4, 7, 1] now: [2, 2, 1]. Given back: [2, 0].
        """
        found: list[list[int]] = []
        for request, table in tables:
            old = self.told.get(request, [])
            if table == old:
                continue
            new = integers(list(table), "block_table")
            keep = len(old) if new[: len(old)] == old else 0
            found.append([request, keep, *new[keep:]])
            self.told[request] = new
        return found


def kind(value: object) -> str:
    """Return the name of a value's type: None gives "NoneType"."""
    return type_name(type(value))


def integers(values: list[Any], name: str) -> list[int]:
    """Return whole numbers as plain ones; one of a class made of int counts, True does not."""
    if not values or set(map(type, values)) == {int}:
        return values
    for value in values:
        if type(value) is bool or not issubclass(type(value), int):
            raise Odd(f"{name} holds a {kind(value)} where a whole number must stand")
    return [int.__int__(value) for value in values]
