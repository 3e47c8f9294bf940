"""Which rule a step breaks in update(), when its plan and its state were right."""

from grader.properties.budget.claims import Claim
from grader.properties.budget.moments import Line, lines_of
from grader.properties.budget.shapes import Refusal, State, Step, Whole
from grader.properties.budget.words import plan_words


def claim_update(must: Whole, got: Step, stop: str) -> Claim | None:
    """Same plan and state: compare what became of it in update."""
    refused = _claim_refusals(must.get("refused", []), got.get("refused", []))
    if refused:
        return refused
    if "updated" not in got:
        return Claim("R6", _ends(must), stop or "update did not return")
    if must["finished"] != got.get("finished"):
        return Claim("R6", _ends(must), _ends(got))
    if must["last"] != got.get("last"):
        return Claim("R6", f"outputs end in {must['last']}", f"outputs end in {got.get('last')}")
    return _claim_rest(must["updated"], got["updated"])


def _claim_refusals(must: list[Refusal], got: list[Refusal]) -> Claim | None:
    for mine, theirs in zip(must, got, strict=False):
        if mine != theirs:
            call = f"update with {' '.join(mine['sampled']) or 'no rid'}"
            wish = f"{call}: ValueError naming {' or '.join(mine['culprits'])}"
            return Claim("R9", wish, f"{call}: {_refusal(theirs)}")
    return None if len(must) == len(got) else Claim("R9", "ValueError", "no ValueError")


def _refusal(refusal: Refusal) -> str:
    if refusal["raised"] == "nothing":
        return "accepted"
    if refusal["changed"]:
        return f"{refusal['raised']}, but the state has changed"
    return refusal["raised"] + ("" if refusal["named"] else " that does not name it")


def _ends(step: Step | Whole) -> str:
    ends = step.get("finished", {})
    return f"{plan_words(step)}; " + (
        ", ".join(f"{r}: {ends[r]}" for r in sorted(ends)) or "nobody ends"
    )


def _claim_rest(must: State, got: State) -> Claim | None:
    others = lines_of(got)
    for rid, line in lines_of(must).items():
        if line != others[rid]:
            return Claim("R6", _after(rid, line), _after(rid, others[rid]))
    sides = [
        f"then running: {' '.join(state['running']) or 'nobody'}, "
        f"waiting: {' '.join(state['waiting']) or 'nobody'}, {state['free']} free"
        for state in (must, got)
    ]
    return Claim("R6", *sides) if sides[0] != sides[1] else None


def _after(rid: str, line: Line) -> str:
    return (
        f"then {rid}: {line.state}, computed {line.computed}, holds {line.held}, "
        f"{line.outputs} outputs"
    )
