"""A database of any earlier release opens, with all that was recorded in it."""

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from grader import history
from grader.error import DrillError
from grader.state.database import blank, file, reading
from grader.state.migration import statements, steps

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

VERSIONS = Path(__file__).parent / "versions"
RELEASED = sorted(int(path.stem) for path in VERSIONS.glob("*.sql"))


def restored(version: int) -> None:
    """Make the database that a release with this schema version left behind."""
    file().parent.mkdir(parents=True)
    with closing(sqlite3.connect(file())) as db:
        db.executescript((VERSIONS / f"{version}.sql").read_text(encoding="utf-8"))
        db.execute("PRAGMA journal_mode = WAL")


def schema(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the statements that made everything in a database, by name, however spaced."""
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql > '' ORDER BY name")
    return [(name, " ".join(sql.replace("(", " ( ").split())) for name, sql in rows]


def test_every_earlier_version_has_its_fixture() -> None:
    assert set(range(1, len(steps()))) <= set(RELEASED)


@pytest.mark.parametrize("version", RELEASED)
def test_the_steps_make_what_a_release_made(version: int) -> None:
    text = (VERSIONS / f"{version}.sql").read_text(encoding="utf-8")

    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(text)
        kept = schema(db)
    with closing(blank(version)) as made:
        assert kept == schema(made)


@pytest.mark.parametrize("version", RELEASED)
def test_an_old_database_opens_with_all_that_was_in_it(version: int) -> None:
    restored(version)

    attempts = history.of("batching")

    assert [(one.number, one.status, one.scope) for one in attempts] == [
        (1, "failed", "all"),
        (2, "passed", "rule R3 only"),
        (3, "passed", "all"),
    ]
    assert [one.source.strip() for one in attempts] == [
        "x = 1",
        "x = 2; y = 'semi;colon'",
        "x = 2;  y = 'semi;colon'  # done",
    ]
    assert history.details("batching", "hint") == ["R3"]
    assert history.last_broken("batching") == "R3"
    assert history.passed("batching")
    assert history.is_open("radix")
    assert not history.passed("radix")


@pytest.mark.parametrize("version", RELEASED)
def test_what_was_not_counted_then_is_counted_from_what_was_kept(version: int) -> None:
    restored(version)

    first, second, third = history.of("batching")

    assert (first.since_start, second.since_start, third.since_start) == (60.0, 159.75, 50.0)
    assert (first.hints, second.hints, third.hints) == (0, 1, 0)
    assert first.code != second.code
    assert second.code == third.code
    assert history.of("radix")[0].since_start is None


@pytest.mark.parametrize("version", RELEASED)
def test_a_migrated_database_has_the_schema_of_a_new_one(version: int) -> None:
    restored(version)

    with reading() as db, closing(blank()) as made:
        assert schema(db) == schema(made)


def test_two_copies_of_an_old_database_name_their_attempts_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[list[str]] = []
    for copy in ("one", "two"):
        monkeypatch.setenv("DRILL_HOME", str(tmp_path / copy))
        restored(1)
        names.append([one.uid for one in history.of()])

    assert len(set(names[0])) == 4
    assert names[0] == names[1]


def test_a_database_of_a_newer_release_is_refused_and_left_alone(drill: Drill) -> None:
    restored(1)
    with closing(sqlite3.connect(file())) as db:
        db.execute("PRAGMA user_version = 9999")
    before = file().read_bytes()

    done = drill("list")

    assert done.returncode == 70
    assert "newer release" in done.stderr
    assert file().read_bytes() == before


def test_a_file_that_is_no_database_is_a_sentence_and_kept(drill: Drill) -> None:
    file().parent.mkdir(parents=True)
    file().write_text("my notes\n" * 500)

    done = drill("list")

    assert done.returncode == 70
    assert "not a database" in done.stderr
    assert "Traceback" not in done.stderr
    assert file().read_text() == "my notes\n" * 500


def test_a_step_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    restored(1)
    half = tmp_path / "0003_half.sql"
    half.write_text("CREATE TABLE half (x);\nINSERT INTO nowhere VALUES (1);\n")
    known = (*steps()[:2], half)
    monkeypatch.setattr("grader.state.migration.steps", lambda: known)

    with pytest.raises(DrillError, match="nowhere"):
        history.of()

    with closing(sqlite3.connect(file())) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()


def test_a_semicolon_in_a_string_or_a_comment_ends_no_statement() -> None:
    script = "-- one; two\nSELECT ';';\nSELECT\n 2;\n"

    assert [one.strip() for one in statements(script)] == [
        "-- one; two\nSELECT ';';",
        "SELECT\n 2;",
    ]
