"""The clock of a round: steady, told of jumps, moved by nobody."""

from pathlib import Path

import pytest

from grader.error import DrillError
from grader.mock import clock
from grader.mock.clock import Reading, course

START = Reading(wall=1000.0, boot=50.0, boot_id="one")


@pytest.mark.parametrize("moved", [0.0, 3600.0, -3600.0])
def test_a_moved_wall_clock_gains_and_loses_nothing(moved: float) -> None:
    now = Reading(1000.0 + 120 + moved, 170.0, "one")

    found = course(START, 100.0, 0.0, now)

    assert (found.seconds, found.drift, found.restarted) == (120.0, moved, False)


def test_sleep_counts_on_both_clocks() -> None:
    asleep = Reading(1000.0 + 7200, 50.0 + 7200, "one")

    assert course(START, 10.0, 0.0, asleep) == clock.Course(7200.0, 0.0, False)


@pytest.mark.parametrize("moved", [0.0, 3600.0, -3600.0])
def test_after_a_restart_the_wall_clock_counts_without_what_it_was_moved_by(moved: float) -> None:
    now = Reading(1000.0 + 900 + moved, 12.0, "two")

    found = course(START, 300.0, moved, now)

    assert (found.seconds, found.drift, found.restarted) == (900.0, moved, True)


def test_time_never_runs_back_after_a_restart() -> None:
    set_back = Reading(1000.0 - 5000, 12.0, "two")

    assert course(START, 300.0, 0.0, set_back).seconds == 300.0


def test_a_steady_clock_that_began_anew_is_a_restart_even_without_a_boot_id() -> None:
    start = Reading(1000.0, 5000.0, "")
    now = Reading(1000.0 + 900, 12.0, "")

    found = course(start, 300.0, 0.0, now)

    assert (found.seconds, found.restarted) == (900.0, True)


def test_the_real_clocks_move_on() -> None:
    first, second = clock.read(), clock.read()

    assert second.boot >= first.boot
    assert second.boot_id == first.boot_id


def test_an_injected_clock_that_is_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(clock.INJECTED, str(tmp_path / "nothing"))

    with pytest.raises(DrillError, match="is no clock"):
        clock.read()


@pytest.mark.parametrize(("seconds", "shown"), [(754.2, "12:34"), (0, "0:00"), (5400, "90:00")])
def test_times_are_shown_in_minutes_and_seconds(seconds: float, shown: str) -> None:
    assert clock.shown(seconds) == shown
