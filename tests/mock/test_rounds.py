"""Rounds are data: those that come along can be held, those of a team are read alike."""

from pathlib import Path

import pytest

from grader.error import DrillError
from grader.mock import desk, hunt
from grader.mock import round as rounds
from grader.mock.clock import Reading
from grader.mock.record import Stored
from grader.mock.session import Session

NAMES = rounds.names()
GOOD = """
title = "Ours"
[[part]]
kind = "code"
title = "write it"
minutes = 10
drill = "batching"
"""


def session(name: str, seed: int) -> Session:
    """Return a session of a round that nobody has begun."""
    table = rounds.load(name).table
    start = Reading(0.0, 0.0, "")
    stored = Stored("x", table, seed, Path("nowhere"), start, False, 0.0, 0.0, {})
    return Session(stored, rounds.of_table(table), ())


def test_six_rounds_come_along() -> None:
    wanted = {"batching-30", "scheduler-45", "cache-45", "arithmetic-15", "bug-hunt-30"}

    assert wanted | {"full-loop-90"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_takes_as_long_as_its_name_says_and_its_parts_can_be_laid_out(name: str) -> None:
    one = session(name, 5)

    assert one.round.minutes == int(name.rsplit("-", 1)[1])
    for part in range(len(one.round.parts)):
        files = desk.files(one, part, "")
        assert set(desk.watched(one, part)) <= set(files)
        assert all(files.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_the_same_numbers_and_another_one_does_not(name: str) -> None:
    first, same, other = (
        [desk.files(one, part, "") for part in range(len(one.round.parts))]
        for one in (session(name, 5), session(name, 5), session(name, 6))
    )

    assert first == same
    assert first != other


def test_no_hunt_comes_twice_in_a_round() -> None:
    for seed in range(40):
        one = session("bug-hunt-30", seed)
        assert one.hunt(0).name != one.hunt(1).name


def test_every_hunt_is_drawn_by_some_seed() -> None:
    drawn = {session("bug-hunt-30", seed).hunt(0).name for seed in range(200)}

    assert drawn == set(hunt.names())


def test_a_round_can_be_stretched() -> None:
    one = rounds.load("scheduler-45").lasting(9)

    assert [part.minutes for part in one.parts] == [5, 3, 1]
    assert rounds.of_table(one.table).parts == one.parts


def test_a_round_of_a_team_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(GOOD, encoding="utf-8")

    one = rounds.load(str(path))

    assert (one.name, one.title, one.minutes, one.drills) == ("ours", "Ours", 10, ("batching",))


@pytest.mark.parametrize(
    ("find", "replace", "says"),
    [
        ('drill = "batching"', 'drill = "battching"', "no drill is called 'battching'"),
        ('drill = "batching"', "", "does not say which drill"),
        ('kind = "code"', 'kind = "cod"', "kind = 'cod'"),
        ('kind = "code"', 'kind = "quiz"', "asks no questions"),
        ('kind = "code"', "", "has no kind"),
        ("minutes = 10", "minutes = -1", "minutes = -1"),
        ("minutes = 10", "minutes = true", "minutes = True"),
        ("minutes = 10", "minutes = 10\nfollows = 1", "follows part 1"),
        ("minutes = 10", "minutes = 10\nhour = 1", "a key 'hour'"),
        ('title = "Ours"', 'titel = "Ours"', "a key 'titel'"),
        ("[[part]]", "[part]", "has no part"),
        ("minutes = 10", "minutes = 10\nkeeps = ['blocks']", "does not go on from"),
        ("minutes = 10", "minutes = 10\nwrite = ['simulate']", "empties 'simulate'"),
        ('kind = "code"', 'kind = "hunt"\nhunts = ["none"]', "no hunt 'none'"),
        ('kind = "code"', 'kind = "quiz"\nquestions = 99\ntopic = "kv"', "99 questions"),
        ('kind = "code"', 'kind = "quiz"\nquestions = 1\ntopic = "tea"', "no topic is called"),
        ('title = "Ours"', "title = 'Ours", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_round_is_named(
    tmp_path: Path, find: str, replace: str, says: str
) -> None:
    path = tmp_path / "ours.toml"
    assert find in GOOD
    path.write_text(GOOD.replace(find, replace, 1), encoding="utf-8")

    with pytest.raises(DrillError) as caught:
        rounds.load(str(path))

    assert says in caught.value.problem


def test_a_round_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(DrillError) as caught:
        rounds.load("schedular-45")

    assert "scheduler-45" in caught.value.hint


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_a_length_that_cannot_be_is_refused(minutes: float) -> None:
    with pytest.raises(DrillError, match="cannot take"):
        rounds.load("scheduler-45").lasting(minutes)
