"""Which one rule the first difference of two plays breaks.

Begin at `broken_rule`: it goes through a step in the order of its calls, first what schedule()
answered (`batches.py`), then the states behind it and behind postprocess() (`states.py`). Here are
the two cases that end early: an answer that cannot be read, and a block manager that caches.
"""

from grader.properties.scheduler.batches import decode_rule, kind_rule, prefill_rule
from grader.properties.scheduler.parting import Parting, preempted_between
from grader.properties.scheduler.shapes import Step
from grader.properties.scheduler.states import done_rule, planned_rule


def broken_rule(at: Parting) -> str:
    """Return the rule that the first difference breaks."""
    must, got = at.must, at.got
    if not got["is_new"] and _answer(must) == _answer(got):
        return "R13"
    if at.beside and must == got:
        return "R13"
    if at.scenario["caching"]:
        return _caching_rule(at)
    if not got["kind"]:
        return _broken_answer(at)
    if _answer(must) != _answer(got):
        return _answer_rule(at)
    return _state_rule(at)


def _caching_rule(at: Parting) -> str:
    """On a caching manager only what a plain one cannot show is told apart.

    The order in which blocks come back, and which blocks are registered, decide later hits.
    """
    idle = not at.must["batch"] and at.must != at.got
    if idle or (_answer(at.must) == _answer(at.got) and _refusal_differs(at)):
        return "R15"
    must, got = at.planned
    if must != got:
        if {**must, "freed": got["freed"]} != got:
            return "R14"
        return "R4" if at.must["kind"] == "prefill" else "R8"  # taken, then given back at once
    must, got = at.done
    if must == got:
        return "R14"
    if {**must, "freed": got["freed"]} == got:
        return "R11"
    return "R10" if {**must, "known": got["known"], "hashed": got["hashed"]} == got else "R14"


def _broken_answer(at: Parting) -> str:
    """schedule() raised, or answered no pair of a list and a bool."""
    if not at.must["batch"]:
        return "R15"
    if at.got["batch"] == at.must["batch"]:  # whose numbers cannot be read
        return "R5" if at.must["kind"] == "prefill" else "R7"
    must, got = at.planned
    took = {name for name, seat in at.seats.items() if got["tables"][seat] > must["tables"][seat]}
    if took & preempted_between(at.before, got):
        return "R9"
    if took & set(at.before["waiting"]) - set(at.must["batch"]):
        return "R2"
    if at.must["kind"] == "decode":
        needs = must["tables"] != at.before["tables"] or not at.before["free"]
        return "R8" if needs else "R7"
    head = at.seats[at.must["batch"][0]]
    return "R5" if at.before["tables"][head] else "R1"


def _answer(step: Step) -> tuple[str, list[str], list[int]]:
    return step["kind"], step["batch"], step["scheduled"]


def _answer_rule(at: Parting) -> str:
    must, got = at.must, at.got
    queued = at.planned[1]["waiting"] + at.planned[1]["running"]
    if len(set(queued)) < len(queued):
        return "R13"
    if (must["kind"], bool(must["batch"])) != (got["kind"], bool(got["batch"])):
        return kind_rule(at)
    return prefill_rule(at) if must["kind"] == "prefill" else decode_rule(at)


def _state_rule(at: Parting) -> str:
    must, got = at.must, at.got
    if must["planned"] != got["planned"]:
        return planned_rule(at)
    if must["sampled"] != got["sampled"]:
        pairs = zip(must["batch"], must["sampled"], got["sampled"], strict=False)
        others = {name for name, right, theirs in pairs if right != theirs}
        return "R9" if others & at.reset else "R12"
    if _refusal_differs(at):
        return "R15"
    return done_rule(at)


def _refusal_differs(at: Parting) -> bool:
    return at.must["sampled"] == at.got["sampled"] and at.must["refused"] != at.got["refused"]
