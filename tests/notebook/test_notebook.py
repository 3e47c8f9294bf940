"""A drill as a notebook: written whole, run from end to end, its cells graded as a file."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.notebook import code, place
from tests.conftest import COMMAND, ROOT

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

nbformat: Any = pytest.importorskip("nbformat", reason="notebooks need the package nbformat")


def started(drill: Drill, name: str) -> tuple[Path, Any]:
    """Start a drill as a notebook; return its path and its content."""
    drill("start", name, "--notebook")
    path = Path(name) / f"{name}.ipynb"
    return path, nbformat.read(path, as_version=4)


def solve(path: Path, book: Any, name: str, edit: tuple[str, str] = ("", "")) -> None:
    """Put the answer into the first cell of the stub, as somebody would who pastes it."""
    text = (ROOT / "reference" / f"{name}.py").read_text(encoding="utf-8")
    work = [cell for cell in book.cells if "work" in cell.metadata.get("tags", ())]
    work[0].source = text.replace(*edit, 1)
    for cell in work[1:]:
        cell.source = ""
    nbformat.write(book, path)


def test_it_holds_the_task_what_is_given_the_stub_and_a_cell_that_grades(drill: Drill) -> None:
    path, book = started(drill, "scheduler")

    nbformat.validate(book)
    assert book.cells[0].cell_type == "markdown"
    assert [cell.metadata.tags for cell in book.cells[1:]] == [
        *[["given"], ["work"], ["work"]],
        *[["scratch"], ["grade"]],
    ]
    assert book.cells[0].source == Path("scheduler/task.md").read_text().rstrip("\n") + "\n"
    assert book.cells[1].source.startswith("%%writefile given.py\n")
    stub = Path("scheduler/scheduler.py").read_text(encoding="utf-8")
    written = code(path.read_text(encoding="utf-8"))
    assert [line for line in written.splitlines() if line] == [
        line for line in stub.splitlines() if line
    ]


def test_run_from_end_to_end_it_passes_with_the_answer(
    drill: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ipykernel", reason="running a notebook needs ipykernel")
    client: Any = pytest.importorskip("nbclient", reason="running a notebook needs nbclient")
    monkeypatch.setenv("PATH", f"{COMMAND.parent}:/usr/bin:/bin")
    path, book = started(drill, "scheduler")
    solve(path, book, "scheduler")

    client.NotebookClient(
        book, timeout=120, kernel_name="python3", resources={"metadata": {"path": "scheduler"}}
    ).execute()

    shown = "".join(output.text for output in book.cells[-1].outputs)
    assert "PASSED" in shown
    assert "scheduler" in shown


def test_a_wrong_cell_is_refused_and_its_case_is_saved(drill: Drill) -> None:
    path, book = started(drill, "batching")
    solve(path, book, "batching", ("max(finish", "min(finish"))

    done = drill("grade", str(path))

    assert done.returncode == 1
    assert "FAIL  R3" in done.stdout
    assert list(Path("batching/cases").glob("r3-*.json"))


def test_a_line_that_cannot_be_graded_is_told_by_cell(drill: Drill) -> None:
    path, book = started(drill, "batching")
    book.cells[2].source = "x = 1\ny = = 2"
    nbformat.write(book, path)

    done = drill("grade", str(path))

    assert done.returncode == 3
    assert "batching.ipynb cell 3:2  SyntaxError" in done.stdout


def test_scratch_cells_and_orders_to_the_notebook_are_not_graded(drill: Drill) -> None:
    path, book = started(drill, "batching")
    solve(path, book, "batching")
    book.cells[1].source = "%matplotlib inline\n!ls\n" + book.cells[1].source
    book.cells[-2].source = "1 / 0"
    book.cells.append(nbformat.v4.new_code_cell("%%time\n1 / 0"))
    nbformat.write(book, path)

    assert drill("grade", str(path)).returncode == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"cells": 3, "nbformat": 4}', "print(1)"])
def test_a_file_that_is_no_notebook_is_named(drill: Drill, text: str) -> None:
    Path("batching.ipynb").write_text(text)

    done = drill("grade", "batching.ipynb")

    assert done.returncode == 3
    assert "is not a notebook" in done.stdout


@pytest.mark.parametrize("command", [("start", "radix", "--notebook"), ("grade", "radix.ipynb")])
def test_without_its_package_it_says_how_to_get_it(
    drill: Drill, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "nbformat.py").write_text("raise ImportError('not here')\n")
    Path("radix.ipynb").write_text("{}")

    done = drill(*command, PYTHONPATH=str(tmp_path))

    assert done.returncode == 6
    assert "python -m pip install 'infra-drill[notebook]'" in done.stderr
    assert not Path("radix").exists()


def test_lines_are_counted_over_the_cells_that_are_graded() -> None:
    book = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell("a\nb"),
            nbformat.v4.new_code_cell("one\ntwo"),
            nbformat.v4.new_code_cell("skipped", metadata={"tags": ["scratch"]}),
            nbformat.v4.new_code_cell("three"),
        ]
    )
    text = nbformat.writes(book)

    assert code(text) == "one\ntwo\nthree"
    assert [place(text, line) for line in (1, 2, 3)] == [(2, 1), (2, 2), (4, 1)]
