"""Which rule an order puts at stake or breaks: always exactly one.

Left out: the orders of loads, and how many looks they took (`costs.py`).
"""

from functools import lru_cache
from typing import TypeAlias, cast

from grader.check import Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.policy.orders import Must, offending
from grader.properties.policy.shapes import OrderObservation, OrderScenario
from grader.properties.policy.words import answer_words, are_names, is_refusal, must_words

NOT_CALLED = "match is not called"


def order_rule(run: Run, rule: str) -> Difference | Told:
    """Return what one rule says of a call of order()."""
    if run.scenario["kind"] != "order":
        return Told.IDLE
    at_stake, difference = _judge_order(run)
    if at_stake == rule:
        return difference or Told.HELD
    good = rule == "R5" and difference is None and at_stake != "R6"
    return Told.HELD if good else Told.IDLE


Verdict: TypeAlias = tuple[str, Difference | None]  # the rule at stake, or broken; where


@lru_cache(maxsize=64)
def _judge_order(run: Run) -> Verdict:
    """Return which rule an order puts at stake, and where it breaks it, if it does."""
    case = cast(OrderScenario, run.scenario)
    seen = cast(OrderObservation, run.got)
    answer = cast("dict[str, Plain]", seen["order"])
    bad = offending(case)
    if bad:
        holds = is_refusal(answer, bad) and not seen["changed"]
        return "R6", None if holds else _row([f"ValueError that names {bad[0]}"], seen)
    must = Must(case)
    rule = _rule_at_stake(case, must)
    got = answer.get("returned")
    if not are_names(got):
        rule = "R6" if is_refusal(answer, must.rids) else rule
        return rule, _row(must.order, seen, before=must.picture())
    names = cast("list[str]", got)
    if sorted(names) != sorted(must.rids) or seen["changed"]:
        return "R5", _row(must.order, seen, "everybody once, input unchanged")
    if not must.is_sorted and seen["match_calls"]:
        return rule, _row(must.order, seen, NOT_CALLED)
    if names == must.order:
        return rule, None
    is_at_a_limit = len(must.rids) == must.limit or len(must.rids) > 128
    if is_at_a_limit and names == must.rids and not seen["match_calls"]:
        rule = "R3"
    elif rule == "R4" and must.defers_nobody() and not must.is_deferral(names):
        rule = "R2"
    return rule, _row(must.order, seen, before=must.picture())


def _rule_at_stake(case: OrderScenario, must: Must) -> str:
    if case["policy"] == "fcfs":
        return "R1"
    if not must.is_sorted:
        return "R3"
    return "R2" if must.shares_nothing() else "R4"


def _row(
    must: list[str], seen: OrderObservation, too: str = "", before: str | None = None
) -> Difference:
    """Return the order, or the one thing, that must hold, and what must hold `too`."""
    answer = cast("dict[str, Plain]", seen["order"])
    got = answer_words(answer, must)
    if seen["match_calls"] and too == NOT_CALLED:
        got += f"\ncalls of match: {seen['match_calls']}"
    if seen["changed"]:
        got += "\nand changed what it was handed"
    words = f"{must_words(must, answer)}\n{too}".rstrip()
    return Difference((Row("order(…)", words, got),), heading="call", before=before)
