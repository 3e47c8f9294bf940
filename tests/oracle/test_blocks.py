"""The drill `blocks`: reference and ledger, two ways to the same answer, agree on random lists.

The ledger of the checks keeps no free list, no counts and no map; it derives all three from a log.
DRILL_EXAMPLES sets how many random lists are played (500 when it is absent).
"""

import json
import os
import random
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, cast

import pytest

from grader import catalogue
from grader.check import Difference, Run, Scenario, Told
from grader.dev import mutants
from grader.material import Material, material
from grader.plain import Plain
from grader.properties import blocks
from grader.properties.blocks import shapes
from grader.properties.blocks.operations import predict
from grader.scenario import play
from grader.shape import fits

EXAMPLES = int(os.environ.get("DRILL_EXAMPLES", "500"))
SEED = 20_261_129

# The worked example of task.md: calls, and what each does as (name, verb, number).
POOL, SIZE = 5, 2
PROMPTS = {"A": "11223", "B": "11224", "C": "11229", "D": "777", "E": "1"}
CALLS: tuple[tuple[str, shapes.Verb, str, int], ...] = (
    ("allocate A", "take", "A", 0),
    ("compute A", "run", "A", 0),
    ("allocate B", "take", "B", 0),
    ("deallocate A", "free", "A", 0),
    ("compute B", "run", "B", 0),
    ("append 5 to B", "grow", "B", 5),
    ("compute B", "run", "B", 0),
    ("append 6 to B", "grow", "B", 6),
    ("deallocate B", "free", "B", 0),
    ("allocate C", "take", "C", 0),
    ("allocate D", "take", "D", 0),
    ("ask for E", "ask", "E", 0),
)

# Small inputs that tell one fault each; the last two gave wrong output in a real engine.
TOLD = (
    ("the last block is never matched", "matches_the_last_block_too"),
    ("a chained block is not a first block", "hash_without_its_parent"),
    ("an equal hash of other tokens", "no_token_check"),
    ("a free hit and no room", "free_hits_counted_as_room"),
    ("a hit in use", "no_credit_for_hits"),
    ("a hit in use", "ref_of_a_hit_in_use_not_raised"),
    ("a hit in use", "freed_at_any_count"),
    ("a free hit", "free_hit_stays_in_the_free_list"),
    ("a free hit", "hash_forgotten_on_free"),
    ("freed in reverse, to the right", "freed_in_table_order"),
    ("freed in reverse, to the right", "freed_to_the_front"),
    ("a reused block is forgotten", "map_entry_kept_on_reuse"),
    ("a duplicate is reused", "map_entry_of_a_duplicate_deleted"),
    ("a partial block is not registered", "partial_block_is_hashed"),
    ("registered only when computed", "registered_before_it_is_computed"),
    ("the chain crosses a decode", "chain_restarts_at_each_chunk"),
    ("a decode inside the block", "append_asked_when_len_fills_the_block"),
    ("a decode inside the block", "append_always_asks"),
    ("the look-up ends at a miss", "scan_goes_on_after_a_miss"),
    ("a reused block keeps its old hash entry", "map_entry_kept_on_reuse"),
    ("a hit on a freed block is reset", "hit_on_a_freed_block_is_reset"),
)


@pytest.fixture(scope="module")
def held() -> Material:
    """Return the drill's code."""
    return material(catalogue.find("blocks"))


def steps_of(observation: Plain) -> list[shapes.Step]:
    """Return the steps without messages and lines, which are free."""
    steps = cast(blocks.Observation, observation)["steps"]
    return [{**step, "said": "", "line": 0} for step in steps]


def scenarios(count: int, seed: int) -> list[Scenario]:
    """Return random scenarios."""
    drawn: list[Scenario] = []

    def keep(one: Scenario) -> bool:
        drawn.append(one)
        return True

    play(blocks.SCENARIOS, seed, count, keep)
    return drawn


