"""The radix tree's answer against a trie without edge compression, on many lists of calls.

The number of random lists is 500, or what the environment variable DRILL_EXAMPLES says.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from grader import catalogue, check, scenario
from grader.check import Difference, Run
from grader.material import material
from grader.plain import Plain
from grader.properties import radix

EXAMPLES = int(os.environ.get("DRILL_EXAMPLES", "500"))
HELD = material(catalogue.find("radix"))


def drawn(seed: int, count: int) -> list[check.Scenario]:
    """Return scenarios as a grade would draw them."""
    found: list[check.Scenario] = []

    def keep(one: check.Scenario) -> bool:
        found.append(one)
        return True

    scenario.play(radix.SCENARIOS, seed, count, keep)
    return found


def observed(one: check.Scenario) -> list[radix.Step]:
    """Return what the reference does."""
    return cast(radix.Observation, HELD.must(one))["steps"]


def test_the_reference_does_what_the_trie_says() -> None:
    """Answers, tree, times, handles and sizes after every call are the same."""
    for one in drawn(seed=7, count=EXAMPLES):
        assert observed(one) == radix.predict(cast(radix.Scenario, one)), one


def test_every_drawn_scenario_is_valid() -> None:
    """What is drawn is what a saved case may hold."""
    assert [one for one in drawn(seed=8, count=200) if not HELD.is_valid(one)] == []


def test_what_is_drawn_puts_every_call_at_stake() -> None:
    """Partial matches, splits that are allowed, splits that are not, and bad lengths all occur."""
    counts = {"split": 0, "refused": 0, "lengths": 0, "inside": 0, "nothing": 0}
    for one in drawn(seed=9, count=200):
        case, steps = cast(radix.Scenario, one), observed(one)
        for op, before, after in zip(case["ops"], steps, steps[1:], strict=False):
            nodes = _nodes(after) > _nodes(before)
            counts["split"] += op["do"] == "split" and not after["raised"]
            counts["refused"] += op["do"] == "split" and after["raised"] == "ValueError"
            counts["lengths"] += op["do"] == "insert" and after["raised"] == "ValueError"
            counts["inside"] += op["do"] == "match" and nodes
            counts["nothing"] += op["do"] == "match" and not after["answer"]

    assert min(counts.values()) >= 20, counts


def _nodes(step: radix.Step) -> int:
    assert step["tree"], "the tree can be read"
    return len(step["tree"]["key"])


@pytest.mark.parametrize("name", [name for name, one in radix.TELLING.items() if not one["large"]])
def test_a_telling_scenario_is_played_as_the_trie_says(name: str) -> None:
    """The fixed scenarios too."""
    one = radix.TELLING[name]

    assert observed(one) == radix.predict(cast(radix.Scenario, one))


def test_both_rules_on_the_lower_half_are_accepted_and_no_mixture() -> None:
    """A run by the other rule throughout holds; one that changes its rule half way breaks R5."""
    split = {"do": "match", "tokens": [1]}
    ops = [
        {"do": "insert", "tokens": [1, 1], "extra": 0},
        split,
        {"do": "insert", "tokens": [2, 2], "extra": 0},
        {"do": "match", "tokens": [2]},
    ]
    one = cast(
        check.Scenario,
        {"page_size": 1, "clock": [0, 1], "form": "list", "ops": ops, "large": None},
    )
    case, must = cast(radix.Scenario, one), HELD.must(one)
    kept, refreshed = radix.predict(case), radix.predict(case, refreshed=True)
    mixed = [*kept[:3], *refreshed[3:]]
    mixed[-1] = {**refreshed[-1], "tree": _with_ticks(refreshed[-1], kept[2])}

    assert kept != refreshed
    assert rules_broken(one, must, refreshed) == []
    assert rules_broken(one, must, mixed) == ["R5"]


def _with_ticks(step: radix.Step, other: radix.Step) -> radix.Tree:
    """Return the tree of a step, with the other's time on the lower half of 1 1."""
    assert step["tree"], "the tree can be read"
    assert other["tree"], "the tree can be read"
    ticks = [*step["tree"]["tick"]]
    ticks[2] = other["tree"]["tick"][2]
    return {**step["tree"], "tick": ticks}


