"""The judge as a library: from any thread, however the processes behind it fare."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import infra_drill
from grader.batch.judges import Fault, Judges
from grader.batch.task import Task
from grader.cli.app import run
from grader.error import DrillError
from tests.scale.conftest import descendants, is_alive, lines, needs_proc, until

ROOT = Path(__file__).resolve().parents[2]
RIGHT = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("max(finish", "min(finish")
HANGS = f"{RIGHT}\nwhile True:\n    pass\n"


def test_one_call_gives_the_report_that_the_command_prints() -> None:
    report = infra_drill.judge("batching", RIGHT, seed=1, scenarios=30)

    assert isinstance(report, infra_drill.Report)
    assert (report.status, report.exit_code, report.seed) == ("passed", 0, 1)
    assert report.to_json()["versions"] != {}
    assert report.versions["hypothesis"] != "not used"


def test_calls_from_many_threads_get_each_their_own_verdict() -> None:
    seeds = list(range(8))

    with Judges(2) as judges, ThreadPoolExecutor(4) as threads:

        def judged(seed: int) -> infra_drill.Report:
            source = RIGHT if seed % 2 else WRONG
            return judges.judge("batching", source, seed=seed, scenarios=30)

        found = [(report.seed, report.status) for report in threads.map(judged, seeds)]

    assert found == [(seed, "passed" if seed % 2 else "failed") for seed in seeds]


@needs_proc
def test_a_judge_that_is_killed_is_replaced_and_the_file_still_gets_its_verdict() -> None:
    before = descendants(os.getpid())

    with Judges(1) as judges, ThreadPoolExecutor(1) as thread:
        coming = thread.submit(judges.judge, "batching", HANGS, seed=1)
        until(lambda: len(descendants(os.getpid()) - before) >= 2)  # the judge and its worker
        os.kill(min(descendants(os.getpid()) - before), signal.SIGKILL)
        report = coming.result(timeout=60)

    assert (report.status, report.problem and report.problem.kind) == ("limit", "time")
    until(lambda: not descendants(os.getpid()) - before)


@needs_proc
def test_a_file_whose_judge_dies_again_and_again_is_a_fault_not_a_verdict() -> None:
    before, is_over = descendants(os.getpid()), threading.Event()

    def kill() -> None:
        while not is_over.wait(0.01):
            for pid in descendants(os.getpid()) - before:
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    with Judges(1) as judges:
        killer.start()
        with pytest.raises(Fault, match="was ended"):
            judges.judge("batching", HANGS, seed=1)
        is_over.set()
        killer.join()


@needs_proc
def test_judges_end_with_a_parent_that_is_killed_in_the_middle_of_a_grade() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from infra_drill import Judges\n"
        f"Judges(1).judge('batching', {HANGS!r}, seed=1)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(ROOT)])
    until(lambda: len(descendants(parent.pid)) >= 2)
    started = descendants(parent.pid)

    parent.kill()
    parent.wait()

    until(lambda: not any(is_alive(pid) for pid in started), 5)


def test_a_fault_travels_between_machines() -> None:
    fault = pickle.loads(pickle.dumps(Fault("ann.py", "the process was ended", "why")))

    assert (str(fault), fault.file, fault.details) == (
        "ann.py: the process was ended",
        "ann.py",
        "why",
    )
    assert fault.code == 70


def test_leaving_early_waits_for_nothing() -> None:
    tasks = [
        Task("batching", name, 1, content=text.encode(), size=1)
        for name, text in (
            ("quick", "x = = 1\n"),
            ("slow", HANGS),
            ("never", HANGS),
        )
    ]

    with Judges(1) as judges:
        outcomes = judges.grade_all(tasks)
        first = next(outcomes)
        outcomes.close()  # type: ignore[attr-defined]

    assert first.file == "quick"


def test_what_is_wrong_with_the_question_is_said() -> None:
    with Judges(1) as judges:
        with pytest.raises(DrillError, match="sheduler"):
            judges.judge("sheduler", RIGHT, seed=1)
        with pytest.raises(DrillError, match="4294967296"):
            judges.judge("batching", RIGHT, seed=2**32)
        with pytest.raises(DrillError, match="0 scenarios"):
            judges.judge("batching", RIGHT, seed=1, scenarios=0)


@pytest.mark.parametrize("source", ["", "\0", "\ud800", "x = 'ü'", "x" * 2_000_000])
def test_no_text_is_a_fault(source: str) -> None:
    report = infra_drill.judge("batching", source, seed=1, scenarios=10)

    assert report.status == "ungradable"


def test_importing_it_is_cheap_and_another_grader_is_not_taken_for_ours(tmp_path: Path) -> None:
    (tmp_path / "grader.py").write_text("", encoding="utf-8")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import infra_drill\n"
        "assert not {'grader', 'hypothesis', 'pickle', 'subprocess'} & set(sys.modules)\n"
        "sys.path.insert(0, sys.argv[2]); import grader\n"
        "try: infra_drill.judge('batching', '', seed=1)\n"
        "except ImportError as error: print(error)"
    )

    done = subprocess.run(
        [sys.executable, "-S", "-c", code, str(ROOT), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "another package called grader" in done.stdout


def test_files_without_a_verdict_are_named_and_graded_the_next_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("class").mkdir()
    for name in ("ann", "ben"):
        Path(f"class/{name}.py").write_text("x = = 1\n", encoding="utf-8")
    command = ["grade-all", "class", "--drill", "batching", "--seed", "1", "--scenarios", "9"]

    with monkeypatch.context() as broken:
        broken.setattr("grader.batch.judges.BOOT", "raise SystemExit")  # no judge ever starts
        first = run(command)
    told = capsys.readouterr().err
    second = run([*command, "--resume"])

    assert first == 70
    assert "no verdict by a fault of ours: 2 of the files" in told
    details = Path("grades.jsonl.faults.txt").read_text(encoding="utf-8")
    assert "class/ann.py" in details
    assert "class/ben.py" in details
    assert second == 0
    assert len(lines(Path("grades.jsonl"))) == 2
