"""Fixed trees and queues, by what they tell.

Left out: how one is written (`notation.py`).
"""

from grader import check
from grader.properties.policy.notation import crowded, tree_case
from grader.properties.policy.shapes import Prompt

FORK: list[tuple[int, list[int]]] = [(0, [1, 1]), (0, [2, 1]), (2, [3, 2])]
THREE: list[tuple[int, list[int]]] = [(0, [1, 1]), (0, [2, 1]), (0, [3, 1])]
ONE_EACH: list[Prompt] = [[[1, 1]], [[2, 1]], [[3, 1]]]
ANY: list[Prompt] = [[[2, 2]], [[3, 3]], [[1, 1]]]  # no order of lengths or tokens

TREES: dict[str, check.Scenario] = {
    "a root alone": tree_case([], [[1, 1]]),
    "nobody waits at a fork": tree_case(FORK),
    "the heavier child first": tree_case(FORK, [[1, 1]], [[2, 1]], [[2, 1], [4, 1]]),
    "children before their parent": tree_case(FORK, [[2, 1]], [[2, 1], [3, 2]], [[9, 1]]),
    "a token that begins like another": tree_case([(0, [1, 1])], [[11, 1]], [[1, 1]]),
    "a last token that begins like another": tree_case(
        [(0, [1, 1]), (1, [2, 1])], [[1, 1], [23, 1]], [[1, 1], [2, 1]]
    ),
    "tokens that run together": tree_case([(0, [1, 1]), (1, [11, 1])], [[11, 1], [1, 1]]),
    "a node of token 0": tree_case([(0, [0, 2]), (1, [1, 1])], [[0, 2]], [[0, 2], [1, 1]]),
    "part of an edge is no match": tree_case(FORK, [[2, 1], [3, 1]], [[2, 1], [3, 2]], [[1, 1]]),
    "equal weights": tree_case(FORK, [[2, 1]], [[1, 1]]),
    "a root of another name": tree_case(
        [(0, [1, 1]), (1, [2, 1])], [[1, 1], [2, 1]], [[9, 1]], called="top a b"
    ),
    "equal weights against all names": tree_case(
        [(0, [2, 2]), (0, [3, 3]), (0, [1, 1])],
        *[[[3, 3]], [[2, 2]], [[1, 1]]],
        names="A B C",
        called="root n2 n3 n1",
    ),
    "at one node against all names": tree_case(
        [(0, [7, 1])], *[[[7, 1], *rest] for rest in ANY], names="B C A"
    ),
    "at the root against all names": tree_case([], *ANY, names="B C A"),
    "a deep one as heavy as a leaf": tree_case(
        [(0, [2, 1]), (1, [3, 2]), (0, [1, 1])], [[1, 1]], [[2, 1]]
    ),
    "weight from far below": tree_case(
        [*FORK, (3, [4, 1])], [[1, 1]], [[2, 1], [3, 2], [4, 1]], [[2, 1], [3, 2], [4, 1]]
    ),
    "a heavy leaf before a deep one": tree_case(FORK, [[2, 1], [3, 2]], [[1, 1]], [[1, 1], [5, 1]]),
    "nobody is deferred at a fork": tree_case(FORK, [[9, 40]], [[9, 40]], [[8, 1]]),
    "129 are sorted by weight": crowded(tree_case(FORK, [[9, 1]], [[1, 1]]), 128),
    "two matches, one node": tree_case(FORK, [[1, 1], [5, 1]], [[9, 1]], [[1, 1], [6, 1]]),
    "a fork below, heavier than what ends here": tree_case(
        [(0, [1, 1]), (1, [2, 1]), (1, [3, 1]), (3, [4, 1])],
        [[1, 1], [2, 1]],
        *[[[1, 1], [3, 1], [4, 1]]] * 2,
    ),
    "the twelfth child": tree_case(
        [(0, [token, 1]) for token in range(1, 13)], [[1, 1]], [[12, 1]], [[12, 1], [1, 1]]
    ),
    "thirty edges deep": tree_case([(depth, [1, 1]) for depth in range(30)], [[9, 1]], [[1, 30]]),
    "sixty edges deep": tree_case([(depth, [1, 1]) for depth in range(60)], [[9, 1]], [[1, 60]]),
    "the last of a hundred tokens": tree_case([(0, [1, 100])], [[1, 99], [2, 1]], [[1, 100]]),
    "one of nine tokens": tree_case([(0, [1, 9])], [[1, 2], [2, 1], [1, 6]], [[1, 9]]),
    "an id beyond two bytes": tree_case([(0, [1, 1], [0, 1])], [[1, 1], [65_536, 1]], [[1, 1]]),
    "an id beyond 17 bits": tree_case([(0, [1, 1], [0, 1])], [[1, 1], [131_072, 1]], [[1, 1]]),
    "the largest id": tree_case([(0, [1, 1], [0, 1])], [[1, 1], [262_143, 1]], [[1, 1]]),
    "an id that is no character": tree_case([(0, [55_296, 1])], [[55_297, 1]], [[55_296, 1]]),
    "requests and nodes of one name": tree_case(
        FORK, [[1, 1]], [[2, 1]], [[2, 1], [3, 2]], [[9, 1]], called="C A B D"
    ),
    "four children of weights 1, 2, 3, 4": crowded(
        tree_case([*THREE, (0, [4, 1])], *ONE_EACH, [[4, 1]]), 1, 2, 3, 4
    ),
    "one token of an edge of six": tree_case([(0, [1, 6])], [[1, 1], [9, 6]], [[1, 6]]),
    "all but the last token of an edge": tree_case([(0, [1, 4])], [[1, 3], [2, 1]], [[1, 4]]),
    "all but the middle of an edge": tree_case(
        [(0, [1, 3], [2, 1], [1, 3])], [[1, 3], [3, 1], [1, 3]], [[1, 3], [2, 1], [1, 3]]
    ),
    "all but the last token of an edge below": tree_case(
        [(0, [1, 1]), (1, [3, 1], [4, 1])], [[1, 1], [3, 1], [5, 1]], [[1, 1], [3, 1], [4, 1]]
    ),
    "three children of weights 1, 2, 3": crowded(tree_case(THREE, *ONE_EACH), 1, 2, 3),
    "three children of weights 2, 1, 3": crowded(tree_case(THREE, *ONE_EACH), 2, 1, 3),
    "weights 3 and 4": crowded(tree_case(THREE, *ONE_EACH[:2]), 3, 4),
    "weights 9 and 10": crowded(tree_case(THREE, *ONE_EACH[:2]), 9, 10),
    "a tree that is asked again": tree_case(THREE, *ONE_EACH[:2], [[2, 1]], again=True),
    "an edge in another order": tree_case(
        [(0, [1, 1], [2, 1], [3, 1])], [[1, 1], [3, 1], [2, 1]], [[1, 1], [2, 1], [3, 1]]
    ),
}
