"""Follow a run on the tree alone, operation by operation."""

from collections.abc import Callable

from grader.properties.eviction.claims import Claim, Found
from grader.properties.eviction.freed import claim_eviction
from grader.properties.eviction.model import Model
from grader.properties.eviction.shapes import (
    FIRST_SLOT,
    OTHER,
    Answer,
    Observation,
    Op,
    Prefix,
    Scenario,
)
from grader.properties.eviction.state import claim_state
from grader.properties.eviction.words import told, words

OF_KNOWN = ("later", "cut", "refuse", "miscut")  # what is done to a node that was matched before


def follow_tree(scenario: Scenario, seen: Observation, lower: bool) -> Found | None:
    """Return the first difference of a run on the tree alone; `lower` is as for the model."""
    models = [Model(scenario["page"], scenario["pace"], lower) for _ in range(2)]
    slots = [FIRST_SLOT, FIRST_SLOT + OTHER]
    steps = {step["op"]: step for step in seen["steps"]}
    for at, op in enumerate(scenario["ops"]):
        if op["do"] == "swap":
            models.reverse()
            slots.reverse()
        model = models[0]
        lists = {"unlock": model.held, **dict.fromkeys(OF_KNOWN, model.known)}
        if not lists.get(op["do"], [op]):
            continue
        before = model.copy()
        given = [slots[0] + i for i in range(len(op["tokens"]))] if op["do"] == "insert" else []
        slots[0] += len(op["tokens"]) if op["do"] in ("insert", "uneven") else 0
        if at not in steps:
            claim: Claim | None = Claim("R6", "an answer", "none")
        elif not steps[at]["sizes"]:
            claim = Claim("R6", "the constructor returns", told(steps[at]["answers"], ""))
        else:
            judged = JUDGES[op["do"]](model, op, steps[at]["answers"], given)
            if op["do"] == "uneven" and steps[at].get("asked") == model.calls + 1:
                model.calls += 1  # whether a call that raises asks the clock is free
            claim = judged or claim_state(before, model, op["do"], steps[at])
        if claim:
            return Found(at, claim, before.picture())
    return None


def _judge_insert(model: Model, op: Op, answers: list[Answer], slots: list[int]) -> Claim | None:
    cached = model.insert(op["tokens"], slots)
    return None if answers == [cached] else Claim("R6", f"{cached} cached", told(answers, "cached"))


def _judge_error(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    size = len(op["tokens"])
    uneven = op["do"] == "uneven"
    names = f" that names {size} and {size + (-1 if op['n'] else 1)}" if uneven else ""
    must = f"ValueError{names or ' that names k'}"
    return None if answers == ["ValueError"] else Claim("R6", must, told(answers, ""))


def _judge_match(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return _claim_match(model, model.match(op["tokens"]), answers)


def _claim_match(model: Model, prefix: Prefix, answers: list[Answer]) -> Claim | None:
    slots = model.all_slots(prefix)
    if answers[:1] == [slots]:
        return None
    return Claim("R6", f"slots {words(slots)}", told(answers[:1], "slots"))


def _judge_lock(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    model.held.append(prefix)
    claim = _claim_match(model, prefix, answers)
    if claim or answers[1:] == ["done"]:
        return claim
    return Claim("R1", "locked", told(answers[1:], ""))


def _judge_later(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    model.held.append(model.known[-1 - op["n"] % len(model.known)])
    return None if answers == ["done"] else Claim("R1", "locked", told(answers, ""))


def _judge_swap(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return None


def _judge_unlock(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.held.pop(op["n"] % len(model.held))
    if answers == ["done"]:
        return None
    raised = answers[0]
    refused = isinstance(raised, dict) and raised["raised"] in ("ValueError", "AssertionError")
    return Claim("R7" if refused and prefix else "R1", "unlocked", told(answers, ""))


def _judge_bad(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    return _claim_match(model, prefix, answers) or _claim_refusal(model, prefix, answers[1:])


def _judge_refuse(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return _claim_refusal(model, model.known[-1 - op["n"] % len(model.known)], answers)


def _claim_refusal(model: Model, prefix: Prefix, answers: list[Answer]) -> Claim | None:
    if not prefix or model.lock_ref(prefix):
        return None
    model.refused.add(prefix)
    refused = [isinstance(one, dict) and one["raised"] == "ValueError" for one in answers]
    return None if refused == [True] else Claim("R7", "ValueError", told(answers, ""))


def _judge_split(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    prefix = model.match(op["tokens"])
    return _claim_match(model, prefix, answers) or _claim_split(model, prefix, op["n"], answers[1:])


def _judge_cut(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return _claim_split(model, model.known[-1 - op["n"] % len(model.known)], 0, answers)


def _claim_split(model: Model, prefix: Prefix, n: int, answers: list[Answer]) -> Claim | None:
    above = model.above(prefix)
    pages = (len(prefix) - len(above)) // model.page
    if pages < 2:
        return None
    upper = prefix[: len(above) + model.page * (1 + n % (pages - 1))]
    model.ends.add(upper)
    model.known.append(upper)
    if answers == [list(upper)]:
        return None
    return Claim("R6", f"the node of {words(upper)}", told(answers, "the node of"))


def _judge_evict(model: Model, op: Op, answers: list[Answer], _: list[int]) -> Claim | None:
    return claim_eviction(model, op["n"], answers[0] if answers else "nothing")


JUDGES: dict[str, Callable[[Model, Op, list[Answer], list[int]], Claim | None]] = {
    "insert": _judge_insert,
    "match": _judge_match,
    "lock": _judge_lock,
    "later": _judge_later,
    "swap": _judge_swap,
    "unlock": _judge_unlock,
    "split": _judge_split,
    "cut": _judge_cut,
    "bad": _judge_bad,
    "refuse": _judge_refuse,
    "uneven": _judge_error,
    "miscut": _judge_error,
    "evict": _judge_evict,
}
