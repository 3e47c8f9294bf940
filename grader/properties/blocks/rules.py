"""One check a rule of the drill `blocks`, in order.

All of them read one comparison of the run. Left out: how it is made (`parting.py`, `claims.py`).
"""

from functools import lru_cache
from typing import cast

from grader.check import Check, Difference, Run, Told
from grader.properties.blocks.claims import rule_of
from grader.properties.blocks.parting import first_parting
from grader.properties.blocks.rows import difference
from grader.properties.blocks.shapes import VALUE_ERROR, Observation, Scenario


def only_full_blocks_are_hashed_and_the_parent_is_the_block_before(run: Run) -> Difference | Told:
    """R1: what is registered is a full block under the hash of its whole chain."""
    return _told(run, "R1")


def the_last_block_is_never_looked_up_and_a_miss_ends_it(run: Run) -> Difference | Told:
    """R2: the number of hits."""
    return _told(run, "R2")


def a_hit_has_equal_tokens_too(run: Run) -> Difference | Told:
    """R3: a colliding hash is no hit."""
    return _told(run, "R3")


def room_counts_what_the_free_list_must_give(run: Run) -> Difference | Told:
    """R4: -1 exactly when blocks without a hit and free hits are more than the free list holds."""
    return _told(run, "R4")


def allocate_takes_hits_first_then_from_the_left(run: Run) -> Difference | Told:
    """R5: table, free list, reference counts, map and num_cached_tokens after an allocate."""
    return _told(run, "R5")


def blocks_come_back_last_first_and_stay_registered(run: Run) -> Difference | Told:
    """R6: the same after a deallocate; and a freed block can be hit."""
    return _told(run, "R6")


def a_decode_takes_a_block_when_the_last_one_was_full(run: Run) -> Difference | Told:
    """R7: can_append and may_append."""
    return _told(run, "R7")


def a_step_registers_the_blocks_that_it_filled(run: Run) -> Difference | Told:
    """R8: which blocks are registered, and which wins."""
    return _told(run, "R8")


def the_pool_adds_up(run: Run) -> Difference | Told:
    """R9: the start, and whatever an operation had no business to change."""
    return _told(run, "R9")


def bad_calls_raise_and_change_nothing(run: Run) -> Difference | Told:
    """R10: ValueError, the value named, the state as before."""
    return _told(run, "R10")


RULES: dict[str, Check] = {
    "R1": only_full_blocks_are_hashed_and_the_parent_is_the_block_before,
    "R2": the_last_block_is_never_looked_up_and_a_miss_ends_it,
    "R3": a_hit_has_equal_tokens_too,
    "R4": room_counts_what_the_free_list_must_give,
    "R5": allocate_takes_hits_first_then_from_the_left,
    "R6": blocks_come_back_last_first_and_stay_registered,
    "R7": a_decode_takes_a_block_when_the_last_one_was_full,
    "R8": a_step_registers_the_blocks_that_it_filled,
    "R9": the_pool_adds_up,
    "R10": bad_calls_raise_and_change_nothing,
}


def _told(run: Run, rule: str) -> Difference | Told:
    blame = _blame(run)
    if blame is not None and blame[0] == rule:
        return blame[1]
    return Told.HELD if rule in _at_stake(run) else Told.IDLE


@lru_cache(maxsize=8)
def _blame(run: Run) -> tuple[str, Difference] | None:
    """Return the rule that the first difference breaks, and how a person sees it."""
    parting = first_parting(run)
    if parting is None:
        return None
    return rule_of(parting), difference(parting)


@lru_cache(maxsize=8)
def _at_stake(run: Run) -> frozenset[str]:
    """Return the rules that the steps before the first difference could have broken."""
    scenario = cast(Scenario, run.scenario)
    parting = first_parting(run)
    steps = cast(Observation, run.must)["steps"]
    found = {"R9"}
    registered = False
    for step in steps if parting is None else [*parting.trail, parting.must]:
        if step["op"] < 0:
            found |= {"R10"} if "done" not in step["answers"] else set()
            continue
        do = scenario["ops"][step["op"]]["do"]
        found |= STAKES[do]
        if do in ("take", "ask", "crowd") and registered:
            found |= {"R2"} if scenario["hash"] in ("exact", "default") else {"R2", "R3"}
        if step["answers"][-1] == "done" and do in ("take", "force"):
            found.add("R5")
        if VALUE_ERROR in step["answers"]:
            found.add("R10")
        registered = step["state"] is not None and bool(step["state"]["map"])
        if registered:
            found.add("R1")
    return frozenset(found)


STAKES: dict[str, set[str]] = {
    "take": {"R4"},
    "ask": {"R4"},
    "force": set(),
    "run": {"R8"},
    "grow": {"R7"},
    "free": {"R6"},
    "crowd": {"R4", "R5", "R6", "R8"},
}
