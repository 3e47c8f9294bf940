"""Which rule a plan breaks that is not the one due.

Left out: a right plan that left a wrong state behind (`states.py`).
"""

from grader.properties.budget.claims import Claim
from grader.properties.budget.moments import Moment
from grader.properties.budget.shapes import Planned, Step
from grader.properties.budget.words import plan_words


def claim_plan(now: Moment, must: Step, got: Step) -> Claim | None:
    """Walk through the decisions of a step in their order; return the first that differs."""
    due = dict(zip(must["rids"], must["counts"], strict=True))
    given = dict(zip(got["rids"], got["counts"], strict=True))
    rule = _in_running_pass(now, due, given, must, got) or _in_waiting_pass(
        now, due, given, must, got
    )
    if not rule and due != given:
        rule = "R7"  # tokens for somebody who neither runs nor waits
    if not rule and must["rids"] != got["rids"]:
        first = len(must["rids"]) - len(must["admitted"])
        rule = "R2" if must["rids"][:first] != got["rids"][:first] else "R5"
    if not rule and not got["is_new"]:
        return Claim("R5", "a plan of its own", "a plan that shares or changes an earlier one")
    return _both_plans(rule, must, got) if rule else None


def _in_running_pass(
    now: Moment, due: dict[str, int], given: dict[str, int], must: Step, got: Step
) -> str | None:
    for rid in now.running:
        if (rid in must["preempted"]) != (rid in got["preempted"]):
            return "R3"
        if rid in got["preempted"] and given.get(rid) and rid not in got["admitted"]:
            return "R3"  # who has lost its blocks is not served in the same step
        if rid in due and due[rid] != given.get(rid):
            return _rule_of_running(now, due[rid], given.get(rid), must, got)
    return "R3" if must["preempted"] != got["preempted"] else None


def _rule_of_running(now: Moment, due: int, given: int | None, must: Step, got: Step) -> str:
    """A request that runs got another count: by the budget, the cap, or for lack of blocks."""
    if (given or 0) < due and must["preempted"] != got["preempted"]:
        return "R3"  # it gets by with less, or waits, where somebody must give way
    if given is None:
        return "R2" if got["admitted"] else "R7"
    return "R1" if given < due and _cap_misread(now, due, given) else "R2"


def _cap_misread(now: Moment, due: int, given: int) -> bool:
    """Return whether a request got less because of a cap that does not hold in this step."""
    return not now.cap and given == min(now.s["cap"], due)


def _in_waiting_pass(
    now: Moment, due: dict[str, int], given: dict[str, int], must: Step, got: Step
) -> str | None:
    for rid in [*must["admitted"], *got["admitted"]]:
        if due.get(rid) != given.get(rid) or (rid in must["admitted"]) != (rid in got["admitted"]):
            return _rule_of_waiting(now, rid, due, given)
    return "R4" if must["admitted"] != got["admitted"] else None


def _rule_of_waiting(now: Moment, rid: str, due: dict[str, int], given: dict[str, int]) -> str:
    left = now.s["budget"] - sum(due.values())
    if rid in given and rid in due:
        if given[rid] < due[rid] and _cap_misread(now, due[rid], given[rid]):
            return "R1"
        if now.cap == due[rid] < given[rid]:
            return "R1"  # more than the cap allows
        # Subtle: a whole prompt that is too long looks the same with a fresh budget and without
        # chunking; only a chunk that is too long gives the fresh budget away.
        cut = now.cap or now.rest(rid)
        return "R1" if due[rid] < given[rid] < min(cut, now.rest(rid)) else "R4"
    return "R1" if rid in given and left <= 0 else "R4"


def _both_plans(rule: str, must: Planned, got: Planned) -> Claim:
    left, right = plan_words(must), plan_words(got)
    if left == right:
        left += f", admits {' '.join(must['admitted']) or 'nobody'}"
        right += f", admits {' '.join(got['admitted']) or 'nobody'}"
    return Claim(rule, left, right)
