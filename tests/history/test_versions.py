"""What a command puts into the learner's file never destroys what was there."""

from pathlib import Path

import pytest

from grader import history
from tests.history.conftest import Grade, Say

MINE = Path("batching/batching.py")


@pytest.fixture(autouse=True)
def started(say: Say) -> None:
    say("start", "batching")


def test_restore_brings_an_attempt_back_and_keeps_the_present_file(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\n")
    MINE.write_bytes(b"not graded yet \xff\r\n")

    restored = say("restore", "1")
    assert restored.code == 0
    assert MINE.read_text() == "x = 1\n"
    assert "drill restore s1 --drill batching" in restored.out

    assert say("restore", "s1", "--drill", "batching").code == 0
    assert MINE.read_bytes() == b"not graded yet \xff\r\n"


def test_restoring_what_is_there_changes_and_keeps_nothing(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\n")
    MINE.write_text("x = 1\n")

    assert "already" in say("restore", "1").out
    assert history.snapshots("batching") == []


def test_a_file_that_was_deleted_is_restored_where_it_was(
    grade: Grade, say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    grade("batching", "x = 1\n")
    there = MINE.resolve()
    MINE.unlink()
    monkeypatch.chdir(tmp_path)

    assert say("restore", "1", "--drill", "batching").code == 0
    assert there.read_text() == "x = 1\n"


def test_a_link_stays_a_link_and_permissions_stay(grade: Grade, say: Say, tmp_path: Path) -> None:
    grade("batching", "x = 1\n")
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text("x = 2\n")
    elsewhere.chmod(0o640)
    MINE.unlink()
    MINE.symlink_to(elsewhere)

    say("restore", "1")

    assert MINE.is_symlink()
    assert elsewhere.read_text() == "x = 1\n"
    assert elsewhere.stat().st_mode & 0o777 == 0o640


def test_an_attempt_whose_file_could_not_be_read_is_not_restored(grade: Grade, say: Say) -> None:
    grade("batching", "")
    before = MINE.read_text()

    said = say("restore", "1")

    assert said.code == 2
    assert "holds no text" in said.err
    assert MINE.read_text() == before


@pytest.mark.parametrize("name", ["7", "s1", "x", "-", "1e3", "s", "٣"])
def test_a_version_that_is_not_there_is_named(grade: Grade, say: Say, name: str) -> None:
    grade("batching", "x = 1\n")

    said = say("restore", "--", name)

    assert said.code == 2
    assert f"no version {name!r}" in said.err
    assert "drill history batching" in said.err


def test_diff_shows_what_changed_between_two_attempts(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\ny = 2\n")
    grade("batching", "x = 1\ny = 3\n")
    MINE.write_text("x = 1\ny = 4\n")

    assert say("diff", "1", "2").out.splitlines()[-2:] == ["-y = 2", "+y = 3"]
    assert say("diff", "2").out.splitlines()[-2:] == ["-y = 3", "+y = 4"]
    same = say("diff", "1", "1")
    assert (same.code, same.out) == (0, "")
    assert "the same text" in same.err


def test_diff_shows_nothing_that_steers_a_terminal(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\n")
    grade("batching", "x = '\x1b[2J'\n")

    assert "\x1b" not in say("diff", "1", "2").out


def test_reset_keeps_the_file_beside_it_and_in_the_history(say: Say) -> None:
    MINE.write_text("# mine\n")

    assert say("reset", "batching").code == 0

    assert "NotImplementedError" in MINE.read_text()
    assert Path("batching/batching.before-reset-1.py").read_text() == "# mine\n"
    assert [one.source for one in history.snapshots("batching")] == [b"# mine\n"]


def test_history_shows_attempts_and_what_was_kept_in_order(grade: Grade, say: Say) -> None:
    nothing = say("history", "batching")
    grade("batching", "x = 1\n", "R3")
    history.note("batching", "hint", "R3")
    grade("batching", "x = 2\n")
    grade("radix", "x = 2\n", scope="rule R1 only", disclosure="mock")
    history.keep("batching", str(MINE), "restore", b"x = 3\n")

    rows = [line.split() for line in say("history").out.splitlines()]

    assert "Nothing was graded yet" in nothing.out
    starts = [(row[0], row[4:7]) for row in rows if len(row) > 5 and row[0] != "attempt"]
    assert starts[:3] == [
        ("1", ["failed", "R3", "r1-0000"]),
        ("2", ["passed", *starts[1][1][1:]]),
        ("s1", ["kept", "(restore)"]),
    ]
    assert "mock)" in say("history", "radix").out.replace("\n", "")
    assert "batching" not in say("history", "radix").out


def test_what_a_mock_did_not_disclose_history_does_not_show(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\n", "R3", disclosure="mock")

    said = say("history", "batching").out

    assert "failed" in said
    assert "R3" not in said
    assert "r1-0000" not in said
    assert history.last_broken("batching") is None


def test_start_that_cannot_be_finished_leaves_no_half_folder(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRILL_HOME", "/proc/nowhere")

    said = say("start", "radix")

    assert said.code == 70
    assert not Path("radix").exists()
