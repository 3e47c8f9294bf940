"""What can differ in one call, in the order in which it is told."""

from collections.abc import Callable
from typing import cast

from grader.properties.radix.nodes import node_of, nodes_of, prefixes_of
from grader.properties.radix.pairs import Found, Pair
from grader.properties.radix.picture import trees_told
from grader.properties.radix.shapes import GOT, HANDED, RuleId
from grader.properties.radix.trees import content, kept, linked, paged, sized, timeless
from grader.properties.radix.words import answer_told, listed


def _refusal(pair: Pair) -> Found:
    """Tell whether a call that must be refused was; what else it did follows from that."""
    return _exception(pair) if pair.must["raised"] else None


def _exception(pair: Pair) -> Found:
    must, got = pair.must, pair.got
    if (must["raised"], must["says"]) == (got["raised"], got["says"]):
        return None
    rule: RuleId = "R6" if got["raised"] == "RecursionError" else pair.rule
    if rule == "R4":
        rule = "R8"  # a good split was refused
    return rule, answer_told(pair, must), answer_told(pair, got)


def _unreadable(pair: Pair) -> Found:
    if pair.got["raised"] or pair.got["tree"] is not None or pair.must["tree"] is None:
        return None
    return "R3", "the tree can be read", "the tree cannot be read"


def _marked(pair: Pair) -> Found:
    """Tell whether something that the caller overwrote shows in the tree."""
    rows = nodes_of(pair.got)
    for mark, rule, whose in (
        (GOT, "R1", "the list that match_prefix returned"),
        (HANDED, "R2", "the lists that it handed in"),
    ):
        row = next((row for row in rows if mark in [*row.value, *row.key]), None)
        if row is not None:
            words = f"the caller overwrites {whose}:"
            return (
                cast(RuleId, rule),
                f"{words}\nnothing changes in the tree",
                f"{words}\na node now holds {listed(row.key)} in slots {listed(row.value)}",
            )
    return None


def _input(pair: Pair) -> Found:
    if not pair.got["changed"]:
        return None
    return pair.rule, "tokens and slots are left as they were", "what was handed in is changed"


def _answered(pair: Pair) -> Found:
    must, got = pair.must, pair.got
    if must["answer"] == got["answer"] and node_of(must) == node_of(got):
        return None
    return pair.rule, answer_told(pair, must), answer_told(pair, got)


def _ended(pair: Pair) -> Found:
    must, got = prefixes_of(nodes_of(pair.must)), prefixes_of(nodes_of(pair.got))
    return None if must == got else trees_told(pair, pair.rule)


def _asked(pair: Pair) -> Found:
    must, got = pair.must["asked"], pair.got["asked"]
    if pair.got["asked_later"]:
        return "R5", "total_size() does not ask the clock", "total_size() asks the clock"
    is_free = pair.must["raised"] and pair.op is not None and pair.op["do"] == "insert"
    if must == got or (is_free and got <= 1):
        return None
    return "R5", f"the clock is asked {must} times", f"the clock is asked {got} times"


def _anything(pair: Pair) -> Found:
    """Claim what no other part did, but for ticks and for what a call that raises may do."""
    must, got = ({**step, "asked": 0, "tree": timeless(step)} for step in (pair.must, pair.got))
    return None if must == got else trees_told(pair, "R3")


PARTS: tuple[Callable[[Pair], Found], ...] = (
    _refusal,
    _marked,
    linked,  # before the answer: a broken link is a cause
    _exception,
    _unreadable,
    _input,
    _answered,
    content,
    paged,
    sized,
    kept,
    _ended,
    _asked,
    _anything,
)
