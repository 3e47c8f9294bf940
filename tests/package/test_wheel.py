"""The wheel: holds what it needs, lives beside another `grader`, draws the same scenarios."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).resolve().parents[2]
STRANGER = "def hello():\n    return 'the other grader'\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once."""
    folder = tmp_path_factory.mktemp("wheel")
    command = ["build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a folder that holds another distribution's `grader` already."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "grader").mkdir()
    (folder / "grader" / "__init__.py").write_text(STRANGER, encoding="utf-8")
    command = ["pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    return folder


def installed(site: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the wheel's command."""
    code = (
        "import sys, infra_drill; sys.argv[0] = 'drill'\n"
        f"assert infra_drill.__file__.startswith({str(site)!r}), 'that is the checkout'\n"
        "infra_drill.main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )


def test_the_wheel_holds_every_migration(wheel: Path) -> None:
    folder = "grader/state/migrations"
    names = zipfile.ZipFile(wheel).namelist()

    ours = [path.name for path in (ROOT / folder).glob("*.sql")]
    assert ours
    assert {f"infra_drill/{folder}/{name}" for name in ours} <= set(names)


def test_the_wheel_holds_everything_in_one_folder(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"infra_drill"}
    for needed in (
        "infra_drill/__init__.py",
        "infra_drill/drills/batching/task.md",
        "infra_drill/reference/batching.py",
        "infra_drill/grader/properties/batching/rules.py",
    ):
        assert needed in names


def test_the_wheel_grades_beside_another_grader(site: Path) -> None:
    answer = str(ROOT / "reference" / "batching.py")

    graded = installed(site, "grade", answer, "--drill", "batching")
    stranger = subprocess.run(
        [sys.executable, "-c", "import grader; print(grader.hello())"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )

    assert graded.returncode == 0, graded.stdout + graded.stderr
    assert stranger.stdout.strip() == "the other grader"


@pytest.mark.parametrize("name", ["batching", "scheduler"])
def test_a_seed_plays_the_same_scenarios_from_wheel_and_checkout(
    site: Path, drill: Drill, name: str
) -> None:
    arguments = ["grade", str(ROOT / "reference" / f"{name}.py"), "--drill", name]
    arguments += ["--seed", "5f3a91c2", "--json"]

    from_wheel = json.loads(installed(site, *arguments).stdout)
    from_checkout = json.loads(drill(*arguments).stdout)

    assert from_wheel["scenarios"]["played"] == 600
    assert from_wheel["scenarios"] == from_checkout["scenarios"]
