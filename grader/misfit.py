"""Where plain data has not the shape that a type describes, in words for the person who wrote it.

Understands the types that `shape.py` does. Left out: values that fit the type and that the
contract of a drill excludes all the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from grader.plain import Plain
from grader.shape import fits

NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True)
class Misfit:
    """The first place that does not fit: ("requests", 1, "prompt") and what is wrong there."""

    path: tuple[str | int, ...]
    says: str


def misfit(value: Plain, kind: object) -> Misfit | None:
    """Return the first place where `value` has not the shape `kind`, None when it fits.

    misfit({"n": True}, Table), n being an int, says at ("n",): "is true; it must be a whole
    number".
    """
    return None if fits(value, kind) else _find(value, _chosen(value, kind))


def describe(kind: object) -> str:
    """Return a type in words: list[int] is "a list, each entry a whole number"."""
    origin, inside = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return "a table"
    if origin is Literal:
        return ("one of " if len(inside) > 1 else "") + ", ".join(map(_shown, inside))
    if origin in (Union, UnionType):
        wanted = [one for one in inside if one is not NoneType]
        return " or ".join(dict.fromkeys(map(describe, wanted)))
    if origin is list:
        return "a list, each entry " + describe(inside[0])
    if origin is dict:
        return "a table, each value " + describe(inside[1])
    return NAMES[kind] if isinstance(kind, type) and kind in NAMES else "a value"


def may_be_absent(kind: object) -> bool:
    """Return whether None is among the values, for which TOML has no word."""
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def tables(kind: object) -> list[Any]:
    """Return the TypedDicts that a type is made of, those that stand outside first."""
    found: list[Any] = []
    todo: list[Any] = [kind]
    while todo:
        one = todo.pop(0)
        if is_typeddict(one):
            if one not in found:
                found.append(one)
                todo += get_type_hints(one).values()
        else:
            todo += get_args(one)
    return found


def _chosen(value: Plain, kind: object) -> object:
    """Return the one of several tables that a value is meant to be, told by a field like `do`."""
    if get_origin(kind) not in (Union, UnionType) or not isinstance(value, dict):
        return kind
    meant = [one for one in get_args(kind) if is_typeddict(one) and _is_meant(value, one)]
    return meant[0] if len(meant) == 1 else kind


def _is_meant(value: dict[str, Plain], table: Any) -> bool:
    tells = {name: hint for name, hint in get_type_hints(table).items() if _is_literal(hint)}
    return all(fits(value.get(name), hint) for name, hint in tells.items())


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _find(value: Plain, kind: object) -> Misfit:
    if is_typeddict(kind) and isinstance(value, dict):
        return next(_in_table(value, kind))
    if get_origin(kind) is list and isinstance(value, list):
        (item,) = get_args(kind)
        for place, entry in enumerate(value):
            found = misfit(entry, item)
            if found:
                return Misfit((place, *found.path), found.says)
    return Misfit((), f"is {_shown(value)}; it must be {describe(kind)}")


def _in_table(table: dict[str, Plain], kind: Any) -> Iterator[Misfit]:
    hints = get_type_hints(kind)
    for name in table:
        if name not in hints:
            yield Misfit((name,), f"is no field here; the fields are {', '.join(hints)}")
    for name in (name for name in hints if name in kind.__required_keys__ - table.keys()):
        yield Misfit((), f"lacks the field {name}, {describe(hints[name])}")
    for name, entry in table.items():
        found = misfit(entry, hints[name])
        if found:
            yield Misfit((name, *found.path), found.says)


def _shown(value: object) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return f'"{value}"' if isinstance(value, str) else str(value)
