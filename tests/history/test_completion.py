"""The Tab key: names of drills, rules, cases and attempts, without loading the judge."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.history.conftest import Grade, Say

Drill = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def tab(drill: Drill) -> Callable[[str], list[str]]:
    """Return a function that completes the last word of a line, as bash asks for it."""

    def press(line: str) -> list[str]:
        words = line.split(" ")
        done = drill(
            COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), _DRILL_COMPLETE="bash_complete"
        )
        assert done.stderr == ""
        return [answer.split(",", 1)[1] for answer in done.stdout.split()]

    return press


def test_names_of_commands_drills_rules_and_attempts_complete(
    tab: Callable[[str], list[str]], grade: Grade, say: Say
) -> None:
    say("start", "batching")
    grade("batching", "x = 1")
    case = Path("batching/cases/r3-2ad1.json")
    case.parent.mkdir()
    case.write_text('{"scenario": {}}')

    assert tab("drill stat") == ["status"]
    assert tab("drill show ba") == ["batching"]
    assert tab("drill hint --drill radix R1") == ["R1"]
    assert tab("drill hint R") == [f"R{number}" for number in range(1, 8)]
    assert tab("drill grade --case r") == ["r3-2ad1"]
    assert tab("drill restore ") == ["1"]


@pytest.mark.parametrize(
    "line", ["drill nothing x", "drill hint R", "drill grade --case r", "drill restore "]
)
def test_where_there_is_nothing_to_offer_it_offers_nothing(
    tab: Callable[[str], list[str]], line: str
) -> None:
    assert tab(line) == []


def test_a_broken_history_does_not_disturb_the_shell(
    tab: Callable[[str], list[str]], home: Path
) -> None:
    home.mkdir()
    (home / "history.sqlite3").write_text("no database" * 100)

    assert tab("drill restore --drill batching ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_for_the_shell(say: Say, shell: str) -> None:
    said = say("completion", shell)

    assert said.code == 0
    assert f"_DRILL_COMPLETE={shell}_complete" in said.out


def test_an_unknown_shell_is_named(say: Say) -> None:
    said = say("completion", "tcsh")

    assert said.code == 2
    assert "tcsh" in said.err


@pytest.mark.parametrize("line", ["drill grade ba", "drill hint R", "drill grade --case r"])
def test_completing_loads_nothing_heavy(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", "2")
    monkeypatch.setenv("_DRILL_COMPLETE", "bash_complete")
    code = (
        "import sys\nfrom grader.cli.app import run\n"
        "try: run([])\nexcept SystemExit: pass\n"
        "print([n for n in ('hypothesis', 'torch', 'pytest', 'rich', 'fsrs') if n in sys.modules])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )

    assert done.stdout.splitlines()[-1] == "[]"
