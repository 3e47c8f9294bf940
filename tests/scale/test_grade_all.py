"""`drill grade-all` in real processes: the same verdicts as alone, however it is run or stopped.

With DRILL_FILES=400 the first two tests take so many files of all drills, and every file is graded
alone by the command itself.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.batch.ledger import Ledger
from grader.batch.summary import why
from grader.catalogue import find
from grader.error import DrillError
from grader.folder import decoded
from grader.judge import judge, refused
from tests.conftest import COMMAND
from tests.scale.conftest import (
    Line,
    descendants,
    is_alive,
    lines,
    needs_proc,
    rows,
    until,
    verdict,
)
from tests.scale.submissions import DRILL, large, small

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).resolve().parents[2]
FILES = int(os.environ.get("DRILL_FILES", "0"))  # 0: two dozen of one drill
SEED = ("--seed", "5f3a91c2", "--scenarios", "60")
ALL = ("grade-all", "class", "--drill", DRILL, *SEED)
CLASS = ("grade-all", "class", *SEED) if FILES else ALL
STUB = find(DRILL).text("stub.py")


@dataclass(frozen=True)
class Whole:
    """A run that nothing disturbed: where it ran, what it printed."""

    folder: Path
    stdout: str

    @property
    def table(self) -> str:
        """Return the table alone, without the line on time."""
        return self.stdout.split("\n\n")[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Grade the submissions in the folder `class`."""
    folder = tmp_path_factory.mktemp("whole")
    large(folder / "class", FILES) if FILES else small(folder / "class")
    command = [str(COMMAND), *CLASS, "--jobs", "2", "--csv", "table.csv"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    sys.stdout.write(done.stdout)
    return Whole(folder, done.stdout)


def alone(path: Path, drill: str) -> Line:
    """Return what grading one file alone says."""
    if FILES:
        command = [str(COMMAND), "grade", str(path), "--drill", drill, *SEED, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        line: Line = json.loads(done.stdout)
        return line
    try:
        source = decoded(path.read_bytes(), path.stat().st_size)
    except DrillError as error:
        return refused(find(drill), str(path), 0x5F3A91C2, str(error)).to_json()
    return judge(find(drill), source, seed=0x5F3A91C2, scenarios=60).to_json()


def same(name: str, one: Line, other: Line) -> bool:
    """Return whether two verdicts agree, as far as they can.

    What a hostile file meets in memory is chance: it must pass both times or neither. Where time
    ran out after a rule was broken depends on the machine: status and rule must agree.
    """
    if "state_chance" in name or "bomb_by_clock" in name:
        return True  # wrong in one call of fifty, or after a while: 60 scenarios may be too few
    if "attack_" in name:
        return bool((one["status"] == "passed") == (other["status"] == "passed"))
    if why(one) == why(other) and "time" in (kind(one), kind(other)):
        return bool(one["status"] == other["status"])
    return verdict(one) == verdict(other)


def kind(line: Line) -> str:
    """Return the kind of a verdict's problem, "" for none."""
    return str(line["problem"]["kind"]) if line["problem"] else ""


def test_verdicts_are_those_of_grading_each_file_alone(whole: Whole) -> None:
    found = lines(whole.folder / "grades.jsonl")

    assert len(found) == len(list((whole.folder / "class").rglob("*.py"))) >= max(24, FILES)
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    validator: Any = jsonschema.Draft202012Validator(schema)
    for line in found.values():
        validator.validate({key: value for key, value in line.items() if key != "task"})

    def by_itself(line: Line) -> Line:
        return alone(whole.folder / line["file"], line["drill"])

    with ThreadPoolExecutor(2 if FILES else 1) as threads:
        others = threads.map(by_itself, found.values())
        differ = [
            (name, verdict(line), verdict(other))
            for (name, line), other in zip(found.items(), others, strict=True)
            if not same(name, line, other)
        ]
    assert differ == []
    assert [row["file"] for row in rows(whole.folder / "table.csv")] == sorted(found)


@needs_proc
def test_a_killed_run_leaves_no_process_and_goes_on_to_the_same_table(
    drill: Drill, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(whole.folder)
    out, again = Path("again.jsonl"), (*CLASS, "--out", "again.jsonl")
    killed = subprocess.Popen(
        [str(COMMAND), *again, "--jobs", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until(lambda: out.exists() and out.read_bytes().count(b"\n") >= max(9, FILES // 3), 60 + FILES)
    started = descendants(killed.pid)
    killed.kill()
    killed.wait()
    until(lambda: not any(is_alive(pid) for pid in started), 10)
    with out.open("a") as file:
        file.write('{"schema": 1, "dri')  # what a kill in the middle of a line leaves

    resumed = drill(*again, "--jobs", "1", "--resume", seconds=60 + 2 * FILES)

    assert len(started) >= 2
    assert resumed.returncode == 0
    assert "kept from before" in resumed.stdout
    if not FILES:  # of the many, hostile ones may change places
        assert resumed.stdout.split("\n\n")[0] == whole.table
    one, other = lines(out), lines(Path("grades.jsonl"))
    assert one.keys() == other.keys()
    assert [name for name, line in one.items() if not same(name, line, other[name])] == []


@needs_proc
def test_ctrl_c_stops_cleanly_and_keeps_what_is_done() -> None:
    small(Path("class"))
    running = subprocess.Popen(
        [str(COMMAND), *ALL, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    out = Path("grades.jsonl")
    until(lambda: out.exists() and b"\n" in out.read_bytes())
    started = descendants(running.pid)

    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
    stdout, stderr = running.communicate(timeout=20)

    assert running.returncode == 130
    assert "--resume" in stderr
    assert "Traceback" not in stderr
    assert DRILL in stdout
    assert lines(out)
    until(lambda: not any(is_alive(pid) for pid in started), 10)


def test_what_changed_is_graded_again_and_the_rest_is_kept(drill: Drill) -> None:
    Path("class").mkdir()
    for name in ("ann", "ben"):
        Path(f"class/{name}.py").write_text(STUB)
    drill(*ALL)
    Path("class/ben.py").write_text("def f(:\n")

    again = drill(*ALL, "--resume")

    assert "1 graded" in again.stdout
    assert "1 kept" in again.stdout
    found = lines(Path("grades.jsonl"))
    assert found["class/ben.py"]["problem"]["kind"] == "syntax"
    assert found["class/ann.py"]["problem"]["kind"] == "unwritten"


def test_resuming_takes_the_seed_of_what_was_done(drill: Drill) -> None:
    Path("class").mkdir()
    Path("class/ann.py").write_text(STUB)
    drill("grade-all", "class", "--drill", DRILL, "--seed", "abc")
    Path("class/ben.py").write_text(STUB)

    drill("grade-all", "class", "--drill", DRILL, "--resume")

    assert {line["seed"] for line in lines(Path("grades.jsonl")).values()} == {"00000abc"}


def test_verdicts_are_never_overwritten(drill: Drill) -> None:
    Path("class").mkdir()
    Path("class/ann.py").write_text(STUB)
    Path("grades.jsonl").write_text("mine\n")

    refused = drill(*ALL)
    not_ours = drill(*ALL, "--resume")
    Path("short.txt").write_text("mine")
    short = drill(*ALL, "--resume", "--out", "short.txt")

    assert refused.returncode == not_ours.returncode == short.returncode == 2
    assert "--resume" in refused.stderr
    assert "grades.jsonl:1" in not_ours.stderr
    assert Path("grades.jsonl").read_text() == "mine\n"
    assert Path("short.txt").read_text() == "mine"


def test_two_commands_cannot_write_to_one_file(drill: Drill) -> None:
    Path("class").mkdir()
    Path("class/ann.py").write_text(STUB)

    with Ledger(Path("grades.jsonl")):
        done = drill(*ALL)

    assert done.returncode == 2
    assert "another command is writing to grades.jsonl" in done.stderr


def test_shards_are_the_whole_and_share_nothing(drill: Drill) -> None:
    Path("class").mkdir()
    for number in range(5):
        Path(f"class/{number}.py").write_text(STUB)

    for part in ("1/2", "2/2"):
        assert drill(*ALL, "--shard", part, "--out", f"{part[0]}.jsonl").returncode == 0
    unsown = drill("grade-all", "class", "--drill", DRILL, "--shard", "1/2")

    one, two = lines(Path("1.jsonl")), lines(Path("2.jsonl"))
    assert (len(one), len(two)) == (3, 2)
    assert len(one | two) == 5
    assert unsown.returncode == 2
    assert "--seed" in unsown.stderr


def test_links_and_pipes_in_a_folder_are_not_followed(
    drill: Drill, answer: Callable[[str], Path]
) -> None:
    Path("class").mkdir()
    Path("class/link.py").symlink_to(answer(DRILL).absolute())
    os.mkfifo("class/pipe.py")

    done = drill(*ALL)

    assert done.returncode == 0
    found = lines(Path("grades.jsonl"))
    assert "is a link" in found["class/link.py"]["problem"]["says"]
    assert "not a plain file" in found["class/pipe.py"]["problem"]["says"]


def test_a_name_cannot_steer_the_terminal(drill: Drill) -> None:
    Path("class").mkdir()
    Path("class/a\x1b[2J.py").write_text(STUB)
    Path("class/b\x1b[2J.txt").write_text("")
    Path(os.fsdecode(b"class/\xff.py")).write_text(STUB)

    done = drill(*ALL, "--csv", "table.csv")

    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr + Path("table.csv").read_text()
    assert set(lines(Path("grades.jsonl"))) == {"class/a\x1b[2J.py", "class/\\xff.py"}


def test_each_file_says_its_drill_by_its_name_or_its_folder(drill: Drill) -> None:
    for name in ("ann/batching.py", "scheduler/ben.py"):
        Path("class", name).parent.mkdir(parents=True)
        Path("class", name).write_text(STUB)
    drill("start", DRILL)

    done = drill("grade-all", "class", DRILL, "--seed", "1")
    Path("class/unknown.py").write_text(STUB)
    unknown = drill("grade-all", "class", "--out", "other.jsonl")

    drills = {name: line["drill"] for name, line in lines(Path("grades.jsonl")).items()}
    assert drills == {
        "class/ann/batching.py": "batching",
        "class/scheduler/ben.py": "scheduler",
        "batching/batching.py": "batching",
    }
    assert done.returncode == 0
    assert "not graded" in done.stderr  # what `drill start` wrote beside the file
    assert "batching/" in done.stderr
    assert unknown.returncode == 2
    assert "class/unknown.py" in unknown.stderr
    assert not Path("other.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere"),
        (["empty"], "nothing to grade"),
        (["empty", "--shard", "3/2"], "3/2"),
        (["empty", "--jobs", "0"], "jobs"),
        (["empty", "--drill", "sheduler"], "scheduler"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_written(
    drill: Drill, arguments: list[str], said: str
) -> None:
    Path("empty").mkdir()

    done = drill("grade-all", *arguments)

    assert done.returncode == 2
    assert said in done.stderr
    assert not Path("grades.jsonl").exists()


def test_no_cell_of_the_table_is_a_formula(drill: Drill) -> None:
    Path("class").mkdir()
    Path("class/=cmd()|x.py").write_text("raise ValueError('=1+1')\n")

    drill("grade-all", "class/=cmd()|x.py", "--drill", DRILL, "--csv", "table.csv")
    os.chdir("class")
    drill("grade-all", "=cmd()|x.py", "--drill", DRILL, "--csv", "table.csv")

    (row,) = rows(Path("table.csv"))
    assert row["file"] == "'=cmd()|x.py"
