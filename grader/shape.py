"""Does plain data have the shape that a type describes?

The answer of a worker is checked against the drill's `Observation` before any check reads it, and
a case file against `Scenario`. Understands what such types are made of: TypedDict, list, dict,
unions, Literal, and the plain types; bool is not int, int is a float.
"""

from collections.abc import Callable
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Any,
    ForwardRef,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from grader.plain import Plain

Test = Callable[[Any], bool]

PLAIN = frozenset((NoneType, bool, int, float, str, list, dict))
UNIONS = (Union, UnionType)


def fits(value: Plain, kind: object) -> bool:
    """Return whether `value` has the shape `kind`: fits([1, True], list[int]) is False."""
    return _test(kind)(value)


@lru_cache(maxsize=1024)
def _test(kind: Any) -> Test:
    """Return the question that `kind` asks; made once, since to take a type apart is slow."""
    types = _types(kind)
    if types:
        return lambda value: type(value) in types
    if is_typeddict(kind):
        return _table(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda value: any(type(value) is type(one) and value == one for one in inner)
    if origin in UNIONS:
        tests = [_test(one) for one in inner]
        return lambda value: any(test(value) for test in tests)
    if origin is list:
        every = _every(inner[0])
        return lambda value: type(value) is list and every(value)
    assert origin is dict, f"no shape of plain data: {kind}"
    every = _every(inner[1])
    return lambda value: type(value) is dict and every(value.values())


def _types(kind: Any) -> frozenset[type]:
    """Return the types of which a value must have one; none where that is not all to be asked."""
    if kind is Any or isinstance(kind, (str, ForwardRef)):  # `Plain` is one of these two
        return PLAIN
    if get_origin(kind) in UNIONS:
        parts = [_types(one) for one in get_args(kind)]
        none: frozenset[type] = frozenset()
        return none.union(*parts) if all(parts) else none
    if kind is float:
        return frozenset((int, float))
    if kind is None:
        return frozenset((NoneType,))
    return frozenset((kind,)) & PLAIN if isinstance(kind, type) else frozenset()


def _every(kind: Any) -> Test:
    """Return the question whether every entry has the shape `kind`."""
    types = _types(kind)
    if types:
        return lambda entries: types.issuperset(map(type, entries))
    test = _test(kind)
    return lambda entries: all(map(test, entries))


def _table(kind: Any) -> Test:
    required: frozenset[str] = kind.__required_keys__
    hints: dict[str, Any] = {}

    def test(value: Any) -> bool:
        if type(value) is not dict:
            return False
        if not hints:  # not before it is asked: a table may hold tables of its own kind
            hints.update(get_type_hints(kind))
        table = cast("dict[str, Plain]", value)
        return (
            required <= table.keys()
            and table.keys() <= hints.keys()
            and all(_test(hints[key])(entry) for key, entry in table.items())
        )

    return test
