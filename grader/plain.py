"""Plain data: what may cross from the worker to the judge, and how a driver makes it.

A driver calls the learner's code through `attempt` and hands on what `plain` makes of the answer.
Both run inside the worker, beside code that may lie, so `plain` never calls a method that the
learner could have overridden: it reads subclasses of built-in types through the built-in type.
Left out: framing and strict decoding, which are the judge's side (`wire.py`).
"""

import math
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeAlias, cast

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

DEPTH = 32  # levels of nesting that an observation may have
BITS = 13_000  # of an integer, some 3,900 digits; Python refuses to print more than 4,300
ENTRIES = 300_000  # of one list, tuple or dict
TEXT = 600  # characters kept of an exception's message
NAME = 100  # characters kept of the name of a type

CONTAINERS: tuple[Any, ...] = (list, tuple, dict)

CANDIDATE = "<candidate>"  # file name under which every candidate is compiled


def plain(value: object, depth: int = DEPTH) -> Plain:
    """Return `value` as plain data, exactly and without trusting it.

    None, bool, int, str, finite floats and lists stay what they are; a tuple becomes
    {"tuple": [...]}, a dict {"dict": [[key, value], ...]}, and everything else, NaN included,
    {"type": its name}. So True is not 1, a tuple is not a list, and an object that claims to be
    equal to everything is just a type name. (1, [2]) gives {"tuple": [1, [2]]}.
    """
    kind = type(value)  # Subtle: never isinstance, which believes an object's own __class__
    if value is None or kind is bool:
        return cast(Plain, value)
    if issubclass(kind, int):
        return _integer(int.__add__(cast(int, value), 0))
    if issubclass(kind, str):
        return str.__str__(cast(str, value))
    if issubclass(kind, float):
        number = float.__add__(cast(float, value), 0.0)
        return number if math.isfinite(number) else {"type": f"float {number}"}
    return _container(value, kind, depth)


def type_name(kind: type) -> str:
    """Return the name of a type, read past any metaclass: int gives "int"."""
    return str.__str__(type.__dict__["__name__"].__get__(kind))[:NAME]


def attempt(call: Callable[..., object], *args: object) -> dict[str, Plain]:
    """Call the learner's code; return {"returned": plain value} or what it raised.

    A raised exception becomes {"raised": "ValueError", "says": message, "line": 12}: any subclass
    of ValueError counts as ValueError, since the contracts ask for no more; `line` is the last line
    of the learner's file on the way, or 0. SystemExit and KeyboardInterrupt are caught like others.
    Three pass through, for the worker to name: MemoryError, a thread that could not be started, and
    NotImplementedError (an unwritten stub).
    """
    try:
        return {"returned": plain(call(*args))}
    except (MemoryError, NotImplementedError):
        raise
    except BaseException as error:
        if is_too_many(error):
            raise
        return failure(error)


def is_too_many(error: BaseException) -> bool:
    """Return whether this is what Python raises when no more threads may be started."""
    return type(error) is RuntimeError and error.args == ("can't start new thread",)


def failure(error: BaseException) -> dict[str, Plain]:
    """Return an exception as plain data: {"raised": type name, "says": message, "line": 12}."""
    raised = "ValueError" if isinstance(error, ValueError) else type_name(type(error))
    return {"raised": raised, "says": _message(error), "line": candidate_line(error.__traceback__)}


def _integer(number: int) -> Plain:
    return number if number.bit_length() < BITS else {"type": "int of over 4,000 digits"}


def _container(value: Any, kind: type[object], depth: int) -> Plain:
    builtin: Any = next((base for base in CONTAINERS if issubclass(kind, base)), None)
    if builtin is None:
        return {"type": type_name(kind)}
    if depth == 0:
        return {"type": "too deep"}
    name: str = builtin.__name__
    length: int = builtin.__len__(value)
    if length > ENTRIES:
        return {"type": f"{name} of {length:,} entries"}
    if name == "list":
        return _items(builtin.__getitem__(value, slice(None)), depth)
    if name == "tuple":
        return {"tuple": _items([*builtin.__iter__(value)], depth)}
    return {"dict": [_items([key, item], depth - 1) for key, item in builtin.items(value)]}


def _items(items: list[Any], depth: int) -> list[Plain]:
    # At the speed of C, since lists of 100,000 numbers are common.
    if set(map(type, items)) == {int} and max(max(items), -min(items)).bit_length() < BITS:
        return items
    return [plain(item, depth - 1) for item in items]


def candidate_line(trace: TracebackType | None) -> int:
    """Return the last line of the learner's file that a traceback passes through, 0 for none."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == CANDIDATE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _message(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:  # the learner's own __str__ may raise anything
        return ""
    text = str.__str__(text)
    if len(text) <= TEXT:
        return text
    return f"{text[: TEXT // 2]} … {text[-TEXT // 2 :]}"  # a value may be named at either end
