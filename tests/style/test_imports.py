"""Who may import whom: the folders say who may look, and the imports keep to it."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full module name of every import in a file, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""


def offences(files: list[Path], *banned: str, allowed: tuple[str, ...] = ()) -> list[str]:
    """Return "file:line imports name" for every banned import; a ban covers what lies below."""
    return [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files
        for line, name in imports(path)
        if any(name == ban or name.startswith(f"{ban}.") for ban in banned) and name not in allowed
    ]


def python_files(*folders: str) -> list[Path]:
    """Return all Python files below the folders; an empty answer would prove nothing."""
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert files, f"no Python file below {folders}"
    return files


def test_drills_know_nothing_but_what_is_given() -> None:
    for path in python_files("drills"):
        uses: list[str] = []
        if path.name == "driver.py":
            table = tomllib.loads((path.parent / "drill.toml").read_text(encoding="utf-8"))
            uses = ["grader.plain", *(f"reference.{name}" for name in table.get("uses", []))]

        assert not offences([path], "grader", "reference", "tests", allowed=tuple(uses))


def test_stubs_and_what_is_given_know_nothing_of_the_judge() -> None:
    files = [p for p in python_files("drills") if p.name in ("stub.py", "given.py")]

    assert not offences(files, "grader", "reference", "drills")


def test_references_import_given_and_the_standard_library_alone() -> None:
    known = sys.stdlib_module_names | {"given"}
    strangers = [
        f"{path.name}:{line} imports {name}"
        for path in python_files("reference")
        for line, name in imports(path)
        if name.split(".")[0] not in known
    ]

    assert not strangers


def test_the_core_knows_no_drill_by_name() -> None:
    names = [path.parent.name for path in (ROOT / "drills").glob("*/drill.toml")]
    core = [p for p in python_files("grader") if not {"properties", "mutants"} & set(p.parts)]
    banned = [f"{folder}.{name}" for name in names for folder in ("drills", "reference")]

    assert not offences(core, *banned, *(f"grader.properties.{name}" for name in names))


def test_only_the_command_line_imports_click() -> None:
    others = [p for p in python_files("grader") if not {"cli", "mutants"} & set(p.parts)]

    assert not offences(others, "click")


def test_only_the_screens_import_rich() -> None:
    others = [p for p in python_files("grader") if not {"screen", "mutants"} & set(p.parts)]

    assert not offences(others, "rich")


def test_nobody_imports_the_command_line_but_its_entry() -> None:
    entries = {ROOT / "grader" / "__main__.py"}
    others = [
        p
        for p in python_files("grader", "drills", "reference")
        if not {"cli", "mutants"} & set(p.parts) and p not in entries
    ]

    assert not offences(others, "grader.cli")


def test_nobody_imports_the_gpu_tier_but_its_own_command() -> None:
    command = ROOT / "grader" / "cli" / "gpu.py"
    others = [p for p in python_files("grader", "drills", "reference") if p != command]

    assert offences([command], "gpu_checks")
    assert not offences(others, "gpu_checks")


def test_engine_layers_and_report_know_nothing_of_torch() -> None:
    folders = ("adapter", "verify", "bench", "report")
    files = python_files(*(f"gpu_checks/{folder}" for folder in folders))
    files += [p for p in (ROOT / "gpu_checks").glob("*.py") if p.name != "all_figures.py"]

    assert not offences(files, "torch", "triton")


def test_the_worker_imports_no_more_of_the_project_than_it_needs() -> None:
    code = (
        "import sys; import grader.child\n"
        "print(' '.join(sorted(n for n in sys.modules if n.split('.')[0] in"
        " ('grader', 'drills', 'reference'))))"
    )

    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()

    others = [name for name in found if not name.startswith("grader.jail")]
    assert others == ["grader", *(f"grader.{name}" for name in ("child", "plain", "seal", "wire"))]


@pytest.mark.parametrize("heavy", ["hypothesis", "pytest", "torch", "rich", "sqlite3"])
def test_help_loads_nothing_heavy(heavy: str) -> None:
    code = (
        "import sys; from grader.cli.app import run; run(['--help'])\n"
        f"sys.exit('{heavy}' in sys.modules)"
    )

    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )

    assert "Commands:" in found.stdout
    assert found.returncode == 0
