"""The first difference of two traces, and the rule that it breaks.

Left out: which rule an event breaks (`claims.py`).
"""

from functools import lru_cache
from typing import cast

from grader.check import Difference, Row, Run
from grader.properties.overlap.claims import rule_of
from grader.properties.overlap.events import event_of
from grader.properties.overlap.replay import Replay
from grader.properties.overlap.rows import difference
from grader.properties.overlap.scenarios import is_bad
from grader.properties.overlap.shapes import Observation, Scenario
from grader.properties.overlap.words import event_words

CHANGED = Row("requests", "the list is as it was", "the list was changed")


@lru_cache(maxsize=8)
def first_difference(run: Run) -> tuple[str, Difference] | None:
    """Return the first difference and the rule that it breaks, or None if the traces agree."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    s = cast(Scenario, run.scenario)
    if is_bad(s):
        return "R8", Difference((_refusal(got),))
    if got["stop"]:
        rule = "R8" if got["stop"] == "ValueError" else "R1"
        return rule, Difference((Row("the call", "a trace", got["stop"]),))
    now = Replay(s)
    for index in range(max(len(must["events"]), len(got["events"]))):
        wish, real = _at(must["events"], index), _at(got["events"], index)
        if wish != real or wish is None:
            rule = rule_of(now, event_of(wish) if wish else None, event_of(real) if real else None)
            return rule, difference(
                must["events"], index, event_words(wish), event_words(real), now
            )
        now.feed(event_of(wish))
    return _of_totals(must, got)


def _refusal(got: Observation) -> Row:
    """Return how a bad size was met."""
    if got["stop"] == "ValueError" and got["named"] and got["asked"]:
        return Row("the call", "ValueError before the model is asked", "the model was asked first")
    if got["stop"] == "ValueError" and got["named"]:
        return CHANGED
    return Row("the call", "ValueError that names the value", _stop(got))


def _stop(got: Observation) -> str:
    if not got["stop"]:
        return "no exception"
    return "ValueError that does not name it" if got["stop"] == "ValueError" else got["stop"]


def _at(events: list[str], index: int) -> str | None:
    return events[index] if index < len(events) else None


def _of_totals(must: Observation, got: Observation) -> tuple[str, Difference]:
    """Same events: one of the totals is wrong, or the caller's list."""
    if must["wasted"] != got["wasted"]:
        return "R5", Difference((Row("wasted", str(must["wasted"]), str(got["wasted"])),))
    if must["scheduled"] != got["scheduled"]:
        row = Row("scheduled", str(must["scheduled"]), str(got["scheduled"]))
        return "R7", Difference((row,))
    if must["outputs"] == got["outputs"]:
        return "R8", Difference((CHANGED,))
    return "R6", Difference((Row("outputs", str(must["outputs"]), str(got["outputs"])),))
