"""A scenario in a few lines."""

from typing import cast

from grader import check
from grader.properties.radix.picture import SHOWN
from grader.properties.radix.shapes import Form, Scenario, Shape
from grader.properties.radix.trie import slots_from
from grader.properties.radix.words import label, listed


def show(scenario: check.Scenario) -> list[str]:
    """Return the page size, the clock and the calls, or the shape of a large tree."""
    case = cast(Scenario, scenario)
    large = case["large"]
    lines = [f"page size {case['page_size']}"]
    if large is not None:
        lines += SHAPES[large["shape"]].format(n=large["n"]).splitlines()
        counted = ["looks at tokens and lines that run are counted"] if large["counted"] else []
        return lines + counted
    less, calls = case["clock"] or (0, 1)
    if less:
        lines.append(f"the clock starts at {1 - less}")
    if calls > 1:
        lines.append(f"the clock moves every {calls} calls")
    if case["form"] != "list":
        lines += FORMS[case["form"]].splitlines()
    slot = 0
    for place, op in enumerate(case["ops"][:SHOWN] if case["page_size"] > 0 else []):
        size = len(op["tokens"]) + op["extra"] if op["do"] == "insert" else 0
        slots = f"   slots {listed(slots_from(case, slot, size))}" if size else ""
        slot += size
        lines.append(label(case, place) + slots)
    if len(case["ops"]) > SHOWN:
        lines.append(f"... {len(case['ops'])} calls in all")
    return lines


FORMS: dict[Form, str] = {
    "tuple": "tokens and slots come as tuples, the slots counting down",
    "range": "slots come as ranges in twos, and tokens that are equally far apart too",
    "mixed": "tokens come as list, tuple and range in turn,\n"
    "slots as tuple, range and list in turn, counting down",
    "same slots": "the slots of each call begin at 2**40",
    "one list": "the caller fills the same two lists anew for each call",
    "two trees": "a second tree, whose page has a token more, gets each call first",
}
SHAPES: dict[Shape, str] = {
    "edge": "one sequence of {n:,} pages",
    "chain": "one sequence of {n:,} pages, cut into {n:,} edges of a page each",
    "wide": "{n:,} sequences, no two alike in their first page",
    "fan": "{n:,} sequences of {n:,} pages and one more, alike in all but the last page",
    "comb": "{n:,} sequences, each leaving one long sequence a page later than the one before",
    "brush": "{n:,} times four sequences, which leave one long sequence a page later each time",
    "bush": "{n:,} sequences of three pages, no two alike in the first page,\n"
    "and {n:,} more that share three pages and part in the fourth;\n"
    "the first half of either are matched",
}
