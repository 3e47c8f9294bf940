"""The table that a person reads: the last steps that agree, and the one that differs."""

from grader.check import Difference, Row
from grader.properties.budget.claims import Claim
from grader.properties.budget.moments import Moment
from grader.properties.budget.shapes import Step
from grader.properties.budget.words import plan_words

KEPT_ROWS = 3  # steps shown before the first that differs


def difference(steps: list[Step], index: int, found: Claim, now: Moment | None) -> Difference:
    """Return the steps before the one at `index`, which agree, and both sides of what is found."""
    start = max(0, index - KEPT_ROWS)
    rows = [
        Row(str(i + 1), plan_words(steps[i]), plan_words(steps[i])) for i in range(start, index)
    ]
    label = str(index + 1) if now else "end"
    return Difference((*rows, Row(label, found.must, found.got)), before=_picture(now))


def _picture(now: Moment | None) -> str | None:
    """Return the state before the last row, a line a request."""
    if now is None or not now.lines:
        return None
    lines = [f"{now.free} of {now.s['blocks']} blocks free"]
    for rid in [*now.running, *now.waiting]:
        line = now.lines.get(rid)
        if line:
            total = line.computed + now.rest(rid)
            lines.append(
                f"{rid}  {'running' if rid in now.running else line.state:9}  "
                f"{line.computed} of {total} tokens computed, holds {line.held}"
            )
    return "\n".join(lines)
