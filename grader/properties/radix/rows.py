"""The table that a person reads: the last calls that agree, and the one that differs."""

from typing import cast

from grader.check import Difference, Run
from grader.check import Row as Line
from grader.properties.radix.nodes import nodes_of
from grader.properties.radix.pairs import Blame, Pair
from grader.properties.radix.picture import draw
from grader.properties.radix.shapes import Observation, Scenario
from grader.properties.radix.words import answer_told, label, name_of, outcome

ROWS = 6  # calls in a table


def difference(run: Run, blame: Blame) -> Difference:
    """Return the table for a run and what is blamed."""
    case, must = cast(Scenario, run.scenario), cast(Observation, run.must)
    if case["large"] is not None and blame.step < len(must["large"]):
        *done, query = must["large"][: blame.step + 1]
        lines = [Line(name_of(one), outcome(one), outcome(one)) for one in done[1 - ROWS :]]
        return Difference((*lines, Line(name_of(query), blame.must, blame.got)), heading="call")
    rows: list[Line] = []
    for step in must["steps"][max(1, blame.step - ROWS) : blame.step]:
        pair = Pair(case, step, step)
        text = answer_told(pair, step).replace("\n", ", ")
        rows.append(Line(label(case, step["op"]), text, text))
    name = label(case, must["steps"][blame.step]["op"])
    rows.append(Line(name, blame.must, blame.got))
    before = nodes_of(must["steps"][blame.step - 1]) if blame.step else []
    drawn = f"the tree before the last call\n{draw(before)}" if before else None
    return Difference(tuple(rows), heading="call", before=drawn)
