"""A drill as a Jupyter notebook: written by `drill start --notebook`, its cells graded as a file.

The code that is graded is that of all code cells in their order, but for cells with one of the tags
given, scratch and grade, and for cells that begin with %%. Lines that are no Python but orders to
the notebook (%time, !ls) count as empty. Left out: running cells; the code goes to a worker.
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

from grader import file
from grader.catalogue import Drill
from grader.error import DrillError

SUFFIX = ".ipynb"
SKIPPED = {"given", "scratch", "grade"}  # tags of cells that are not graded
SCRATCH = "# Try things here: a cell with the tag scratch is not graded."
GRADE = "# Save the notebook first: what is graded is the file.\n!drill grade {name}.ipynb"


def need() -> None:
    """Raise a DrillError, code 6, when the package for notebooks is absent."""
    _nbformat()


def write(drill: Drill, folder: Path) -> Path:
    """Write the notebook of a drill into its folder and return its path."""
    v4 = _nbformat("v4")
    cells = [v4.new_markdown_cell(drill.text("task.md"))]
    given = drill.text("given.py")
    if given:
        cells.append(_cell("%%writefile given.py\n" + given, "given"))
    cells += [_cell(part, "work") for part in _parts(drill.text("stub.py"))]
    cells += [_cell(SCRATCH, "scratch"), _cell(GRADE.format(name=drill.name), "grade")]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same notebook every time
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    path = folder / f"{drill.name}{SUFFIX}"
    file.write(path, str(_nbformat().writes(book)) + "\n")
    return path


def code(text: str) -> str:
    """Return the Python text that is graded of a notebook; what is none is a DrillError."""
    return "\n".join(line for _, source in _graded(text) for line in source)


def place(text: str, line: int) -> tuple[int, int]:
    """Return cell and line in it, both from 1, of a line of `code(text)`."""
    last = (0, line)
    for number, source in _graded(text):
        if line <= len(source):
            return number, line
        line -= len(source)
        last = (number, len(source))
    return last


def _graded(text: str) -> list[tuple[int, list[str]]]:
    """Return number and lines of each cell that is graded; cells count from 1, all kinds."""
    try:
        book = _nbformat().reads(text, as_version=4)
        cells = [
            (number, str(cell["source"]), set(cell["metadata"].get("tags", [])))
            for number, cell in enumerate(book["cells"], 1)
            if cell["cell_type"] == "code"
        ]
    except DrillError:
        raise
    except Exception as error:  # nbformat raises whatever the broken file leads to
        raise DrillError(f"is not a notebook ({type(error).__name__})", code=3) from error
    return [
        (number, [_python(line) for line in source.split("\n")])
        for number, source, tags in cells
        if not tags & SKIPPED and not source.lstrip().startswith("%%")
    ]


def _python(line: str) -> str:
    return "" if line.startswith(("%", "!")) else line


def _parts(stub: str) -> list[str]:
    """Cut a stub before each function and class that stands outside, a cell each."""
    lines = stub.splitlines()
    starts = [0]
    for node in ast.parse(stub).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            starts.append(first)
    ends = [*starts[1:], len(lines)]
    parts = ["\n".join(lines[a:b]).strip("\n") for a, b in zip(starts, ends, strict=True)]
    return [part for part in parts if part]


def _cell(source: str, tag: str) -> Any:
    return _nbformat("v4").new_code_cell(source.rstrip("\n"), metadata={"tags": [tag]})


def _nbformat(part: str = "") -> Any:
    try:
        return import_module(f"nbformat.{part}" if part else "nbformat")
    except ImportError as error:
        raise DrillError(
            "notebooks need the package nbformat",
            hint="python -m pip install 'infra-drill[notebook]'",
            code=6,
        ) from error
