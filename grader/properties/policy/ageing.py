"""The rules of level 3: R10 to R12.

Left out: what must hold (`queues.py`).
"""

import json
from functools import lru_cache
from typing import cast

from grader.check import Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.policy.queues import (
    Queue,
    age_numbers,
    largest_bound,
    longest_wait,
    refused_values,
    scores_of,
)
from grader.properties.policy.shapes import (
    AgeObservation,
    AgeScenario,
    BoundObservation,
    BoundScenario,
    Pass,
    RefusedScenario,
    ScoreScenario,
)
from grader.properties.policy.words import (
    answer_words,
    are_names,
    bound_words,
    first_difference,
    is_refusal,
    names_words,
)


def age_is_added_to_the_match(run: Run) -> Difference | Told:
    """R10: the order of every pass."""
    if run.scenario["kind"] == "scores":
        return _one_call(run)
    if run.scenario["kind"] != "age":
        return Told.IDLE
    return play_age(run)[1] or Told.HELD


def _one_call(run: Run) -> Difference | Told:
    scores = scores_of(cast(ScoreScenario, run.scenario))
    must = sorted(scores, key=lambda name: -scores[name])
    row, holds = _pass_row("order_with_age(…)", must, scores, cast(Pass, run.got))
    return Told.HELD if holds else Difference((row,), heading="call")


def everybody_is_served_within_the_bound(run: Run) -> Difference | Told:
    """R11: each bound is a whole number, not above the largest accepted, and kept."""
    if run.scenario["kind"] == "bound":
        return _stated_bounds(run)
    if run.scenario["kind"] != "age" or play_age(run)[1] is not None:
        return Told.IDLE
    queue, case = play_age(run)[0], cast(AgeScenario, run.scenario)
    bounds = cast("dict[str, dict[str, Plain]]", cast(AgeObservation, run.got)["bounds"])
    for number, backlog in enumerate(queue.backlog):
        took = queue.served[number] - queue.joined[number] + 1
        why = f"{queue.names[number]} joins in pass {queue.joined[number] + 1}"
        why += f" and is served in pass {queue.served[number] + 1}"
        row = _bound_row(age_numbers(case, backlog), took, why, bounds[str(backlog)])
        if row:
            return Difference((row,), heading="call")
    return Told.HELD if queue.backlog else Told.IDLE


def _stated_bounds(run: Run) -> Difference | Told:
    calls = cast(BoundScenario, run.scenario)["calls"]
    stated = cast("list[dict[str, Plain]]", cast(BoundObservation, run.got)["stated"])
    for call, answer in zip(calls, stated, strict=True):
        why = "one that matches nothing waits so long when all others match the most"
        row = _bound_row(call, longest_wait(call), why, answer)
        if row:
            return Difference((row,), heading="call")
    return Told.HELD


def _bound_row(call: list[int], took: int, why: str, answer: dict[str, Plain]) -> Row | None:
    """Return what is wrong with a bound: less than it took, more than accepted, or no number."""
    bound, most = answer.get("returned"), largest_bound(call)
    if type(bound) is int and took <= bound <= most:
        return None
    must = f"{took} or more: {why}"
    if type(bound) is int and bound > most:
        must = f"at most {most}"
    return Row(bound_words(call), must, answer_words(answer))


def no_bound_without_age(run: Run) -> Difference | Told:
    """R12: ValueError that names the value."""
    if run.scenario["kind"] != "refused":
        return Told.IDLE
    case = cast(RefusedScenario, run.scenario)
    answer = cast("dict[str, Plain]", run.got)
    bad = refused_values(case)
    if is_refusal(answer, bad):
        return Told.HELD
    named = ", ".join(f"{name}={number}" for name, number in case["named"].items())
    row = Row(f"{case['call']}({named})", f"ValueError that names {bad[0]}", answer_words(answer))
    return Difference((row,), heading="call")


@lru_cache(maxsize=16)
def play_age(run: Run) -> tuple[Queue, Difference | None]:
    """Play the passes by the rule next to those seen; return where the order first differs."""
    queue = Queue(cast(AgeScenario, run.scenario))
    rows: list[Row] = []
    for seen in cast(AgeObservation, run.got)["passes"]:
        queue.join()
        must = [queue.names[number] for number in queue.order()]
        scores = {queue.names[number]: score for number, score in queue.scores().items()}
        row, holds = _pass_row(str(queue.now + 1), must, scores, seen)
        rows.append(row)
        if not holds:
            return queue, Difference(tuple(rows[-4:]), heading="pass")
        queue.serve()
    return queue, None


def _pass_row(label: str, must: list[str], scores: dict[str, int], seen: Pass) -> tuple[Row, bool]:
    """Return the order of a pass next to that which must hold, and whether it does."""
    answer = cast("dict[str, Plain]", seen["order"])
    scored = {name: f"{name}:{score}" for name, score in scores.items()}
    returned = answer.get("returned")
    near = first_difference(must, cast("list[str]", returned)) if are_names(returned) else 0
    changed = "\nand changed what it was handed" if seen["changed"] else ""
    words = names_words([scored[name] for name in must], near)
    row = Row(label, words, answer_words(answer, must) + changed)
    return row, json.dumps(returned) == json.dumps(must) and not seen["changed"]
