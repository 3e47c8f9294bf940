"""What a tired person types: every answer is a sentence with a next step, and the right code."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["strat", "batching"], 2, "did you mean"),
        (["start", "bathcing"], 2, "did you mean 'batching'"),
        (["start", "../batching"], 2, "no drill is called"),
        (["start"], 2, "Missing argument"),
        (["grade"], 2, "no drill was started"),
        (["grade", "nowhere.py"], 2, "there is no file"),
        (["grade", "batching"], 2, "drill start batching"),
        (["grade", "--seed", "xyz"], 2, "no drill was started"),
        (["hint", "R99", "--drill", "batching"], 2, "is not started"),
        (["trace", "mine.py", "--drill", "batching"], 2, "drill trace --file mine.py"),
        (["reset", "batching"], 2, "is not started"),
        (["solution", "batching"], 1, "--give-up"),
    ],
)
def test_a_mistake_is_answered(drill: Drill, arguments: list[str], code: int, says: str) -> None:
    done = drill(*arguments)

    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "simulate_static is missing"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"x = 1\x00", "null byte"),
        (b"#" * 2_000_000, "bytes; at most"),
        (b"def simulate_static(:", "SyntaxError"),
        (b"(" * 100_000, ""),
        (b"import numpy", "numpy"),
        (b"def simulate_static(x): pass", "takes other arguments"),
        (b"raise KeyError('up')", "KeyError"),
    ],
)
def test_a_file_that_cannot_be_graded_is_three(drill: Drill, content: bytes, says: str) -> None:
    Path("batching.py").write_bytes(content)

    done = drill("grade", "batching.py")

    assert done.returncode == 3
    assert says in done.stdout + done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_a_file_without_the_class_is_told_that_and_not_a_method(drill: Drill) -> None:
    Path("scheduler.py").write_text("")

    done = drill("grade", "scheduler.py")

    assert done.returncode == 3
    told = " ".join(done.stdout.split())
    assert "Scheduler is missing or cannot be called; expected: class Scheduler" in told


@pytest.mark.parametrize("bad", ["xyz", "-1", "123456789"])
def test_a_bad_seed_is_named(drill: Drill, bad: str) -> None:
    drill("start", "batching")

    done = drill("grade", f"--seed={bad}")

    assert done.returncode == 2
    assert bad in done.stderr


def test_a_broken_case_file_is_named_and_kept(drill: Drill) -> None:
    drill("start", "batching")
    case = Path("batching/cases/r1-0000.json")
    case.parent.mkdir()
    case.write_text("{")

    done = drill("grade")

    assert done.returncode == 2
    assert "r1-0000.json" in done.stderr
    assert case.read_text() == "{"


def test_an_unusable_history_is_a_sentence(drill: Drill) -> None:
    done = drill("solution", "batching", "--give-up", DRILL_HOME="/proc/nowhere")

    assert done.returncode == 70
    assert "DRILL_HOME" in done.stderr


def test_a_closed_pipe_is_no_fault(drill: Drill) -> None:
    command = f"{Path(sys.executable).with_name('drill')} show batching | head -n 1"

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert done.stdout.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("wrong", "code"), [("", 0), ("\nsimulate_static = None", 3)])
def test_a_reader_that_leaves_early_does_not_change_the_verdict(
    tmp_path: Path, wrong: str, code: int
) -> None:
    root = Path(__file__).resolve().parents[2]
    answer = (root / "reference" / "batching.py").read_text(encoding="utf-8")
    (tmp_path / "batching.py").write_text(answer + wrong, encoding="utf-8")
    grade = f"{Path(sys.executable).with_name('drill')} grade batching.py"

    done = subprocess.run(
        ["bash", "-c", f"{grade} | true; exit ${{PIPESTATUS[0]}}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_a_rule_that_there_is_not_is_told_with_the_last_one_by_number(drill: Drill) -> None:
    drill("start", "scheduler")

    done = drill("hint", "R99")

    assert done.returncode == 2
    assert "its rules are R1 to R16" in done.stderr  # R14 comes last, being told last


def test_an_interrupt_ends_it_with_130_and_leaves_no_worker() -> None:
    Path("batching.py").write_text("while True: pass\n")
    running = subprocess.Popen(
        [str(Path(sys.executable).with_name("drill")), "grade", "batching.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    child = _child_of(running.pid)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)

    assert running.returncode == 130
    assert "interrupted" in said
    assert _ends(child)


def test_an_interrupt_while_it_starts_is_told_the_same_way() -> None:
    program = """
import sys, infra_drill

class Interrupts:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupts())
infra_drill.main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.returncode == 130
    assert done.stderr == "drill: interrupted\n"


def _ends(pid: int) -> bool:
    """Return whether a process is gone, within five seconds of waiting."""
    for _ in range(500):
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.01)
    return False


def _child_of(pid: int) -> int:
    """Wait until a process has a child; return the child's id."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    if not tasks.exists():
        pytest.skip("this system does not list the children of a process")
    for _ in range(3000):
        children = tasks.read_text().split()
        if children:
            return int(children[0])
        time.sleep(0.01)
    raise AssertionError("no worker was started")
