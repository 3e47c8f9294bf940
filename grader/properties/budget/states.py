"""Which rule a wrong state breaks, when the decisions of the step were right."""

from grader.properties.budget.claims import Claim
from grader.properties.budget.moments import Line, lines_of
from grader.properties.budget.shapes import Planned, Whole
from grader.properties.budget.words import plan_words


def claim_state(must: Whole, got: Whole) -> Claim | None:
    """Same decisions: compare what they did to the requests, the sample and the counts."""
    others = lines_of(got["planned"])
    for rid, line in lines_of(must["planned"]).items():
        other = others[rid]
        if line != other:
            return _claim_request(rid, line, other, must)
    if must["sample"] != got["sample"]:
        return _both_sides("R5", must, got, "samples {}", must["sample"], got["sample"])
    moved = "R3" if must["preempted"] else "R4"
    for name in ("waiting", "running"):
        mine, theirs = must["planned"][name], got["planned"][name]
        if mine != theirs:
            return _both_sides(moved, must, got, name + " {}", mine, theirs)
    free = [str(step["planned"]["free"]) for step in (must, got)]
    if free[0] != free[1]:
        rule = "R3" if must["preempted"] else "R2"
        return _both_sides(rule, must, got, "{} free", free[:1], free[1:])
    if must["free"] != got["free"]:
        return _both_sides("R5", must, got, "plan.free {}", [str(must["free"])], [str(got["free"])])
    return None


def _claim_request(rid: str, line: Line, other: Line, must: Planned) -> Claim:
    lost, joined = rid in must["preempted"], rid in must["admitted"]
    idle = rid not in must["rids"] and not lost
    fields = (
        ("outputs", "R8", "R8", "R8"),
        ("held", "R3", "R2", "R4"),
        ("computed", "R3", "R5", "R4"),
        ("preemptions", "R3", "R3", "R3"),
        ("state", "R3", "R4" if joined else "R7", "R7"),
    )
    for name, *rules in fields:
        mine, theirs = getattr(line, name), getattr(other, name)
        if mine != theirs:
            rule = rules[0 if lost else 2 if idle else 1]
            plan = plan_words(must)
            return Claim(rule, f"{plan}; {rid}: {name} {mine}", f"{plan}; {rid}: {name} {theirs}")
    raise AssertionError(f"{line} and {other} are equal")


def _both_sides(
    rule: str, must: Planned, got: Planned, says: str, mine: list[str], theirs: list[str]
) -> Claim:
    left, right = (says.format(" ".join(names) or "nobody") for names in (mine, theirs))
    return Claim(rule, f"{plan_words(must)}; {left}", f"{plan_words(got)}; {right}")
