"""The reference of `eviction` against a model that shares nothing with it.

The model (in the hidden checks) is a table of prefixes without edges, counters or a heap.
`DRILL_EXAMPLES=20000` makes a long run of it.
"""

import json
import os
from collections.abc import Callable
from typing import Any, cast

import pytest

from drills.eviction.given import Node
from grader import catalogue
from grader.check import Difference, Run, Scenario, Told
from grader.material import Material, material
from grader.properties import eviction as checks
from grader.scenario import play
from grader.shape import fits

EXAMPLES = int(os.environ.get("DRILL_EXAMPLES", "500"))
SEED = 20261129


@pytest.fixture(scope="module")
def held() -> Material:
    """Return the material of the drill."""
    return material(catalogue.find("eviction"))


@pytest.fixture(scope="module")
def scenarios() -> list[Scenario]:
    """Return the telling scenarios but the large trees, and random ones."""
    found = [one for one in checks.TELLING.values() if not one["leaves"]]

    def keep(scenario: Scenario) -> bool:
        found.append(scenario)
        return True

    play(checks.SCENARIOS, SEED, EXAMPLES, keep)
    return found


def test_reference_and_model_agree(held: Material, scenarios: list[Scenario]) -> None:
    """Every answer, size, lock and tree of the reference is what the rules say."""
    for scenario in scenarios:
        seen = cast(checks.Observation, held.must(scenario))

        found = checks.examine(cast(checks.Scenario, scenario), seen)

        assert found is None, f"{json.dumps(scenario)}\n{found}"


def test_every_slot_of_the_reference_has_one_owner(
    held: Material, scenarios: list[Scenario]
) -> None:
    """Told from what the reference shows alone, without the model."""
    for scenario in scenarios:
        seen = cast(checks.Observation, held.must(scenario))

        for step in seen["life"]:
            lost = checks.lost_or_shared(cast(checks.Scenario, scenario), step)
            assert not lost, f"{json.dumps(scenario)}\n{lost}"


def test_random_scenarios_are_valid_and_put_every_rule_at_stake(
    held: Material, scenarios: list[Scenario]
) -> None:
    """All but the cost, which only the large trees ask for."""
    at_stake: set[str] = set()
    for scenario in scenarios:
        assert held.is_valid(scenario), json.dumps(scenario)
        must = held.must(scenario)
        run = Run(scenario, must, must)
        outcomes = {rule: check(run) for rule, check in checks.RULES.items()}
        assert not any(isinstance(one, Difference) for one in outcomes.values())
        at_stake |= {rule for rule, one in outcomes.items() if one is Told.HELD}

    assert at_stake == set(checks.RULES) - {"R8"}


def test_observations_have_the_promised_shape(held: Material, scenarios: list[Scenario]) -> None:
    """The large trees included."""
    for scenario in [*scenarios, *held.telling.values()]:
        assert fits(held.must(scenario), checks.Observation), json.dumps(scenario)


def test_the_trees_in_the_statement_are_those_of_the_reference(held: Material) -> None:
    """Each drawing of task.md, in order."""
    tree = cast(Any, held.reference).RadixTree()
    drawings: list[str] = []

    def draw(call: Callable[..., object], *args: object) -> Any:
        answer = call(*args)
        drawings.append(_drawing(tree))
        return answer

    draw(tree.insert, [1, 2, 3, 4], [10, 11, 12, 13])
    draw(tree.insert, [5, 6], [14, 15])
    _, node = tree.match_prefix([1, 2, 3, 4])
    draw(tree.inc_lock_ref, node)
    draw(tree.insert, [1, 2, 7], [16, 17, 18])
    draw(tree.match_prefix, [5])
    assert draw(tree.evict, 2) == [15, 18]
    draw(tree.dec_lock_ref, node)
    assert draw(tree.evict, 3) == [12, 13, 10, 11]

    text = held.drill.text("task.md")
    blocks = text.split("## One run, drawn")[1].split("```")[1].strip("\n").split("\n\n")
    assert [block.split("\n", 1)[1] for block in blocks] == drawings


def _drawing(tree: Any) -> str:
    """Draw a tree as the statement does."""
    rows: list[str] = []
    todo: list[tuple[int, Node]] = [(0, tree.root)]
    while todo:
        depth, node = todo.pop()
        key = "  " * (depth - 1) + " ".join(map(str, node.key))
        slots = "slots " + " ".join(map(str, node.value))
        if node is not tree.root:
            counts = f"lock_ref {node.lock_ref}  last_access {node.last_access}"
            rows.append(f"    {key:<9}  {slots:<17}  {counts}")
        children = sorted(node.children.values(), key=lambda child: child.key, reverse=True)
        todo += [(depth + 1, child) for child in children]
    sizes = tree.evictable_size(), tree.protected_size(), tree.total_size()
    return "\n".join([*rows, "    evictable {}, protected {}, total {}".format(*sizes)])
