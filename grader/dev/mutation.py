"""Every first-order mutant of a source, by the operators of cosmic-ray.

A mutant is the source with one operator, number, condition or loop changed. Left out: judging them
(`mutate.py`); operators that draw a name or a number at random, since no two runs would agree.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from grader.error import DrillError


@dataclass(frozen=True)
class Mutation:
    """One mutant: the line that changed, in which function, and the whole text.

    `where` is "Scheduler.schedule", with "#2" behind it for the second line there that changes
    from the same `old` to the same `new`; "" outside every function.
    """

    where: str
    old: str
    new: str
    text: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what names this mutant as long as its line stays: where, old, new."""
        return self.where, self.old, self.new


def mutations(source: str) -> list[Mutation]:
    """Return all mutants of a source, none twice, none the same program as the source.

    `return a + b` has 11: the other binary operators. A text that does not compile is none.
    """
    functions = _functions(source)
    seen, lines = {_shape(source)}, Counter[tuple[str, str, str]]()
    found: list[Mutation] = []
    for text in _texts(source):
        shape = _shape(text)
        if shape is None or shape in seen:
            continue
        seen.add(shape)
        line, old, new = _change(source, text)
        where = functions.get(line, "")
        lines[where, old, new] += 1
        number = lines[where, old, new]
        found.append(Mutation(f"{where}#{number}" if number > 1 else where, old, new, text))
    return found


def lines(source: str) -> set[tuple[str, str]]:
    """Return every line of a source with the function around it, in the form of a mutation's."""
    functions = _functions(source)
    numbered = enumerate(source.splitlines(), 1)
    return {(functions.get(number, ""), _joined([line])) for number, line in numbered}


def _texts(source: str) -> Iterator[str]:
    """Yield the source with each operator applied at each place."""
    operators, trees, mutating = _cosmic_ray()
    nodes = list(trees.ast_nodes(trees.get_ast(source)))
    for name in operators:
        operator = operators[name]
        if operator.arguments():
            continue  # it draws at random
        places = sum(1 for node in nodes for _ in operator().mutation_positions(node))
        for place in range(places):
            yield mutating.mutate_code(source, operator(), place)


def _cosmic_ray() -> tuple[Any, Any, Any]:
    """Return the library's operators, its trees and its mutator; it ships no types."""
    try:
        plugins = import_module("cosmic_ray.plugins")
    except ImportError as error:
        hint = "python -m pip install 'infra-drill[test]'"
        raise DrillError("cosmic-ray is not installed", hint=hint, code=6) from error
    operators = plugins.OPERATOR_PROVIDERS["core"]
    return operators, import_module("cosmic_ray.ast"), import_module("cosmic_ray.mutating")


def _shape(text: str) -> str | None:
    """Return the program without its layout, None for a text that is no program."""
    try:
        return ast.dump(ast.parse(text))
    except SyntaxError:
        return None


def _change(source: str, text: str) -> tuple[int, str, str]:
    """Return the number of the first line that changed, what stood there and what stands now."""
    before, after = source.splitlines(), text.splitlines()
    head = next(i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    tail = 0
    while before[-1 - tail] == after[-1 - tail] and tail < min(len(before), len(after)) - head - 1:
        tail += 1
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    return head + 1, _joined(old), _joined(new)


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _functions(source: str) -> dict[int, str]:
    """Return for each line the innermost function or class around it."""
    found: dict[int, str] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                first = min([child.lineno, *(item.lineno for item in child.decorator_list)])
                found.update(dict.fromkeys(range(first, (child.end_lineno or first) + 1), name))
                visit(child, f"{name}.")
            else:
                visit(child, prefix)

    visit(ast.parse(source), "")
    return found
