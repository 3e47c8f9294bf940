"""Rows laid end to end, and what the device's block tables lack."""

import pytest

from gpu_checks.protocol import Row
from gpu_checks.runner.packed import Packed, pack
from gpu_checks.runner.seats import Seats


def decode(request: int, position: int, *table: int) -> Row:
    return Row(request, (1,), position, table, True)


def test_positions_slots_and_contexts_come_from_start_and_table_alone() -> None:
    rows = [Row(0, (7, 8), 5, (3, 0), True), Row(1, (9,), 0, (1,), True)]

    packed = pack(rows, 4)

    assert packed.tokens == [7, 8, 9]
    assert packed.positions == [5, 6, 0]
    assert packed.slots == [1, 2, 4]
    assert packed.counts == [2, 1]
    assert packed.lasts == [1, 2]
    assert packed.contexts == [7, 1]
    assert not packed.is_decode
    assert pack([decode(0, 3, 2)], 4).is_decode
    assert Packed(counts=[1, 1]).is_decode  # what a graph is recorded with has no tokens yet


def test_only_what_changed_in_a_table_is_sent() -> None:
    seats = Seats(2)
    first, _ = seats.place([decode(5, 7, 3, 0)], 4)

    again, nothing = seats.place([decode(5, 7, 3, 0)], 4)
    grown, one = seats.place([decode(5, 8, 3, 0, 6)], 4)
    moved, two = seats.place([decode(5, 8, 3, 2, 9)], 4)

    assert first == again == grown == moved
    assert nothing.pages == []
    assert (one.seats, one.columns, one.pages) == (first, [2], [6])
    assert (two.columns, two.pages) == ([1, 2], [2, 9])


def test_entries_that_the_device_still_has_are_not_sent_again() -> None:
    seats = Seats(2)
    seats.place([decode(5, 11, 3, 0, 6)], 4)
    seats.place([decode(5, 3, 7)], 4)

    _, edits = seats.place([decode(5, 11, 7, 0, 6)], 4)

    assert edits.pages == []


def test_the_end_of_a_table_that_the_row_does_not_need_is_not_sent() -> None:
    _, edits = Seats(2).place([decode(5, 3, 3, 0, 6)], 4)

    assert edits.pages == [3]


def test_a_request_that_was_pushed_out_is_sent_whole_again() -> None:
    seats = Seats(2)
    seats.place([decode(0, 4, 0, 1), decode(1, 4, 2, 3)], 4)
    (taken,), _ = seats.place([decode(2, 4, 4, 5)], 4)  # pushes out 0, seen as long ago as 1

    (other,), kept = seats.place([decode(1, 4, 2, 3)], 4)
    (back,), edits = seats.place([decode(0, 4, 0, 1)], 4)

    assert other != taken
    assert kept.pages == []
    assert back == taken
    assert edits.pages == [0, 1]


def test_rows_of_one_step_never_push_each_other_out() -> None:
    seats = Seats(3)
    seats.place([decode(number, 0, number) for number in (0, 1, 2)], 4)

    places, _ = seats.place([decode(number, 0, number) for number in (3, 0, 4)], 4)

    assert sorted(places) == [0, 1, 2]


def test_more_rows_than_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows in a step of at most 2"):
        Seats(2).place([decode(number, 0, number) for number in range(3)], 4)
