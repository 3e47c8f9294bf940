"""`drill gpu` as a person runs it, in a real process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from gpu_checks.report.shape import ReportData
from grader import history
from grader.catalogue import find
from grader.shape import fits

COMMAND = Path(sys.executable).with_name("drill")


def drill(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(COMMAND), "gpu", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ},
        timeout=240,
        check=False,
    )


def answer(name: str, old: str = "", new: str = "") -> str:
    """Write the reference of a drill, perhaps with one edit, as a learner's file."""
    text = find(name).reference.read_text(encoding="utf-8")
    if old:
        assert text.count(old) == 1
        text = text.replace(old, new)
    Path(f"{name}.py").write_text(text, encoding="utf-8")
    return f"{name}.py"


def test_the_reference_passes_with_both_scores_and_all_files() -> None:
    done = drill(answer("scheduler"), "--device", "cpu")

    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith("PASSED")
    assert [line.split()[0] for line in lines[2:6]] == ["ok"] * 4
    assert "the schedule, without a model:" in done.stdout
    assert "the clock: tiny on tail" in done.stdout
    assert "Warning" not in done.stderr
    data = json.loads(Path("gpu-report/report.json").read_text(encoding="utf-8"))
    assert fits(data, ReportData)
    assert data["wall"] is not None
    assert [one["workload"] for one in data["schedules"]] == ["nano", "tail", "shared", "tight"]
    assert Path("gpu-report/report.html").read_text(encoding="utf-8").count("<svg") == 13
    assert Path("gpu-report/timeline.png").read_bytes().startswith(b"\x89PNG")
    (entry,) = history.details("scheduler", "gpu")
    assert json.loads(entry)["status"] == "passed"


def test_a_budget_file_passes_through_its_adapter() -> None:
    done = drill(
        answer("budget"), "--device", "cpu", "--workload", "tight", "--model", "fingerprint"
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "with distinction" in done.stdout.splitlines()[0]


def test_own_blocks_are_used() -> None:
    blocks = answer("blocks", "            hits.append(block_id)\n", "            break\n")

    done = drill(
        answer("scheduler"),
        "--device=cpu",
        "--workload=shared",
        "--model=fingerprint",
        f"--blocks={blocks}",
        "--json",
    )

    data = json.loads(done.stdout)
    assert data["schedules"][0]["learner"]["score"]["hits"] == 0
    assert data["status"] == "failed"  # much slower than with hits


def test_a_fault_is_told_and_is_exit_code_1() -> None:
    file = answer("scheduler", "if is_prefill and seq.num_cached", "if False and seq.num_cached")

    done = drill(file, "--device=cpu", "--workload=tail", "--model=fingerprint")

    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].endswith("FAILED")
    assert lines[4].startswith("  FAIL  journal")
    assert "of 10 tokens: mid-chunk." in " ".join(done.stdout.split())
    assert Path("gpu-report/report.html").is_file()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_cuda_is_exit_code_6() -> None:
    done = drill(answer("scheduler"))

    assert done.returncode == 6
    assert "sees no CUDA device" in done.stderr
    assert done.stdout == ""


def test_other_drills_and_odd_options_are_wrong_usage() -> None:
    Path("radix.py").write_text("", encoding="utf-8")

    assert drill("radix.py", "--device=cpu").returncode == 2
    both = drill(answer("budget"), "--device=cpu", f"--blocks={answer('blocks')}")
    assert (both.returncode, both.stdout) == (2, "")
    weights = drill(answer("scheduler"), "--device=cpu", "--weights=nowhere")
    assert (weights.returncode, "holds no config.json" in weights.stderr) == (2, True)
