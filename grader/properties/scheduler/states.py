"""Which rule a wrong state breaks, when schedule() answered right.

`planned_rule` looks at the state after schedule(), `done_rule` at the one after postprocess().
Left out: a wrong answer of schedule() (`batches.py`).
"""

from grader.properties.scheduler.batches import preempt_rule
from grader.properties.scheduler.comparison import misqueued, unequal, whose_differ
from grader.properties.scheduler.parting import Parting
from grader.properties.scheduler.shapes import State


def planned_rule(at: Parting) -> str:
    """Return the rule broken by the state after schedule(), which answered right."""
    must, got = at.planned
    wrong = unequal(must, got)
    misplaced = misqueued(must, got)
    if at.must["kind"] == "decode" and (rule := preempt_rule(at)):
        return rule
    changed = whose_differ(at, must, got, "status", "cached", "tables", "tokens")
    if (changed | misplaced) & at.preempted:
        return "R9"
    if "cached" in wrong or "tokens" in wrong:
        return "R10" if "cached" in wrong else "R12"
    if at.must["kind"] == "prefill":
        return _prefilled_rule(at, must, got)
    if whose_differ(at, must, got, "tables") & set(at.must["batch"]):
        return "R8"
    if misplaced or "tables" in wrong:
        return "R13"
    if "waiting" in wrong:
        return "R9" if at.preempted else "R16"
    return "R7" if "running" in wrong else "R13"


def _prefilled_rule(at: Parting, must: State, got: State) -> str:
    """The right prefill, but blocks or queues are wrong."""
    batch = set(at.must["batch"])
    holders = whose_differ(at, must, got, "tables")
    if holders & set(at.before["waiting"]) - batch:
        return "R4"
    if holders:
        return "R5" if holders <= batch else "R13"
    if set(got["waiting"]) & set(got["running"]):
        return "R13"
    if whose_differ(at, must, got, "status") & batch or must["running"] != got["running"]:
        if misqueued(must, got) - batch:
            return "R13"
        return "R9" if _is_reprefill(at) else "R6"
    return _queue_rule(must, got)


def _is_reprefill(at: Parting) -> bool:
    """Return whether the last of the batch had completions before it was preempted."""
    seat = at.seats[at.must["batch"][-1]]
    return at.before["tokens"][seat] > at.prompts[seat]


def done_rule(at: Parting) -> str:
    """Return the rule broken by what postprocess() made of the right step."""
    batch = at.must["batch"]
    must, got = at.done
    ended = {name for name in batch if must["status"][at.seats[name]] == "F"}
    if at.trouble and at.trouble["where"] == "postprocess":
        if not batch:
            return "R15"
        return "R11" if ended else "R10"
    if at.must["left"] != at.got["left"]:
        return "R10"
    outcomes = (_outcome_rule(at, name) for name in batch)
    if rule := next(filter(None, outcomes), None):
        return rule
    if at.trouble or must == got or at.must["last"] != at.got["last"]:
        return "R12"  # the tokens themselves differ
    if not batch:
        return "R15"
    return _left_over_rule(at, ended)


def _outcome_rule(at: Parting, name: str) -> str | None:
    """Return the rule broken by what became of one sequence of the batch, if any."""
    must, got = at.done
    if name not in whose_differ(at, must, got, "status", "cached", "tables", "tokens"):
        return None
    seat = at.seats[name]
    if must["tokens"][seat] == at.planned[0]["tokens"][seat]:  # its sample had to be dropped
        return "R10"
    if must["tokens"][seat] == got["tokens"][seat] and at.must["last"] != at.got["last"]:
        return "R12"  # another token was appended than the one sampled
    if must["tokens"][seat] != got["tokens"][seat]:
        lost = got["status"][seat] == "F" and got["tokens"][seat] < must["tokens"][seat]
        return "R11" if lost else "R10"
    if must["status"][seat] != got["status"][seat]:
        return "R9" if name in at.reset else "R11"
    if must["tables"][seat] != got["tables"][seat]:
        return "R11" if must["status"][seat] == "F" else "R13"
    return "R10"


def _left_over_rule(at: Parting, ended: set[str]) -> str:
    """Everybody in the batch is as must be, so something else is not."""
    must, got = at.done
    if ended & {*got["waiting"], *got["running"]}:
        return "R11"
    return "R12" if "tokens" in unequal(must, got) else _queue_rule(must, got)


def _queue_rule(must: State, got: State) -> str:
    """Nothing but a queue can be wrong; if not even that is, blocks were lost."""
    wrong = unequal(must, got)
    if misqueued(must, got) or not wrong & {"waiting", "running"}:
        return "R13"
    return "R16"
