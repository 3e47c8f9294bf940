"""The tools that read our code: formatter, linter, two type checkers."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DRILLS = sorted(path.parent.name for path in (ROOT / "drills").glob("*/drill.toml"))
CORE = ["grader", "gpu_checks", "tests", "bench", "infra_drill.py"]


def run(*command: str) -> None:
    """Run a tool on the project; what it complains of is the failure message."""
    found = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_formatter_would_change_nothing() -> None:
    run("ruff", "format", "--check", ".")


def test_the_linter_has_nothing_to_say() -> None:
    run("ruff", "check", ".")


def test_mypy_strict_accepts_the_core() -> None:
    run("mypy", *CORE)


def test_pyright_strict_accepts_the_core(tmp_path: Path) -> None:
    pyright(tmp_path, [str(ROOT / entry) for entry in CORE])


@pytest.mark.parametrize("name", DRILLS)
def test_mypy_strict_accepts_a_drill(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(ROOT / "drills" / name))  # where `given` is found

    run("mypy", "--follow-imports=silent", *files(name))


def test_pyright_strict_accepts_all_drills(tmp_path: Path) -> None:
    for name in DRILLS:  # each in a folder of its own, where its `given` is found
        shutil.copytree(ROOT / "drills" / name, tmp_path / name)
        (tmp_path / name / "test_examples.py").unlink()
        shutil.copy(ROOT / "reference" / f"{name}.py", tmp_path / name)

    pyright(tmp_path, [str(tmp_path / name) for name in DRILLS])


def files(name: str) -> list[str]:
    """Return the files of a drill that import `given` by that name."""
    return [f"drills/{name}/stub.py", f"drills/{name}/driver.py", f"reference/{name}.py"]


def pyright(folder: Path, include: list[str]) -> None:
    """Run pyright in strict mode with a configuration written into `folder`."""
    settings = {
        "include": include,
        "exclude": [
            str(ROOT / folder)
            for folder in ("grader/mutants", "tests/attacks/*/", "gpu_checks/typings")
        ],
        "stubPath": str(ROOT / "gpu_checks/typings"),
        "reportMissingModuleSource": "none",  # torch may be missing: the stubs stand for it
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    path = folder / "pyrightconfig.json"
    path.write_text(json.dumps(settings), encoding="utf-8")
    run("basedpyright", "--project", str(path), "--pythonpath", sys.executable)
