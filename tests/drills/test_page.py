"""docs/strength.md says what was measured, of the files as they are now."""

import json

import pytest

from grader import strength
from grader.catalogue import find, names
from grader.dev import page
from grader.dev.mutants import wrong
from grader.dev.programs import size


def test_the_page_holds_what_was_recorded() -> None:
    measured = page.PATH.read_text(encoding="utf-8").split(page.MARK)[1]

    assert measured == page.tables(), "measure anew: drill dev check NAME --record"


@pytest.mark.parametrize("name", names())
def test_every_wrong_program_and_every_change_was_measured(name: str) -> None:
    drill = find(name)
    sheet = strength.strength(drill)

    assert [row.name for row in strength.rejected(drill)] == [row.name for row in wrong(drill)]
    assert sheet.mutants == sheet.killed + sheet.given + sheet.equivalent > 100


@pytest.mark.parametrize("name", names())
def test_no_wrong_program_needs_more_than_half_of_a_grade(name: str) -> None:
    worst = max(strength.rejected(find(name)), key=lambda row: row.worst)

    assert worst.worst <= 300, worst.name


def test_counterexamples_can_be_drawn_on_paper() -> None:
    rows = [row for name in names() for row in strength.rejected(find(name)) if row.unit]
    large = {"requests": 4, "operations": 14}

    assert [row.name for row in rows if row.size > large[row.unit]] == []
    for unit, median in (("requests", 2), ("operations", 6)):
        sizes = sorted(row.size for row in rows if row.unit == unit)
        assert sizes[len(sizes) // 2] <= median


def test_the_size_of_a_scenario_counts_what_a_person_draws() -> None:
    two = json.loads('{"ops": [{"do": "ask"}, {"do": "free"}], "prompts": [1, 2, 3]}')

    assert size(two) == (2, "operations")
    assert size({"lengths": [3, 1, 2], "batch_size": 2}) == (3, "requests")
    assert size({"kind": "cost", "prompts": 64}) == (1, "requests")
