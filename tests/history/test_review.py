"""A drill that passed comes back, later each time it goes well; pasting moves nothing."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader import catalogue, history, review
from tests.history.conftest import DAY, MINUTE, NOON, Clock, Grade, Say

BATCHING = catalogue.find("batching")  # 15 minutes, 7 rules
MINE = Path("batching/batching.py")


def days() -> float | None:
    """Return in how many days after the last pass that counted batching comes back."""
    found = review.of(BATCHING)
    if found is None:
        return None
    return (found.due - datetime.fromtimestamp(found.last.at, UTC)) / timedelta(days=1)


def went() -> str | None:
    """Return how the last pass of batching that counted went."""
    found = review.of(BATCHING)
    return found.grade if found else None


def test_what_never_passed_does_not_come_back(grade: Grade) -> None:
    grade("batching", "x = 1", "R1")
    grade("batching", "x = 2", scope="rule R1 only")

    assert days() is None
    assert review.agenda() == []


@pytest.mark.parametrize(
    ("minutes", "hints", "broken", "gives_up", "grade_is"),
    [
        (14, 0, (), False, "easy"),
        (16, 0, (), False, "good"),
        (14, 1, (), False, "good"),
        (14, 0, ("R1",), False, "good"),
        (14, 2, ("R1", "R2"), False, "good"),
        (14, 3, (), False, "hard"),
        (14, 0, ("R1", "R2", "R3"), False, "hard"),
        (31, 0, (), False, "hard"),
        (14, 0, (), True, "again"),
        (60 * 24 * 3, 0, (), False, "good"),  # three evenings say nothing about speed
    ],
)
def test_time_hints_rules_broken_and_an_opened_answer_decide_how_it_went(
    grade: Grade,
    clock: Clock,
    minutes: float,
    hints: int,
    broken: tuple[str, ...],
    gives_up: bool,
    grade_is: str,
) -> None:
    history.note("batching", "start")
    for _ in range(hints):
        history.note("batching", "hint", "R1")
    if broken:
        grade("batching", "x = 1", *broken)
    if gives_up:
        history.note("batching", "solution", "gave up")
    clock.wait(minutes * MINUTE)

    grade("batching", "x = 2")

    assert went() == grade_is
    assert days() == {"again": 1, "hard": 1, "good": 2, "easy": 8}[grade_is]


def test_the_better_it_went_the_later_it_comes_back(grade: Grade, clock: Clock) -> None:
    found: list[float | None] = []
    for hints in (3, 1, 0):
        history.note("batching", "reset")
        for _ in range(hints):
            history.note("batching", "hint", "R1")
        grade("batching", f"x = {hints}")
        found.append(days())
        clock.wait(DAY)

    assert found[0] == 1
    assert found == sorted(found, key=lambda number: number or 0)
    assert len(set(found)) == 3


def test_each_review_that_goes_well_moves_it_further_but_never_over_half_a_year(
    grade: Grade, clock: Clock
) -> None:
    found: list[float] = []
    for number in range(12):
        history.note("batching", "review")
        clock.wait(10 * MINUTE)
        grade("batching", f"x = {number}")
        wait = days()
        assert wait is not None
        found.append(wait)
        clock.wait(wait * DAY)

    assert found[0] == 8
    assert found[0] < found[1] < found[2]
    assert found == sorted(found)
    assert found[-1] == 180


def test_a_pasted_file_moves_nothing_and_is_called_unchanged(grade: Grade, clock: Clock) -> None:
    first = grade("batching", "x = 1")
    before = review.of(BATCHING)
    clock.wait(5 * DAY)
    history.note("batching", "review")

    pasted = grade("batching", "x = 1  # pasted")

    after = review.of(BATCHING)
    assert pasted.practice is not None
    assert pasted.practice.unchanged_since == first.attempt
    assert before is not None
    assert after is not None
    assert (after.due, after.times) == (before.due, 1)


def test_grading_once_more_without_a_new_beginning_moves_nothing(
    grade: Grade, clock: Clock
) -> None:
    grade("batching", "x = 1")
    before = review.of(BATCHING)
    clock.wait(5 * DAY)

    grade("batching", "x = 2")

    after = review.of(BATCHING)
    assert before is not None
    assert after is not None
    assert after.due == before.due


def test_an_answer_opened_before_a_reset_still_counts_as_given_up(
    grade: Grade, clock: Clock
) -> None:
    history.note("batching", "start")
    history.note("batching", "solution", "gave up")
    clock.wait(MINUTE)
    history.note("batching", "reset")
    clock.wait(MINUTE)

    grade("batching", "x = 1")

    assert went() == "again"


def test_review_puts_the_stub_back_and_keeps_what_was_there(
    grade: Grade, clock: Clock, say: Say
) -> None:
    say("start", "batching")
    MINE.write_text("x = 1\n")
    grade("batching", "x = 1\n")
    clock.wait(9 * DAY)

    said = say("review")

    assert said.code == 0
    assert "NotImplementedError" in MINE.read_text()
    assert "drill restore s1 --drill batching" in said.out
    assert history.snapshots("batching")[0].source == b"x = 1\n"


def test_a_review_under_way_is_not_begun_again(grade: Grade, say: Say) -> None:
    say("start", "batching")
    grade("batching", "x = 1\n")
    say("review", "batching")
    MINE.write_text("# half of it\n")

    said = say("review", "batching")

    assert "under way" in said.out
    assert "review under way      drill grade batching" in say().out
    assert MINE.read_text() == "# half of it\n"


def test_a_review_makes_the_folder_when_there_is_none(grade: Grade, say: Say) -> None:
    grade("batching", "x = 1\n")

    assert say("review", "batching").code == 0
    assert "NotImplementedError" in MINE.read_text()


def test_review_without_anything_due_says_what_comes_next(grade: Grade, say: Say) -> None:
    assert say("review").out == "  Nothing is due.\n"

    grade("batching", "x = 1\n")

    assert "batching comes back in 2 days" in say("review").out
    assert history.snapshots("batching") == []


def test_review_of_what_never_passed_says_what_to_do(say: Say) -> None:
    said = say("review", "batching")

    assert said.code == 2
    assert "drill start batching" in said.err


def test_bare_drill_says_what_is_due_and_only_then(grade: Grade, clock: Clock, say: Say) -> None:
    assert "New here? The first drill is  batching" in say().out
    grade("batching", "x = 1\n")
    assert "Nothing due. The next drill is  sizing" in say().out
    clock.now += 3 * DAY
    said = say().out

    assert "batching" in said
    assert "drill review batching" in said


def test_due_lists_what_comes_back_in_order(grade: Grade, clock: Clock, say: Say) -> None:
    assert "Nothing comes back" in say("due").out
    grade("radix", "x = 1\n")
    clock.wait(DAY)
    grade("batching", "x = 1\n")

    rows = [line.split() for line in say("due").out.splitlines()]

    assert [row[0] for row in rows[1:3]] == ["radix", "batching"]


@pytest.mark.parametrize("which", [[], ["batching"]])
def test_reviews_are_switched_off_and_on(
    grade: Grade, clock: Clock, say: Say, which: list[str]
) -> None:
    grade("batching", "x = 1\n")
    clock.wait(9 * DAY)

    assert say("review", *which, "--off").code == 0
    assert "review" not in say().out
    assert review.agenda() == []
    refused = say("review", "batching")
    assert refused.code == 2
    assert "--on" in refused.err

    say("review", *which, "--on")
    assert "drill review batching" in say().out


def test_a_pass_says_when_it_comes_back_and_a_switched_off_one_does_not(
    grade: Grade, say: Say
) -> None:
    grade("batching", "x = 1\n")
    answer = Path(catalogue.find("batching").reference).read_text(encoding="utf-8")
    Path("batching.py").write_text(answer, encoding="utf-8")

    on = say("grade", "batching.py").out
    say("review", "--off")
    off = say("grade", "batching.py").out

    assert "PASSED  batching   attempt 2   no hint" in on
    assert "Next review" in on
    assert "unchanged" not in on
    assert "Next review" not in off
    assert "The code is unchanged since attempt 2." in off


def test_the_schedule_says_the_same_whenever_it_is_asked(grade: Grade, clock: Clock) -> None:
    grade("batching", "x = 1")
    before = review.of(BATCHING)
    clock.now = NOON + 400 * DAY

    assert review.of(BATCHING) == before
