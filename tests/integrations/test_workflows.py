"""The workflows' own commands, run here; the Dockerfile, read."""

import base64
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import COMMAND
from tests.formats.test_formats import check

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "integrations"
WORKFLOWS = ("grade", "classroom")


def workflow(name: str) -> Any:
    """Return a workflow as GitHub reads it."""
    return yaml.safe_load((FOLDER / "github" / f"{name}.yml").read_text(encoding="utf-8"))


def run(name: str, step_name: str, file: str) -> "subprocess.CompletedProcess[str]":
    """Run one step as GitHub does: bash that stops at the first error, the workflow's variables."""
    table = workflow(name)
    (job,) = table["jobs"].values()
    (step,) = [step for step in job["steps"] if step.get("name") == step_name]
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            **table["env"],
            "FILE": file,
            "GITHUB_OUTPUT": "output.txt",
            "PATH": f"{COMMAND.parent}:{os.environ['PATH']}",
        },
    )


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_write_nothing_that_it_need_not(name: str) -> None:
    table = workflow(name)

    assert table["permissions"]["contents"] == "read"
    assert set(table["permissions"]) <= {"contents", "checks", "actions"}
    text = (FOLDER / "github" / f"{name}.yml").read_text(encoding="utf-8")
    for command in re.findall(r"(?m)^ +run: (.*)$", text):
        assert "${{" not in command  # what a learner names must not become a command


def test_a_push_is_graded_and_leaves_a_report() -> None:
    text = (ROOT / "reference" / "scheduler.py").read_text(encoding="utf-8")
    Path("right one.py").write_text(text, encoding="utf-8")
    Path("wrong.py").write_text(text.replace("seq.num_cached_tokens <", "0 >"), encoding="utf-8")

    right, wrong = run("grade", "Grade", "right one.py"), run("grade", "Grade", "wrong.py")

    assert right.returncode == 0, right.stderr
    assert wrong.returncode == 1
    check("junit", Path("drill.xml").read_text(encoding="utf-8"))


def test_a_classroom_gets_its_result_as_the_output_of_the_step() -> None:
    Path("mine.py").write_text("def f(:\n", encoding="utf-8")

    done = run("classroom", "Rules", "mine.py")

    assert done.returncode == 0
    key, _, value = Path("output.txt").read_text(encoding="utf-8").strip().partition("=")
    assert key == "result"
    check("classroom", value)
    assert json.loads(base64.b64decode(value))["status"] == "error"
    reporter = workflow("classroom")["jobs"]["run-autograding-tests"]["steps"][-1]
    assert f"{reporter['with']['runners'].upper()}_RESULTS" in reporter["env"]


def test_the_image_runs_as_nobody_and_copies_what_is_there() -> None:
    text = (FOLDER / "docker" / "Dockerfile").read_text(encoding="utf-8")
    last = text.split("FROM ")[-1]

    assert re.findall(r"(?m)^USER (\d+)", last)[-1] != "0"
    assert 'ENTRYPOINT ["drill"]' in last
    assert "RUN" not in last  # nothing is fetched or written in what is shipped
    assert (FOLDER / "docker" / "Dockerfile.dockerignore").is_file()  # named after the Dockerfile


@pytest.mark.parametrize("script", ["setup.sh", "run_autograder"])
def test_the_scripts_are_bash_that_can_be_read(script: str) -> None:
    subprocess.run(["bash", "-n", str(FOLDER / "gradescope" / script)], check=True)
