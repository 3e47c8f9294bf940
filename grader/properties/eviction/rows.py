"""The table that a person reads: the last calls that agree, and the one that differs."""

from typing import cast

from grader.check import Row, Run
from grader.properties.eviction.claims import Found
from grader.properties.eviction.shapes import Answer, Observation, Scenario, Verb
from grader.properties.eviction.words import call, told


def rows(run: Run, found: Found) -> tuple[Row, ...]:
    """Return the last calls before the difference, which agree, and the one that differs."""
    scenario, got = cast(Scenario, run.scenario), cast(Observation, run.got)
    rows: list[Row] = []
    for step in [*got["steps"], *got["life"]]:
        if step["op"] < found.at:
            op = scenario["ops"][step["op"]]
            text = _agreed(op["do"], step["answers"])
            rows.append(Row(call(op), text, text))
    op = scenario["ops"][found.at]
    return (*rows[-CALLS_SHOWN:], Row(call(op), found.claim.must, found.claim.got))


CALLS_SHOWN = 6  # in the table
DONE: dict[Verb, str] = {
    "unlock": "unlocked",
    "finish": "finished",
    "cut": "split",
    "refuse": "ValueError",
    "uneven": "ValueError",
    "miscut": "ValueError",
}


def _agreed(do: Verb, answers: list[Answer]) -> str:
    """Return what an operation answered on which both sides agree."""
    if do == "insert":
        return told(answers, "cached")
    if do in ("match", "lock", "split"):
        return told(answers[:1], "slots")
    if do == "evict":
        return told(answers, "frees")
    if do == "bad":
        return "ValueError" if len(answers) > 1 else told(answers, "slots")
    if do in ("cut", "refuse") and not answers:
        return "left out"
    refused = "refused" in answers
    return "no room" if refused else DONE.get(do, "done")
