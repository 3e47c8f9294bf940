"""The first call of a run that differs, and the rule that it breaks."""

from functools import lru_cache
from typing import cast

from grader.check import Run
from grader.properties.radix.nodes import ticks_of
from grader.properties.radix.pairs import Blame, Found, Pair
from grader.properties.radix.picture import trees_told
from grader.properties.radix.shapes import Observation, Query, RuleId, Scenario, Step
from grader.properties.radix.steps import PARTS
from grader.properties.radix.trees import timeless
from grader.properties.radix.trie import predict
from grader.properties.radix.words import outcome, raised_told


@lru_cache(maxsize=8)
def blame_of(run: Run) -> Blame | None:
    """Return what breaks this run, None when it is right."""
    if run.got == run.must:
        return None
    case = cast(Scenario, run.scenario)
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    broken = _structure(case, must["steps"], got["steps"])
    end = len(must["steps"]) if broken is None else broken.step
    late = _recency(case, must["steps"][:end], got["steps"][:end])
    return late or broken or _large(case, must["large"], got["large"])


def _structure(case: Scenario, must: list[Step], got: list[Step]) -> Blame | None:
    """Return the first call that differs in anything but ticks."""
    for i, (one, other) in enumerate(zip(must, got, strict=False)):
        if _is_alike(one, other):
            continue
        pair = Pair(case, one, other)
        found = next((found for part in PARTS if (found := part(pair))), None)
        if found:
            return Blame(found[0], i, found[1], found[2])
    if len(must) != len(got):
        steps = f"{len(got)} calls seen"
        return Blame("R3", min(len(must), len(got)) - 1, f"{len(must)} calls seen", steps)
    return None


def _is_alike(one: Step, other: Step) -> bool:
    """Return whether two steps are the same but for ticks, which `_recency` judges."""
    return {**one, "tree": timeless(one)} == {**other, "tree": timeless(other)}


def _recency(case: Scenario, must: list[Step], got: list[Step]) -> Blame | None:
    """Return the call from which neither rule on recency fits the whole run."""
    places: list[tuple[int, list[Step]]] = []
    for steps in (must, predict(case, refreshed=True)):
        pairs = enumerate(zip(steps, got, strict=False))
        place = next((i for i, (a, b) in pairs if ticks_of(a) != ticks_of(b)), None)
        if place is None:
            return None
        places.append((place, steps))
    # Subtle: shown by the rule that fits longer, the public one of the two when both break here
    place, steps = max(places, key=lambda entry: entry[0])
    pair = Pair(case, steps[place], got[place])
    trees = trees_told(pair, "R5")
    # Subtle: a call that is refused changes no time, so a change there is the fault of that call
    return Blame(pair.rule if pair.must["raised"] else "R5", place, trees[1], trees[2])


def _large(case: Scenario, must: list[Query], got: list[Query]) -> Blame | None:
    """Return what breaks in a large tree; an exception there is the fault of its size."""
    is_chain = case["large"] is not None and case["large"]["shape"] == "chain"
    rule: RuleId = "R6" if is_chain else "R7"
    is_deep = False
    for i, (one, other) in enumerate(zip(must, got, strict=False)):
        is_deep = is_deep or one["call"] == "split"
        is_told = bool(other["raised"]) or (is_deep and not isinstance(other["count"], str))
        found = _query(one, other, rule if is_told else ANSWERS.get(one["call"], rule))
        if found:
            return Blame(found[0], i, found[1], found[2])
    if len(must) != len(got):
        last = min(len(must), len(got)) - 1
        return Blame(rule, last, f"{len(must)} calls seen", f"{len(got)} calls seen")
    return None


ANSWERS: dict[str, RuleId] = {
    "match": "R1",
    "insert": "R2",
    "total_size": "R3",
    "handles": "R4",
    "split": "R4",
}


def _query(must: Query, got: Query, rule: RuleId) -> Found:
    same = (must["call"], must["what"], must["tokens"]) == (
        got["call"],
        got["what"],
        got["tokens"],
    )
    if got["raised"]:
        rule = "R6" if got["raised"] == "RecursionError" else rule
        where = f"line {got['line']}: " if got["line"] else ""
        return rule, outcome(must), raised_told(got["raised"], where + got["says"])
    if not same or (must["count"], must["node"]) != (got["count"], got["node"]):
        return rule, outcome(must), outcome(got)
    if must["digest"] != got["digest"]:
        return rule, outcome(must), f"{outcome(got)}, but not all slots are the right ones"
    if must["late"] != got["late"]:
        return "R5", "all nodes on the path take the tick", f"{got['late']} of them do not"
    if must["call"] != "match":
        return None
    tokens = must["tokens"]
    for name, count, most in (
        ("comparisons", got["compared"], 4 * tokens + 32),
        ("hashes", got["hashed"], 4 * tokens + 32),
        ("lines run", got["lines"], 100 * tokens + 200),
    ):
        if count > most:
            return "R7", f"at most {most:,} {name}", f"{count:,} {name}"
    return None
