"""`drill start` and editors: one that is opened, one that is told about problems."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.watch.terminal import Seat

Drill = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_editor_is_opened_on_the_file_to_write(drill: Drill, tmp_path: Path) -> None:
    editor = tmp_path / "my editor.sh"
    editor.write_text('#!/bin/sh\necho "$@" > opened\n')
    editor.chmod(0o755)

    done = drill("start", "batching", "--editor", VISUAL=f"'{editor}' -w")

    assert done.returncode == 0
    assert Path("opened").read_text() == "-w batching/batching.py\n"


def test_no_editor_or_one_that_does_not_start_is_said_and_the_folder_is_there(
    drill: Drill,
) -> None:
    none = drill("start", "batching", "--editor", VISUAL="", EDITOR="")
    absent = drill("start", "radix", "--editor", VISUAL="no-such-editor")
    failed = drill("start", "sizing", "--editor", VISUAL="false")
    quoted = drill("start", "policy", "--editor", VISUAL="'vi")

    assert none.returncode == absent.returncode == 6
    assert "neither $VISUAL nor $EDITOR" in none.stderr
    assert "'no-such-editor' did not start" in absent.stderr
    assert failed.returncode == 1
    assert "ended with code 1" in failed.stderr
    assert "is no command" in quoted.stderr
    assert Path("batching/batching.py").is_file()


def test_vs_code_finds_the_line_that_cannot_be_graded(drill: Drill) -> None:
    drill("start", "batching", "--vscode")
    table = json.loads(Path("batching/.vscode/tasks.json").read_text())
    pattern = table["tasks"][0]["problemMatcher"]["pattern"]

    shown = drill("grade", "batching/batching.py").stdout

    found = [hit for line in shown.splitlines() if (hit := re.match(pattern["regexp"], line))]
    assert len(found) == 1
    assert found[0][pattern["file"]] == "batching/batching.py"
    assert int(found[0][pattern["line"]]) > 1
    assert found[0][pattern["message"]] == "simulate_static() is not written yet"


def test_without_being_asked_nothing_of_an_editor_is_written(drill: Drill) -> None:
    drill("start", "batching")

    assert not Path("batching/.vscode").exists()


def test_on_a_terminal_files_are_links_and_in_a_pipe_they_are_not(drill: Drill) -> None:
    with Seat("--color", "always", "start", "batching") as seat:
        shown = seat.until("drill grade\n")

    assert f";{Path('batching/task.md').resolve().as_uri()}\x1b\\" in shown
    assert "\x1b]8" not in drill("--color", "always", "start", "radix").stdout
