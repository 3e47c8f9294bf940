"""Put into one Python file what another has and it lacks, and empty functions to be written.

Works on the text, by the lines that the syntax tree names, so that what a learner wrote stays as it
was written. Left out: comments between the functions that are taken over.
"""

import ast
from collections.abc import Iterator
from typing import TypeAlias

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def graft(base: str, more: str) -> str:
    """Return `base` with the imports, functions, classes and methods of `more` that it lacks.

    A class that both have gets the methods that are missing, at its end. A base with a syntax
    error keeps its text; everything of `more` then follows it.
    graft("a = 1", "def f(): ...") defines both a and f.
    """
    try:
        tree = ast.parse(base)
    except (SyntaxError, ValueError):
        return f"{base.rstrip()}\n\n\n{more}"
    extra = ast.parse(more)
    added: dict[int, list[str]] = {}  # after which line of base -> lines
    _graft_methods(tree, extra, more, added)
    imports = [line for line in _missing_imports(tree, extra) if line]
    if imports:
        added.setdefault(_end_of_imports(tree), [])[:0] = imports
    lines = base.rstrip().splitlines()
    text = [*added.get(0, [])]
    for number, line in enumerate(lines, 1):
        text += [line, *added.get(number, [])]
    own = {name for node in tree.body for name in _names(node)}
    for node in extra.body:
        names = set(_names(node))
        if names and not names & own:
            text += ["", "", *_lines(more, node)]
    return "\n".join(text) + "\n"


def hollow(source: str, write: tuple[str, ...], drop: tuple[str, ...] = ()) -> str:
    """Return `source` with the bodies of the functions in `write` to be written, without `drop`.

    Names are "function" or "Class.method". Signature and docstring stay:
    hollow("def f():\\n    return 1", ("f",)) raises NotImplementedError("write f()") in f.
    """
    tree = ast.parse(source)
    lines = source.splitlines()
    places = dict(_functions(tree))
    edits: list[tuple[int, int, list[str]]] = []  # first line, last line, what takes their place
    for name in write:
        node = places[name]
        indent = " " * (node.col_offset + 4)
        has_text = ast.get_docstring(node) is not None
        first = (node.body[0].end_lineno or 0) + 1 if has_text else node.body[0].lineno
        raises = f'{indent}raise NotImplementedError("write {node.name}()")'
        edits.append((first, node.end_lineno or first, [raises]))
    for name in drop:
        node = places[name]
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        last = node.end_lineno or first
        blank = last < len(lines) and not lines[last].strip()  # the empty line after it
        edits.append((first, last + blank, []))
    for first, last, text in sorted(edits, reverse=True):
        lines[first - 1 : last] = text
    return "\n".join(lines).rstrip() + "\n"


def functions(source: str) -> list[str]:
    """Return the functions and methods of a text as `hollow` names them."""
    return [name for name, _ in _functions(ast.parse(source))]


def _graft_methods(
    tree: ast.Module, extra: ast.Module, more: str, added: dict[int, list[str]]
) -> None:
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in extra.body:
        if not isinstance(node, ast.ClassDef) or node.name not in classes:
            continue
        own = classes[node.name]
        have = {name for item in own.body for name in _names(item)}
        for item in node.body:
            if isinstance(item, ast.FunctionDef) and item.name not in have:
                added.setdefault(own.end_lineno or 0, []).extend(["", *_lines(more, item)])


def _missing_imports(tree: ast.Module, extra: ast.Module) -> Iterator[str]:
    have = {(module, name) for node in tree.body for module, name in _imported(node)}
    for node in extra.body:
        wanted = [pair for pair in _imported(node) if pair not in have]
        if wanted and isinstance(node, ast.ImportFrom):
            yield f"from {node.module} import {', '.join(name for _, name in wanted)}"
        elif wanted:
            yield f"import {', '.join(name for _, name in wanted)}"


def _imported(node: ast.stmt) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            yield module, f"{alias.name} as {alias.asname}" if alias.asname else alias.name


def _end_of_imports(tree: ast.Module) -> int:
    """Return the line after which imports may stand: behind the last one, or the docstring."""
    imports = [n.end_lineno or 0 for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    if imports:
        return max(imports)
    has_text = ast.get_docstring(tree) is not None
    return (tree.body[0].end_lineno or 0) if has_text else 0


def _names(node: ast.stmt) -> list[str]:
    """Return what a statement defines."""
    if isinstance(node, Definition):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _lines(text: str, node: ast.stmt) -> list[str]:
    first = node.lineno
    if isinstance(node, Definition):
        first = min([first, *(d.lineno for d in node.decorator_list)])
    return text.splitlines()[first - 1 : node.end_lineno]


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    yield f"{node.name}.{item.name}", item
