"""A block keeps its place between two steps; who takes and who gives back can be seen."""

import pytest

from grader.trace.blocks import Blocks
from grader.trace.forest import Node, draw
from grader.trace.picture import Cell, bar, cut, words

OWNERS = {"A": 0, "B": 1, "C": 2}


def text(*cells: Cell) -> list[str]:
    """Return the lines of cells without their marks."""
    return ["".join(mark.text for mark in line) for cell in cells for line in cell]


def test_what_one_gives_back_another_takes_in_its_place() -> None:
    blocks = Blocks(3)
    blocks.hold({"A": 1, "B": 1, "C": 1})

    line = blocks.draw({"A": 2, "B": 1, "C": 0}, 0, OWNERS)

    assert text((line,)) == [" A  B  A "]


def test_shared_lost_and_many_blocks_are_told_in_words() -> None:
    shared = Blocks(4).draw({"A": 3, "B": 2}, 1, OWNERS)
    lost = Blocks(4).draw({"A": 2}, 1, OWNERS)
    many = Blocks(1000).draw({"A": 999}, 1, OWNERS)

    assert text((shared,)) == [" A 3   B 2  1 free, 2 shared"]
    assert text((lost,)) == [" A 2  1 free, 1 kept by nobody"]
    assert text((many,)) == [" A 999  1 free"]


def node(prefix: str, size: int, slots: str) -> Node:
    """Return a node whose tokens and slots are single characters."""
    return Node(tuple(prefix), size, tuple(slots), "")


def test_a_split_brings_nothing_and_drops_nothing() -> None:
    whole = [node("1234", 4, "abcd")]
    halves = [node("12", 2, "ab"), node("1234", 2, "cd")]

    assert [line.rstrip() for line in text(draw(whole, halves))] == [" 1 2", "   3 4"]


def test_what_went_stands_where_it_stood() -> None:
    before = [node("1", 1, "a"), node("12", 1, "b"), node("3", 1, "c")]

    after = text(draw(before, [node("1", 1, "a"), node("3", 1, "c"), node("4", 1, "d")]))

    assert [line.rstrip() for line in after] == [" 1", "   2  gone from b", " 3", " 4   new"]


def test_an_empty_tree_says_so() -> None:
    assert text(draw([], [])) == ["empty"]


@pytest.mark.parametrize(
    ("used", "limit", "shown"),
    [
        (6, 8, "######.. 6/8"),
        (0, 8, "........ 0/8"),
        (1, 100, "#....... 1/100"),
        (0, 0, "........ 0/0"),
    ],
)
def test_a_bar_shows_the_smallest_use(used: int, limit: int, shown: str) -> None:
    assert text((bar(used, limit),)) == [shown]


def test_more_than_the_limit_is_marked() -> None:
    assert bar(9, 8)[-1].kind == "bad"
    assert bar(8, 8)[-1].kind == ""


def test_the_middle_of_a_long_run_is_left_out_and_counted() -> None:
    rows = cut([(words(str(number)), words("")) for number in range(100)])

    assert len(rows) == 61
    assert text(*rows[40]) == ["...", "40 more"]
    assert text(*rows[41]) == ["80", ""]
