"""Shrinking ends in a scenario that still fails and that no single move makes smaller."""

from grader.check import Scenario
from grader.shrink import Budget, shrink


def always(_: Scenario) -> bool:
    """Accept every scenario."""
    return True


def test_entries_and_numbers_that_do_not_matter_go_away() -> None:
    scenario: Scenario = {"size": 9, "ops": [[3, 8], [7, 7], [5, 1]], "name": "x"}

    def fails(move: Scenario) -> bool:
        ops = move["ops"]
        return isinstance(ops, list) and any(op and op[0] >= 5 for op in ops)  # type: ignore

    small = shrink(scenario, always, fails, Budget(5.0, 1000))

    assert small == {"size": 0, "ops": [[5]], "name": "x"}


def test_only_valid_scenarios_are_tried() -> None:
    def is_valid(move: Scenario) -> bool:
        return isinstance(move["n"], int) and move["n"] >= 3

    tried: list[Scenario] = []

    def fails(move: Scenario) -> bool:
        tried.append(move)
        return True

    small = shrink({"n": 40}, is_valid, fails, Budget(5.0, 1000))

    assert small == {"n": 3}
    assert all(is_valid(move) for move in tried)


def test_the_budget_ends_it() -> None:
    tries: list[Scenario] = []

    def fails(move: Scenario) -> bool:
        tries.append(move)
        return False

    shrink({"ops": list(range(50))}, always, fails, Budget(5.0, 7))

    assert len(tries) == 7