def test_reference_and_ledger_agree_on_random_lists(held: Material) -> None:
    """Answers, tables, free list, counts and map are the same after every operation."""
    for scenario in scenarios(EXAMPLES, SEED):
        expected = predict(cast(blocks.Scenario, scenario))

        assert steps_of(held.must(scenario)) == expected, scenario


def test_reference_and_ledger_agree_on_telling_lists(held: Material) -> None:
    """Also where a list was made to tell one fault."""
    for name, scenario in held.telling.items():
        expected = predict(cast(blocks.Scenario, scenario))

        assert steps_of(held.must(scenario)) == expected, name


def test_every_random_list_is_valid_and_its_answer_breaks_no_rule(held: Material) -> None:
    """What the strategy draws, the contract allows; and the reference is right in all of it."""
    for scenario in scenarios(min(EXAMPLES, 500), SEED + 1):
        must = held.must(scenario)
        told = [check(Run(scenario, must, must)) for check in held.checks.values()]

        assert held.is_valid(scenario), scenario
        assert all(one in (Told.HELD, Told.IDLE) for one in told), scenario


def test_the_pool_adds_up_after_every_operation(held: Material) -> None:
    """R9, told of the reference without the ledger."""
    for scenario in scenarios(min(EXAMPLES, 500), SEED + 2):
        for step in steps_of(held.must(scenario)):
            state = step["state"]
            assert state is not None
            held_ids = [block for table in state["tables"].values() for block in table]
            counts = [held_ids.count(block) for block in range(len(state["refs"]))]

            assert state["refs"] == counts
            assert sorted(map(int, state["free"])) == [i for i, n in enumerate(counts) if n == 0]


@pytest.mark.parametrize(("size", "pool", "skipped"), [(16, 137, 198_000), (256, 19, 177_408)])
def test_a_shared_prefix_saves_its_full_blocks(
    held: Material, size: int, pool: int, skipped: int
) -> None:
    """100 requests with 2000 tokens in common: 99 of them skip what lies in full blocks."""
    scenario = held.telling[f"100 requests share 2000 tokens, blocks of {size}"]
    assert scenario["blocks"] == pool

    last = steps_of(held.must(scenario))[-1]

    assert last["answers"] == [skipped, "done"]


@pytest.mark.parametrize(("tokens", "cached"), [(64, 48), (65, 64)])
def test_a_fully_cached_prompt_leaves_a_token_to_compute(
    held: Material, tokens: int, cached: int
) -> None:
    """In blocks of 16, 64 tokens hit 48 and 65 hit 64."""
    scenario: blocks.Scenario = {
        "blocks": 8,
        "size": 16,
        "hash": "default",
        "prompts": [{"name": name, "tokens": [1] * tokens} for name in "AB"],
        "ops": [
            {"do": "take", "seq": "A", "n": 0},
            {"do": "run", "seq": "A", "n": 0},
            {"do": "take", "seq": "B", "n": 0},
        ],
    }

    state = steps_of(held.must(cast(Scenario, scenario)))[-1]["state"]

    assert state is not None
    assert state["cached"]["B"] == cached


def test_an_observation_that_is_not_right_breaks_exactly_one_rule(held: Material) -> None:
    """Whatever is altered, and wherever: the checks are complete, and name one cause."""
    dice = random.Random(SEED)
    for scenario in [*held.telling.values(), *scenarios(min(EXAMPLES, 500), SEED + 3)]:
        must = held.must(scenario)
        got = json.loads(json.dumps(must))
        what = spoil(got["steps"], dice)
        assert fits(got, blocks.Observation), what

        run = Run(scenario, must, got)
        told = {rule: check(run) for rule, check in held.checks.items()}

        assert steps_of(got) != steps_of(must)
        broken = [rule for rule, one in told.items() if isinstance(one, Difference)]
        assert len(broken) == 1, (what, scenario)


