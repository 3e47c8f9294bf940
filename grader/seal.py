"""Keep the code that plays scenarios as it was, beside code of the learner's that may change it.

Runs in the worker. What is ours leaves `sys.modules`, the learner's file gets builtins of its own,
and after every scenario our modules are compared with how they were: whoever replaces things by
name reaches nothing, and whoever finds them another way and changes them is seen. Left out, since
code can keep no secret from code beside it: variables of a function that is running, reached
through its frame, and a change that is put back before the scenario ends.
"""

import builtins
import copyreg
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter, is_, methodcaller
from types import FunctionType, ModuleType
from typing import Any

OURS = ("grader", "drills", "reference", "gpu_checks")
GIVEN = ".given"  # the modules of a drill that its learner may import and change
PARTS = ("__func__", "__wrapped__", "fget", "fset")  # where descriptors and caches keep functions

CODE: tuple[Callable[[FunctionType], object], ...] = (
    attrgetter("__code__"),
    attrgetter("__defaults__"),
    attrgetter("__kwdefaults__"),
)
VALUES: Callable[[Mapping[str, object]], Iterable[object]] = methodcaller("values")
CAN_CHANGE = 1 << 9  # flag of a class that was made by a class statement

# Subtle: names of our own, since one of the builtins that were changed may be one of these.
_all, _len = all, len
_map: Any = map
_note_slots: Callable[[type], object] = vars(copyreg)["_slotnames"]


class Seal:
    """What modules held when it was made: their names, their classes' names, all code.

    But for what a learner is given: giving a class there an order, say, is no offence.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        modules = [*modules]
        for module in modules:
            _let_the_library_write(module)
        self._spaces = list(_spaces(modules))
        self._functions = [*_functions(value for space in self._spaces for value in space.values())]
        self._kept = [*self._look()]  # kept alive, so nothing else can come to lie in its place
        self._sizes = [*map(len, self._spaces)]

    def is_whole(self) -> bool:
        """Return whether nothing was replaced, added or taken away since."""
        same: bool = _all(_map(is_, self._look(), self._kept))
        return same and [*_map(_len, self._spaces)] == self._sizes

    def _look(self) -> Iterator[object]:
        codes = (_map(part, self._functions) for part in CODE)
        return chain(chain.from_iterable(_map(VALUES, self._spaces)), *codes)


def _let_the_library_write(module: ModuleType) -> None:
    """Put there what the standard library would put into a module or a class of ours by itself.

    A warning that names its caller leaves a registry in the caller's module; who copies an object,
    or asks for annotations, leaves a note in its class. None of that is a change of ours.
    """
    vars(module).setdefault("__warningregistry__", {})
    getattr(module, "__annotations__", None)  # made when it is asked for, here and below
    kinds = [value for value in vars(module).values() if type(value) is type]
    for kind in kinds:
        if _is_made_in(kind, module):
            _note_slots(kind)
            getattr(kind, "__annotations__", None)


def hide() -> None:
    """Take our modules out of reach by name, and put a copy in the place of the builtins.

    The learner's file finds `given` alone; `import builtins` gives the copy that it runs with.
    """
    for name in list(sys.modules):
        if name.partition(".")[0] in OURS and not name.endswith(GIVEN):
            del sys.modules[name]
    vars(sys.modules["__main__"]).pop("main", None)
    copy = ModuleType("builtins")
    vars(copy).update(vars(builtins))
    sys.modules["builtins"] = copy


def _spaces(modules: Iterable[ModuleType]) -> Iterator[Mapping[str, object]]:
    for module in modules:
        if module.__name__ != "given":
            yield vars(module)
            for value in vars(module).values():
                if type(value) is type and _is_made_in(value, module):
                    yield vars(value)


def _is_made_in(kind: type, module: ModuleType) -> bool:
    return kind.__module__ == module.__name__ and bool(kind.__flags__ & CAN_CHANGE)


def _functions(values: Iterable[object]) -> Iterator[FunctionType]:
    for value in values:
        for one in (value, *(getattr(value, part, None) for part in PARTS)):
            if type(one) is FunctionType:
                yield one
