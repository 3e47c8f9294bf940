"""Does plain data have the shape that a type describes?

The answer of a worker is checked against the drill's `Observation` before any check reads it, and
a case file against `Scenario`. Understands what such types are made of: TypedDict, list, dict,
unions, Literal, and the plain types; bool is not int, int is a float.
"""

from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Any,
    ForwardRef,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from grader.plain import Plain

PLAIN = (NoneType, bool, int, float, str, list, dict)


def fits(value: Plain, kind: object) -> bool:
    """Return whether `value` has the shape `kind`: fits([1, True], list[int]) is False."""
    origin = get_origin(kind)
    if kind is Any or isinstance(kind, (str, ForwardRef)):  # `Plain` is one of these two
        return type(value) in PLAIN
    if is_typeddict(kind):
        return type(value) is dict and _fits_table(value, kind)
    if origin is Literal:
        return any(value == one and type(value) is type(one) for one in get_args(kind))
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if origin is list:
        (item,) = get_args(kind)
        return type(value) is list and all(fits(entry, item) for entry in value)
    if origin is dict:
        _, item = get_args(kind)
        return type(value) is dict and all(fits(entry, item) for entry in value.values())
    if kind is float:
        return type(value) in (int, float)
    return type(value) is (NoneType if kind is None else kind)


def _fits_table(table: dict[str, Plain], kind: Any) -> bool:
    hints = _hints(kind)
    required: frozenset[str] = kind.__required_keys__
    return (
        required <= table.keys()
        and table.keys() <= hints.keys()
        and all(fits(entry, hints[key]) for key, entry in table.items())
    )


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
