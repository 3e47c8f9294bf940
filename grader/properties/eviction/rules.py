"""One check a rule."""

from functools import lru_cache
from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.properties.eviction.claims import Claim, Found
from grader.properties.eviction.examine import examine
from grader.properties.eviction.owners import lost_or_shared
from grader.properties.eviction.rows import rows
from grader.properties.eviction.shapes import Observation, Scenario, Verb


@lru_cache(maxsize=8)
def _found(run: Run) -> Found | None:
    if run.got == run.must:
        return None
    scenario, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    return None if scenario["leaves"] else examine(scenario, got)


@lru_cache(maxsize=8)
def _stakes(run: Run) -> frozenset[str]:
    """Return the rules that this run could have broken."""
    scenario, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    if scenario["leaves"]:
        return frozenset({"R4", "R8"})
    stakes: set[str] = set()
    for step in [*must["steps"], *must["life"]]:
        do = scenario["ops"][step["op"]]["do"]
        if do in ("insert", "match", "split", "cut") and step["sizes"][1] != 0:
            stakes.add("R3")
        if len(step["answers"]) > (do == "bad") and do in ("bad", "refuse"):
            stakes.add("R7")
        stakes |= STAKES[do]
    return frozenset(stakes)


STAKES: dict[Verb, frozenset[str]] = {
    "insert": frozenset({"R2"}),
    "match": frozenset({"R2"}),
    "split": frozenset({"R2"}),
    "cut": frozenset({"R2"}),
    "bad": frozenset({"R2"}),
    "refuse": frozenset({"R2"}),
    "uneven": frozenset({"R2", "R6"}),
    "miscut": frozenset({"R2", "R6"}),
    "swap": frozenset({"R2"}),
    "lock": frozenset({"R1", "R2"}),
    "later": frozenset({"R1", "R2"}),
    "unlock": frozenset({"R1", "R2"}),
    "evict": frozenset({"R2", "R4", "R5", "R6"}),
    "start": frozenset({"R10", "R11"}),
    "step": frozenset({"R11"}),
    "finish": frozenset({"R9", "R11"}),
}


def _tell(run: Run, rule: str) -> Difference | Told:
    found = _found(run)
    if found and found.claim.rule == rule:
        return Difference(rows(run, found), heading="call", before=found.before)
    return Told.HELD if rule in _stakes(run) else Told.IDLE


def a_lock_counts_on_the_node_and_all_its_ancestors(run: Run) -> Difference | Told:
    """R1: lock_ref after lock and unlock, and that nothing else changes it."""
    return _tell(run, "R1")


def evictable_and_protected_tokens_add_up(run: Run) -> Difference | Told:
    """R2: the three sizes after every operation."""
    return _tell(run, "R2")


def a_new_leaf_is_unlocked_and_halves_keep_the_lock(run: Run) -> Difference | Told:
    """R3: lock_ref of nodes that an insert or a split made."""
    return _tell(run, "R3")


def whole_leaves_go_least_recently_used_first(run: Run) -> Difference | Told:
    """R4: what an eviction frees, in order; also in the cost scenario, where no two are as old."""
    scenario, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    cost, got = must["cost"], cast(Observation, run.got)["cost"]
    if not scenario["leaves"] or cost is None:
        return _tell(run, "R4")
    if (
        got is None
        or got["slow"]
        or got["compared"] > _limit(scenario)
        or got["freed"] == cost["freed"]
    ):
        return Told.HELD
    numbers = range(scenario["leaves"])
    want, saw = ([*freed, *("none" for _ in numbers)] for freed in (cost["freed"], got["freed"]))
    at = next(i for i, (one, other) in enumerate(zip(want, saw, strict=False)) if one != other)
    raised = f", raises {got['raised']}: {got['says']}" if got["raised"] else ""
    label = f"evict {scenario['leaves'] // 2}"
    return Difference((Row(label, f"slot {want[at]} is freed", f"slot {saw[at]}{raised}"),), "call")


def a_locked_slot_is_never_returned(run: Run) -> Difference | Told:
    """R5: nothing locked, nothing twice, never the root."""
    return _tell(run, "R5")


def what_is_left_matches_and_what_went_does_not(run: Run) -> Difference | Told:
    """R6: the tree after an eviction, and the answers of match and insert."""
    return _tell(run, "R6")


def an_unlock_without_a_lock_is_refused(run: Run) -> Difference | Told:
    """R7: ValueError and nothing changed; a lock that is held can always be taken back."""
    return _tell(run, "R7")


def many_evictions_in_one_call_are_cheap(run: Run) -> Difference | Told:
    """R8: looks at ticks; where they are plain ints, time beside that of filling the tree."""
    scenario = cast(Scenario, run.scenario)
    got = cast(Observation, run.got)["cost"]
    if not scenario["leaves"]:
        return Told.IDLE
    limit, leaves = _limit(scenario), scenario["leaves"]
    if got is None:
        return Difference((Row(f"evict {leaves // 2}", "an answer", "none"),), "call")
    if got["slow"]:
        must = "less than four times as long as filling the tree took"
        return Difference((Row(f"evict half of {got['slow']:,} leaves", must, "longer"),), "call")
    if got["compared"] <= limit:
        return Told.HELD
    label = f"evict {leaves // 2} of {leaves} leaves"
    return Difference(
        (Row(label, f"at most {limit:,} comparisons of ticks", f"over {limit:,}"),), "call"
    )


def _limit(scenario: Scenario) -> int:
    leaves = scenario["leaves"]
    return 20 * (leaves + leaves // 2 * (leaves.bit_length() - 1))


def a_finished_request_leaves_only_what_the_tree_keeps(run: Run) -> Difference | Told:
    """R9: what cache_finished inserts, gives back and unlocks."""
    return _tell(run, "R9")


def an_unfinished_request_points_at_the_slots_of_the_tree(run: Run) -> Difference | Told:
    """R10: what cache_unfinished gives back, and what the request looks like afterwards."""
    return _tell(run, "R10")


def every_slot_has_one_owner(run: Run) -> Difference | Told:
    """R11: pool, tree and requests share out the slots; where it can, told from the run alone."""
    found = _found(run)
    if found is None or found.claim.rule != "R11":
        return _tell(run, "R11")
    scenario, seen = cast(Scenario, run.scenario), cast(Observation, run.got)
    problem = ""
    for step in seen["life"]:
        if step["op"] == found.at and step["sizes"]:
            problem = lost_or_shared(scenario, step)
    if not problem:
        return _tell(run, "R11")
    claim = Claim("R11", f"each of the {scenario['pool']} slots has one owner", problem)
    told_alone = Found(found.at, claim, found.before)
    return Difference(rows(run, told_alone), heading="call", before=found.before)


RULES: dict[str, Check] = {
    "R1": a_lock_counts_on_the_node_and_all_its_ancestors,
    "R2": evictable_and_protected_tokens_add_up,
    "R3": a_new_leaf_is_unlocked_and_halves_keep_the_lock,
    "R4": whole_leaves_go_least_recently_used_first,
    "R5": a_locked_slot_is_never_returned,
    "R6": what_is_left_matches_and_what_went_does_not,
    "R7": an_unlock_without_a_lock_is_refused,
    "R8": many_evictions_in_one_call_are_cheap,
    "R9": a_finished_request_leaves_only_what_the_tree_keeps,
    "R10": an_unfinished_request_points_at_the_slots_of_the_tree,
    "R11": every_slot_has_one_owner,
}
