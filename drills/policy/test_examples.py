"""A few examples to run yourself: pytest policy/.

The last tests are for the further levels; they are skipped while those are not written.
"""

from collections.abc import Callable, Sequence

import pytest
from policy import bound, order, order_by_weight, order_with_age, weights

from given import Node, Waiting


def queue(*prompts: tuple[int, ...]) -> list[Waiting]:
    """Return requests A, B, … with these prompts."""
    return [Waiting(chr(65 + i), tokens, i) for i, tokens in enumerate(prompts)]


def matcher(found: dict[int, int]) -> Callable[[Sequence[int]], int]:
    """Return a `match` that knows how much is cached by a prompt's first token."""
    return lambda tokens: min(len(tokens), found.get(tokens[0], 0))


def written(function: Callable[[], object]) -> object:
    """Return what the function gives; skip the test while it is a stub."""
    try:
        return function()
    except NotImplementedError as error:
        pytest.skip(str(error))


def test_the_longest_match_goes_first() -> None:
    """B and C match equally and keep their order."""
    waiting = queue((1,) * 50, (2,) * 50, (3,) * 50, (4,) * 50)

    assert order(waiting, matcher({2: 40, 3: 40, 4: 10})) == ["B", "C", "D", "A"]


def never(tokens: Sequence[int]) -> int:
    """Raise: nobody should ask."""
    raise AssertionError(f"match was asked for {len(tokens)} tokens")


def test_fcfs_asks_nobody() -> None:
    """`match` would raise here."""
    waiting = queue((1,), (2,))

    assert order(waiting, never, policy="fcfs") == ["A", "B"]


def test_cold_twins_wait_for_the_first() -> None:
    """Five equal prompts and one other, D."""
    twin, other = (7,) * 100, (8,) * 100
    waiting = queue(twin, twin, twin, other, twin, twin)

    assert order(waiting, matcher({})) == ["A", "D", "B", "C", "E", "F"]


def test_more_than_the_limit_are_not_sorted() -> None:
    """Exactly as many still are."""
    waiting = queue((1,), (2,))

    assert order(waiting, matcher({2: 1}), limit=2) == ["B", "A"]
    assert order(waiting, matcher({2: 1}), limit=1) == ["A", "B"]


def test_an_unknown_policy_is_refused() -> None:
    """The message names it."""
    with pytest.raises(ValueError, match="lof"):
        order([], matcher({}), policy="lof")


def test_the_heaviest_child_goes_first() -> None:
    """Two of three matches end at y."""
    z = Node("z", (3, 3))
    tree = Node("root", (), (Node("x", (1,)), Node("y", (2,), (z,))))
    waiting = queue((1,), (2,), (2, 4))

    assert written(lambda: weights(tree, waiting)) == {"root": 3, "x": 1, "y": 2, "z": 0}
    assert written(lambda: order_by_weight(tree, waiting)) == ["B", "C", "A"]


def test_age_gets_a_cold_request_ahead() -> None:
    """A has waited two passes of weight 1, D has just come with a match of 2: a tie."""
    waiting = queue((1, 1), (2, 2))
    ages = {"A": 2, "B": 0}

    got = written(lambda: order_with_age(waiting, matcher({2: 2}), ages, age_weight=1))

    assert got == ["A", "B"]


def test_the_bound_holds_in_the_worked_table() -> None:
    """A is served in pass 3; above 8 would be absurd."""
    got = written(lambda: bound(backlog=1, arrivals=1, slots=1, max_match=2, age_weight=1))

    assert isinstance(got, int)
    assert 3 <= got <= 8
