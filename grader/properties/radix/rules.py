"""One check a rule."""

from functools import lru_cache
from typing import cast

from grader.check import Check, Difference, Run, Told
from grader.plain import Plain
from grader.properties.radix.blame import blame_of
from grader.properties.radix.rows import difference
from grader.properties.radix.shapes import Scenario, Step


@lru_cache(maxsize=8)
def _at_stake(run: Run) -> frozenset[str]:
    """Return the rules that this scenario could have broken."""
    case = cast(Scenario, run.scenario)
    large = case["large"]
    found = {"R3"}
    if large is not None:
        found |= {"R5"} if case["clock"] else set[str]()
        found |= {"R6"} if large["shape"] == "chain" else set[str]()
        return frozenset(found | {"R7"} if large["counted"] else found)
    calls = {op["do"] for op in case["ops"]}
    found |= {"R1", "R5"} if "match" in calls else set[str]()
    found |= {"R2", "R5"} if "insert" in calls else set[str]()
    steps = cast("list[Plain]", cast("dict[str, Plain]", run.must)["steps"])
    last = cast(Step, steps[-1])
    found |= {"R4"} if last["handles"] else set[str]()
    found |= {"R8"} if "split" in calls or case["page_size"] < 1 else set[str]()
    return frozenset(found)


def _told(run: Run, rule: str) -> Difference | Told:
    blame = blame_of(run)
    if blame is not None and blame.rule == rule:
        return difference(run, blame)
    return Told.HELD if rule in _at_stake(run) else Told.IDLE


def a_match_answers_the_longest_cached_prefix(run: Run) -> Difference | Told:
    """R1: its slots, the node that stands for it, and nothing added or dropped."""
    return _told(run, "R1")


def an_insert_stores_what_was_not_cached(run: Run) -> Difference | Told:
    """R2: the count, the new leaf, and nothing of the caller's kept."""
    return _told(run, "R2")


def the_tree_is_whole_after_every_call(run: Run) -> Difference | Told:
    """R3: edges, links, names of children, and total_size."""
    return _told(run, "R3")


def a_node_goes_on_standing_for_its_prefix(run: Run) -> Difference | Told:
    """R4: the upper half comes back, and earlier nodes stay what they were."""
    return _told(run, "R4")


def the_matched_path_takes_the_tick(run: Run) -> Difference | Told:
    """R5: by either rule on the lower half, over the whole run; the clock is asked once."""
    return _told(run, "R5")


def depth_needs_no_recursion(run: Run) -> Difference | Told:
    """R6: a chain of 2,000 edges."""
    return _told(run, "R6")


def a_match_costs_what_its_tokens_cost(run: Run) -> Difference | Told:
    """R7: comparisons, hashes and lines, counted."""
    return _told(run, "R7")


def a_bad_split_is_refused_and_a_good_one_is_not(run: Run) -> Difference | Told:
    """R8: ValueError that names the value, nothing changed."""
    return _told(run, "R8")


RULES: dict[str, Check] = {
    "R1": a_match_answers_the_longest_cached_prefix,
    "R2": an_insert_stores_what_was_not_cached,
    "R3": the_tree_is_whole_after_every_call,
    "R4": a_node_goes_on_standing_for_its_prefix,
    "R5": the_matched_path_takes_the_tick,
    "R6": depth_needs_no_recursion,
    "R7": a_match_costs_what_its_tokens_cost,
    "R8": a_bad_split_is_refused_and_a_good_one_is_not,
}
