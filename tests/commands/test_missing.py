"""A file that is not there, or is no text, is told in words: no class and no number of Python's."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

READ = [("quiz", "--answers"), ("regrade",), ("import",), ("grade-all",)]


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_file_that_is_not_there_is_told_in_words(drill: Drill, words: tuple[str, ...]) -> None:
    done = drill(*words, "nowhere.txt")

    assert done.returncode == 2
    assert "nowhere.txt" in done.stderr
    assert "Errno" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", READ[:3], ids=" ".join)
def test_a_file_that_is_no_text_is_told_in_words(
    drill: Drill, words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\x00{")

    done = drill(*words, str(tmp_path / "odd.txt"))

    assert done.returncode == 2
    assert "it is not UTF-8 text" in done.stderr
    assert "codec" not in done.stderr