def rules_broken(one: check.Scenario, must: object, steps: list[radix.Step]) -> list[str]:
    """Return the rules whose checks find a difference."""
    got = {"steps": steps, "large": []}
    run = Run(one, cast(Plain, must), cast(Plain, got))
    return [rule for rule, ask in radix.RULES.items() if isinstance(ask(run), Difference)]


def test_a_large_tree_is_answered_as_counted_by_hand() -> None:
    """A chain of 200 edges: 199 tokens match a query that differs in the last one."""
    one = radix.TELLING["a chain of 200, counted"]
    queries = cast(radix.Observation, HELD.must(one))["large"]
    counts = {(query["call"], query["what"]): query["count"] for query in queries}

    assert counts["match", "the sequence, but for its last page"] == 199
    assert counts["match", "half of it, then others"] == 100
    assert counts["insert", "the sequence and one page more"] == 200
    assert counts["total_size", "the tree"] == 201


def test_the_trees_drawn_in_the_statement_are_those_of_the_reference() -> None:
    """Each call of the worked run, with the tree after it, remarks at the end of a line apart."""
    run = HELD.drill.text("task.md").split("```")[1].strip()
    drawn = [block.splitlines() for block in re.split(r"\n\n", run)]
    calls = [re.split(r" {3,}", lines[0])[0].split() for lines in drawn]
    ops = [
        {"do": verb, "tokens": [int(token) for token in tokens]}
        | ({"extra": 0} if verb == "insert" else {})
        for verb, *tokens in calls
    ]
    case = {"page_size": 1, "clock": [0, 1], "form": "list", "ops": ops, "large": None}
    steps = observed(cast(check.Scenario, case))[1:]

    assert len(steps) == len(drawn) == 6
    for lines, step in zip(drawn, steps, strict=True):
        trees = [re.sub(r"(tick \d+).*", r"\1", line)[4:] for line in lines[1:]]
        if trees:
            assert trees == radix.draw(radix.nodes_of(step)).splitlines()
        assert _said(step["answer"]) in lines[0]


def _said(answer: object) -> str:
    if isinstance(answer, list):
        slots = " ".join(map(str, cast("list[int]", answer)))
        return f"returns slots {slots}" if slots else "returns no slots"
    return f"returns {answer}"


def test_whatever_is_changed_in_an_observation_breaks_a_rule() -> None:
    """One number of what was seen is made another: exactly one rule claims it."""
    rng = random.Random(11)
    fixed = [one for one in radix.TELLING.values() if not one["large"] and one["clock"]]
    for one in [*fixed, *drawn(seed=12, count=100)]:
        must = HELD.must(one)
        got = json.loads(json.dumps(must))
        places = list(_numbers_in(got["steps"]))
        if not places:
            continue
        holder, key = rng.choice(places)
        holder[key] += rng.choice((1, -1, 40))
        steps = cast("list[radix.Step]", got["steps"])

        broken = rules_broken(one, must, steps)
        assert len(broken) == 1, (one, holder, key, broken)


def _numbers_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each int in plain data as (holder, key), but for what the judge does not look at."""
    entries: list[tuple[Any, Any]] = list(_entries(value))
    for key, entry in entries:
        is_free = key == "asked" and value["raised"]  # a refused insert may ask the clock
        if key == "op" or is_free:  # the judge numbers the calls itself
            continue
        if type(entry) is int:
            yield value, key
        elif isinstance(entry, (list, dict)):
            yield from _numbers_in(entry)


def _entries(value: Any) -> Any:
    pairs: Any = value.items if type(value) is dict else lambda: enumerate(value)
    return pairs()