def spoil(steps: list[Any], dice: random.Random) -> str:
    """Alter one thing in an observation; return what."""
    at = dice.randrange(len(steps))
    step = steps[at]
    way = dice.choice(("end", "repeat", "skip", "no state", "answers", "state", "state", "state"))
    if way == "answers":
        raised, last = {"raised": "KeyError"}, step["answers"][:-1]
        step["answers"] = dice.choice(
            ([99, *step["answers"][1:]], [*last, raised], [*last, "done", "done"], [])
        )
    elif way in ("end", "repeat", "skip"):
        steps[at:] = {"end": [], "repeat": [step, *steps[at:]], "skip": steps[at + 1 :]}[way]
    elif way == "no state" or step["state"] is None:
        step["state"] = {**STATE} if step["state"] is None else None
    else:
        way = spoil_state(step["state"], dice)
    return way


STATE: dict[str, Any] = {
    "free": [0],
    "refs": [0],
    "map": [],
    "tables": {},
    "cached": {},
    "altered": [],
}


def spoil_state(state: dict[str, Any], dice: random.Random) -> str:
    """Alter one part of a state; return which."""
    way = dice.choice(("free", "refs", "map", "entry", "tables", "cached", "names", "altered"))
    number = dice.choice((-1, 77, "None", 10**30))
    name = dice.choice(list(state["tables"]))
    if way in ("free", "refs"):
        state[way].insert(dice.randint(0, len(state[way])), number)
    elif way in ("map", "entry"):
        state["map"].append([number, 0] if way == "map" else [number])
    elif way in ("tables", "cached"):
        state[way][name] = [number] if way == "tables" else number
    elif way == "names":
        state["tables"]["nobody"] = []
    else:
        state["altered"].append(name)
    return way


@pytest.mark.parametrize(("name", "fault"), TOLD)
def test_a_telling_list_tells_its_fault(held: Material, name: str, fault: str) -> None:
    """The small input that is known to tell a wrong program from a right one does so here."""
    scenario = held.telling[name]
    wrong = {mutant.name: mutant.text for mutant in mutants.wrong(held.drill)}
    module = ModuleType("candidate")
    with _given():
        exec(compile(wrong[fault], fault, "exec"), module.__dict__)

    run = Run(scenario, held.must(scenario), held.play(module, scenario))

    broken = [rule for rule, check in held.checks.items() if isinstance(check(run), Difference)]
    assert len(broken) == 1


@contextmanager
def _given() -> Generator[None, None, None]:
    """Let a wrong program import what it is given."""
    sys.modules["given"] = import_module("drills.blocks.given")
    yield
    del sys.modules["given"]


def test_the_worked_example_of_the_task_is_what_the_reference_does(held: Material) -> None:
    """Every line of the table in task.md, and no other."""
    text = catalogue.find("blocks").text("task.md")
    table = text.split("```\n")[1].splitlines()

    assert table == worked_example(held)


def worked_example(held: Material) -> list[str]:
    """Return the table of task.md."""
    scenario: Scenario = {
        "blocks": POOL,
        "size": SIZE,
        "hash": "exact",
        "prompts": [
            {"name": name, "tokens": [int(digit) for digit in digits]}
            for name, digits in PROMPTS.items()
        ],
        "ops": [{"do": verb, "seq": seq, "n": n} for _, verb, seq, n in CALLS],
    }
    steps = steps_of(held.must(scenario))
    lines = [_line("call", "hits", "block tables", "free", "ref_count", "registered")]
    lines.append(_row("start", "", steps[0]))
    for (call, verb, _, _), step in zip(CALLS, steps[1:], strict=True):
        hits = str(step["answers"][0]) if verb in ("take", "ask") else ""
        lines.append(_row(call, hits, step))
    return lines


def _row(call: str, hits: str, step: shapes.Step) -> str:
    state = step["state"]
    assert state is not None
    tables = [f"{n}: {_list(table)}" for n, table in state["tables"].items() if table]
    known = sorted(str(block) for _, block in state["map"])
    shown = "  ".join(tables) or "-"
    return _line(call, hits, shown, _list(state["free"]), _list(state["refs"]), " ".join(known))


def _list(numbers: list[shapes.Number]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _line(*cells: str) -> str:
    widths = (14, 5, 19, 10, 10, 10)
    padded = [(cell or "-").ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return " ".join(padded).rstrip()
