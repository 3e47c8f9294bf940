"""Each graded attempt is kept with all that belongs to it."""

import pytest

from grader import history
from grader.state.code import code
from tests.history.conftest import MINUTE, Clock, Grade


def test_attempts_are_numbered_within_their_drill(grade: Grade) -> None:
    numbers = [grade(name, "x = 1").attempt for name in ("batching", "radix", "batching")]

    assert numbers == [1, 1, 2]


def test_an_attempt_keeps_source_verdict_case_seed_versions_and_disclosure(grade: Grade) -> None:
    grade("batching", "x = 1\n", "R3", disclosure="mock")

    (one,) = history.of("batching")

    assert (one.source, one.status, one.disclosure) == ("x = 1\n", "failed", "mock")
    assert (one.told, one.case, one.broken) == ("R3", "r1-0000", ("R3",))
    assert one.report["seed"] == "0000002a"
    assert one.report["disclosure"] == "mock"
    assert set(one.report["versions"]) >= {"infra-drill", "python"}


@pytest.mark.parametrize("kind", history.BEGUN)
def test_time_and_hints_count_from_the_last_beginning(
    grade: Grade, clock: Clock, kind: str
) -> None:
    history.note("batching", "start", "/home/ada/batching")
    history.note("batching", "hint", "R1")
    clock.wait(MINUTE)
    first = grade("batching", "x = 1")
    clock.wait(MINUTE)
    history.note("batching", kind)
    clock.wait(2 * MINUTE)
    second = grade("batching", "x = 2")

    assert first.practice is not None
    assert second.practice is not None
    assert first.practice.since_start == pytest.approx(60, abs=0.1)
    assert second.practice.since_start == pytest.approx(120, abs=0.1)
    assert (first.practice.hints, second.practice.hints) == (1, 0)


def test_without_a_beginning_nobody_knows_the_time(grade: Grade) -> None:
    report = grade("batching", "x = 1")

    assert report.practice is not None
    assert report.practice.since_start is None


def test_a_clock_that_was_set_back_gives_no_negative_time(grade: Grade, clock: Clock) -> None:
    history.note("batching", "start", "")
    clock.wait(-3600)

    report = grade("batching", "x = 1")

    assert report.practice is not None
    assert report.practice.since_start == 0.0


def test_a_file_that_only_looks_different_is_unchanged(grade: Grade) -> None:
    grade("batching", "x = 1")
    grade("batching", "x = 2")
    grade("radix", "x = 1")

    same = grade("batching", "# mine\n\nx  =  1   # one")
    other = grade("batching", "x = 3")
    empty = [grade("batching", "") for _ in range(2)]

    assert [r.practice and r.practice.unchanged_since for r in (same, other)] == [1, None]
    assert [r.practice and r.practice.unchanged_since for r in empty] == [None, None]


@pytest.mark.parametrize(
    ("one", "two", "is_same"),
    [
        ("if x:\n    y = 1\n", "if x:\n  y = 1\n", True),
        ("f(1,\n  2)", "f(1, 2)", True),
        ("x = 1\n", "x = 1\r\n", True),
        ("x = 'a b'", "x = 'a  b'", False),
        ("if x:\n    y = 1\nz = 2\n", "if x:\n    y = 1\n    z = 2\n", False),
        ("ab = 1", "a b = 1", False),
        ("def f(:", "def f( :", False),
        ("x = (", "x = (", True),
    ],
)
def test_code_is_what_is_left_without_comments_and_spacing(
    one: str, two: str, is_same: bool
) -> None:
    assert (code(one) == code(two)) is is_same


def test_only_a_whole_grade_that_passed_opens_the_answer(grade: Grade) -> None:
    grade("batching", "x = 1", scope="rule R1 only")
    assert not history.is_open("batching")

    grade("batching", "x = 1")
    assert history.is_open("batching")


def test_the_rule_told_last_is_that_of_the_last_whole_failure(grade: Grade) -> None:
    grade("batching", "x = 1", "R2", "R3")
    grade("batching", "x = 2", "R5", scope="rule R5 only")

    assert history.last_broken("batching") == "R2"


def test_looking_makes_no_folder() -> None:
    assert history.of() == []
    assert not history.home().exists()
