"""Has what a worker sent the shape that it must have? Runs beside the engine, not in the worker."""

from typing import TypeGuard, cast

from gpu_checks.adapter.turn import Ending, Trouble, Turn
from grader.plain import Plain
from grader.shape import fits

INTS = frozenset({int})
LISTS = ("lengths", "last", "finished", "rows", "starts", "counts")  # of a turn, all of ints


def is_turn(value: Plain) -> TypeGuard[Turn]:
    """Return whether plain data from a worker has the shape of a turn, exactly.

    What `grader.shape.fits` would say, some twenty times faster: a turn comes with every step.
    """
    if type(value) is not dict or value.keys() != Turn.__annotations__.keys():
        return False
    tables = value["tables"]
    return (
        all(_is_ints(value[name]) for name in LISTS)
        and type(tables) is list
        and all(_is_ints(table) and len(cast("list[int]", table)) >= 2 for table in tables)
        and type(value["kind"]) is str
        and type(value["free"]) is int
        and fits(value["trouble"], Trouble | None)
    )


def _is_ints(value: Plain) -> bool:
    return type(value) is list and INTS.issuperset(map(type, value))


def is_ending(value: Plain) -> TypeGuard[Ending]:
    """Return whether plain data from a worker has the shape of an ending."""
    return fits(value, Ending)
