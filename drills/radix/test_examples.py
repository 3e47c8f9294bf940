"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from radix import RadixTree

from given import Node


def spell(node: Node) -> tuple[int, ...]:
    """Return the prefix that a node stands for."""
    tokens: tuple[int, ...] = ()
    above: Node | None = node
    while above is not None:
        tokens = above.key + tokens
        above = above.parent
    return tokens


@pytest.fixture
def tree() -> RadixTree:
    """1 2 3 4 in slots 0 to 3, and 1 2 5 6 of which 5 6 are in slots 6 and 7."""
    tree = RadixTree()
    assert tree.insert([1, 2, 3, 4], [0, 1, 2, 3]) == 0
    assert tree.insert([1, 2, 5, 6], [4, 5, 6, 7]) == 2
    return tree


def test_shared_tokens_are_stored_once(tree: RadixTree) -> None:
    """Four tokens and two more."""
    assert tree.total_size() == 6
    assert tree.match_prefix([1, 2, 5, 6])[0] == [0, 1, 6, 7]


def test_a_match_ends_inside_an_edge(tree: RadixTree) -> None:
    """The edge 5 6 is split, so that a node stands for 1 2 5."""
    slots, node = tree.match_prefix([1, 2, 5, 9])
    assert slots == [0, 1, 6]
    assert spell(node) == (1, 2, 5)
    assert [child.key for child in node.children.values()] == [(6,)]


def test_nothing_matches(tree: RadixTree) -> None:
    """No slots, and the root."""
    assert tree.match_prefix([9]) == ([], tree.root)


def test_a_node_stands_for_the_same_prefix_after_a_split(tree: RadixTree) -> None:
    """Whoever holds the node for 1 2 3 4 still does when the edge is cut above it."""
    _, node = tree.match_prefix([1, 2, 3, 4])
    upper = tree.split(node, 1)
    assert spell(upper) == (1, 2, 3)
    assert spell(node) == (1, 2, 3, 4)


def test_only_what_matched_is_refreshed(tree: RadixTree) -> None:
    """The third call: 1 2 was used, and 3 4 last in the first."""
    _, node = tree.match_prefix([1, 2])
    assert node.last_access == 3
    assert node.children[3].last_access == 1


def test_whole_pages_only() -> None:
    """Page size 2: of five tokens four are stored, and a page matches whole or not at all."""
    tree = RadixTree(page_size=2)
    assert tree.insert([1, 2, 3, 4, 5], [0, 1, 2, 3, 4]) == 0
    assert tree.total_size() == 4
    assert tree.match_prefix([1, 2, 3, 9])[0] == [0, 1]


def test_bad_calls_raise(tree: RadixTree) -> None:
    """The message names the value."""
    with pytest.raises(ValueError, match="7"):
        tree.split(tree.match_prefix([1, 2])[1], 7)
    with pytest.raises(ValueError, match="2"):
        tree.insert([1, 2], [0])
