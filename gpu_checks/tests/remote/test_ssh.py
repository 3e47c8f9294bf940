"""The scripts for a machine that ssh reaches, played on this one: ssh and uv are stand-ins."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REMOTE = Path(__file__).resolve().parents[2] / "remote"
SCRIPTS = sorted(REMOTE.glob("*.sh"))
TOOLS = ("bash", "git", "tar")
SSH = """#!/usr/bin/env bash
cd "$FAR" && exec bash -c "${*:2}"
"""
UV = """#!/usr/bin/env bash
mkdir -p .venv/bin && echo "uv $*" >>"$LOG"
printf '#!/usr/bin/env bash\\necho "python $*" >>"$LOG"; exit "$FIGURES"\\n' >.venv/bin/python
cat >.venv/bin/drill <<'END'
#!/usr/bin/env bash
echo "drill $*" >>"$LOG"; mkdir gpu-report && cat "$2" >gpu-report/report.json; exit "$GRADE"
END
chmod +x .venv/bin/*
"""

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason="a shell script needs bash, git and tar"
)


class Machines:
    """A checkout here, an empty home folder there, and what was called there."""

    def __init__(self, root: Path) -> None:
        self.checkout, self.far, self.here = (root / name for name in ("checkout", "far", "here"))
        self.log = root / "log"
        tools = root / "tools"
        for folder in (self.far, self.here, tools):
            folder.mkdir()
        for name, text in (("ssh", SSH), ("uv", UV)):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
        shutil.copytree(REMOTE, self.checkout / "gpu_checks" / "remote")
        me = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"]
        for words in (["init", "-q"], ["add", "."], [*me, "commit", "-q", "-m", "all"]):
            subprocess.run(["git", "-C", str(self.checkout), *words], check=True)
        self.environment = {
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "HOME": str(self.far),
            "FAR": str(self.far),
            "LOG": str(self.log),
        }

    def run(self, *words: str, figures: int = 0, grade: int = 0) -> tuple[int, str]:
        """Return exit code and what was said, where figures and grade end with these codes."""
        found = subprocess.run(
            ["bash", str(self.checkout / "gpu_checks/remote/over_ssh.sh"), *words],
            cwd=self.here,
            env={**self.environment, "FIGURES": str(figures), "GRADE": str(grade)},
            capture_output=True,
            text=True,
            check=False,
        )
        return found.returncode, found.stderr

    @property
    def called(self) -> list[str]:
        """Return the commands that ran there, without those of uv."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if not line.startswith("uv")]


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    return Machines(tmp_path)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_bash_can_read_a_script(script: Path) -> None:
    found = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)

    assert (found.returncode, found.stderr) == (0, "")
    assert os.access(script, os.X_OK)


def test_without_a_file_the_figures_alone_are_measured(machines: Machines) -> None:
    code, said = machines.run("me@far")

    assert code == 0, said
    assert machines.called == ["python -m gpu_checks.all_figures"]
    assert list(machines.here.iterdir()) == []


def test_a_file_is_sent_graded_and_its_report_brought_back(machines: Machines) -> None:
    (machines.here / "my answer.py").write_text("what I wrote")

    code, said = machines.run("me@far", "my answer.py", "--drill", "scheduler")

    assert code == 0, said
    assert machines.called == [
        "python -m gpu_checks.all_figures",
        "drill gpu learner/my answer.py --drill scheduler --device cuda --out gpu-report",
    ]
    assert (machines.here / "gpu-report" / "report.json").read_text() == "what I wrote"
    assert sorted(path.name for path in machines.here.iterdir()) == ["gpu-report", "my answer.py"]


@pytest.mark.parametrize(("figures", "grade", "code"), [(1, 0, 1), (0, 6, 6), (1, 3, 3)])
def test_what_does_not_end_well_is_told_by_the_exit_code(
    machines: Machines, figures: int, grade: int, code: int
) -> None:
    (machines.here / "mine.py").write_text("")

    found = machines.run("me@far", "mine.py", figures=figures, grade=grade)

    assert found[0] == code
    assert len(machines.called) == 2
    assert (machines.here / "gpu-report").is_dir()


def test_the_end_reminds_of_a_machine_that_costs(machines: Machines) -> None:
    assert "the machine me@far still runs, and costs, until you end it" in machines.run("me@far")[1]


def test_wrong_words_are_told_before_anything_is_sent(machines: Machines) -> None:
    for words, problem in (([], "name a machine"), (["me@far", "none.py"], "no file none.py")):
        code, said = machines.run(*words)

        assert code != 0
        assert problem in said
    assert list(machines.far.iterdir()) == []
