"""The Gradescope zip does in a folder what it would do in Gradescope's image."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import COMMAND
from tests.formats.test_formats import check

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "integrations" / "gradescope" / "build.py"
ANSWER = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")
HANGS = f"{ANSWER}\nwhile True:\n    pass\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the zip by the documented command."""
    folder = tmp_path_factory.mktemp("zip")
    command = [sys.executable, str(BUILD), "batching", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


@pytest.fixture
def place(archive: Path, tmp_path: Path) -> Path:
    """Unpack the zip as Gradescope does; the command of this environment stands for setup.sh's."""
    root = tmp_path / "autograder"
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(root / "source")
    (root / "source" / "run_autograder").chmod(0o755)
    (root / "drill" / "bin").mkdir(parents=True)
    (root / "drill" / "bin" / "drill").symlink_to(COMMAND)
    (root / "submission").mkdir()
    return root


def graded(root: Path) -> tuple[Any, str]:
    """Run the autograder; return its results and what it printed."""
    done = subprocess.run(
        [str(root / "source" / "run_autograder")],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        env={**os.environ, "AUTOGRADER_ROOT": str(root)},
    )
    text = (root / "results" / "results.json").read_text(encoding="utf-8")
    check("gradescope", text)
    return json.loads(text), done.stdout + done.stderr


def test_the_zip_holds_two_scripts_at_its_root_that_may_run(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        modes = {entry.filename: entry.external_attr >> 16 for entry in opened.infolist()}

    assert modes["setup.sh"] & modes["run_autograder"] & 0o111 == 0o111
    assert [name for name in modes if name.endswith(".whl")] != []


@pytest.mark.parametrize(
    ("source", "status"),
    [
        (ANSWER, "passed"),
        (ANSWER.replace("max(finish", "min(finish"), "failed"),
        ("def f(:", "ungradable"),
        (HANGS, "limit"),
    ],
)
def test_a_submission_gets_its_results(place: Path, source: str, status: str) -> None:
    (place / "submission" / "my answer.py").write_text(source, encoding="utf-8")

    results, _ = graded(place)

    assert results["extra_data"]["status"] == status
    assert all(test["score"] == 1 for test in results["tests"]) == (status == "passed")


def test_the_drill_s_own_file_is_taken_among_several(place: Path) -> None:
    (place / "submission" / "batching.py").write_text(ANSWER, encoding="utf-8")
    (place / "submission" / "notes.py").write_text("", encoding="utf-8")

    assert graded(place)[0]["extra_data"]["status"] == "passed"


@pytest.mark.parametrize("kind", ["nothing", "several", "a link"])
def test_without_one_file_nothing_is_graded_and_the_student_is_told(place: Path, kind: str) -> None:
    if kind == "several":
        for name in ("a.py", "b.py"):
            (place / "submission" / name).write_text(ANSWER, encoding="utf-8")
    elif kind == "a link":
        (place / "submission" / "batching.py").symlink_to(ROOT / "reference" / "batching.py")

    results, _ = graded(place)

    assert results["score"] == 0
    assert "batching.py" in results["output"]


def test_a_fault_of_ours_is_no_result(place: Path) -> None:
    (place / "submission" / "batching.py").write_text(ANSWER, encoding="utf-8")
    (place / "source" / "drill.txt").write_text("nonsense\n")

    with pytest.raises(subprocess.CalledProcessError):
        graded(place)

    assert not (place / "results" / "results.json").exists()


@pytest.mark.skipif(
    "DRILL_NETWORK" not in os.environ, reason="downloads what is needed:  DRILL_NETWORK=1"
)
def test_setup_installs_it_into_an_environment_of_its_own(archive: Path, tmp_path: Path) -> None:
    root = tmp_path / "autograder"
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(root / "source")
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root)}

    command = ["bash", str(root / "source" / "setup.sh")]
    subprocess.run(command, check=True, env=environment, cwd=tmp_path)
    (root / "submission").mkdir()
    (root / "submission" / "batching.py").write_text(ANSWER, encoding="utf-8")
    (root / "source" / "run_autograder").chmod(0o755)

    assert graded(root)[0]["extra_data"]["status"] == "passed"
