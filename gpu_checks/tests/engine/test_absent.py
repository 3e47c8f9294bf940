"""Without torch, `drill gpu` says in one line how to install it, and everything else works."""

import subprocess
import sys

from grader.catalogue import ROOT

WITHOUT = "import sys; sys.modules['torch'] = None; "


def python(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


def test_the_command_names_the_line_that_installs_it_and_is_exit_code_6() -> None:
    call = "['gpu', 'reference/scheduler.py', '--drill', 'scheduler', '--device', 'cpu']"

    done = python(f"from grader.cli.app import run; sys.exit(run({call}))")

    assert done.returncode == 6
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "drill: drill gpu needs torch, which is not installed",
        "       pip install 'infra-drill[gpu]'",
    ]


def test_engine_layers_and_report_import_without_torch() -> None:
    names = "engine, grade, fingerprint, verify.study, bench.standing, report.page, report.data"
    imports = "; ".join(f"import gpu_checks.{name.strip()}" for name in names.split(","))

    done = python(f"{imports}; print('fine')")

    assert done.stdout == "fine\n", done.stderr
