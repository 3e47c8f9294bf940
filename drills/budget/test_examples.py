"""A few examples to run yourself: `pytest` in this folder. They are not all of the rules."""

import pytest
from budget import BudgetScheduler

from given import Plan, Request


def started(requests: str, **parameters: int) -> BudgetScheduler:
    """Return a scheduler to which "A3+5 B13+2" (prompt + max_tokens) were added."""
    scheduler = BudgetScheduler(**parameters)
    for text in requests.split():
        prompt, max_tokens = map(int, text[1:].split("+"))
        scheduler.add(Request(text[0], list(range(prompt)), max_tokens))
    return scheduler


def play(scheduler: BudgetScheduler, steps: int) -> list[Plan]:
    """Return that many plans; every sampled token is 7."""
    plans: list[Plan] = []
    for _ in range(steps):
        plans.append(scheduler.step())
        scheduler.update(plans[-1], dict.fromkeys(plans[-1].sample, 7))
    return plans


def test_a_long_prompt_is_cut_and_nobody_stalls() -> None:
    """The table of task.md."""
    plans = play(
        started("A3+5 B13+2", num_blocks=8, block_size=4, token_budget=6, max_seqs=4), steps=5
    )

    assert [plan.tokens for plan in plans] == [
        {"A": 3, "B": 3},
        {"A": 1, "B": 5},
        {"A": 1, "B": 5},
        {"A": 1, "B": 1},
        {"A": 1},
    ]
    assert [plan.sample for plan in plans] == [("A",), ("A",), ("A", "B"), ("A", "B"), ("A",)]
    assert [plan.free for plan in plans] == [6, 5, 2, 2, 6]


def test_the_last_of_running_gives_way() -> None:
    """The second table: B loses its block to itself and computes three tokens again."""
    plans = play(
        started("A1+2 B2+2", num_blocks=2, block_size=2, token_budget=7, max_seqs=2), steps=3
    )

    assert [plan.tokens for plan in plans] == [{"A": 1, "B": 2}, {"A": 1}, {"B": 3}]
    assert [plan.preempted for plan in plans] == [(), ("B",), ()]
    assert [plan.admitted for plan in plans] == [("A", "B"), (), ("B",)]
    assert [plan.free for plan in plans] == [0, 1, 0]


def test_six_steps_for_the_workload_of_the_other_drill() -> None:
    """There it takes seven."""
    scheduler = started("A6+4 B5+4 C3+4", num_blocks=5, block_size=4, token_budget=8, max_seqs=8)

    plans = play(scheduler, steps=6)

    assert [plan.tokens for plan in plans] == [
        {"A": 6, "B": 2},
        {"A": 1, "B": 3, "C": 3},
        {"A": 1, "B": 1, "C": 1},
        {"A": 1, "B": 1},
        {"B": 1, "C": 5},
        {"C": 1},
    ]
    assert scheduler.free == 5
    assert not scheduler.running


def test_eos_is_a_stop_even_as_the_last_token() -> None:
    """Token 0 is a token like any other."""
    scheduler = started("A2+1", num_blocks=2, block_size=4, token_budget=8, max_seqs=1, eos=0)

    plan = scheduler.step()

    assert scheduler.update(plan, {"A": 0}) == {"A": "stop"}


def test_a_missing_token_is_refused_and_changes_nothing() -> None:
    """The right call may follow."""
    scheduler = started("A2+2 B2+2", num_blocks=4, block_size=2, token_budget=8, max_seqs=2)
    plan = scheduler.step()

    with pytest.raises(ValueError, match="B"):
        scheduler.update(plan, {"A": 7})

    assert [request.output for request in scheduler.running] == [[], []]
    assert scheduler.update(plan, {"A": 7, "B": 8}) == {}


def test_with_nothing_to_do_the_plan_is_empty() -> None:
    """And all blocks are free."""
    scheduler = BudgetScheduler(num_blocks=3, block_size=4, token_budget=8, max_seqs=2)

    plan = scheduler.step()
    found = plan.tokens, plan.sample, plan.admitted, plan.preempted, plan.free
    assert found == ({}, (), (), (), 3)
