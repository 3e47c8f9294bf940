"""Which scenarios are allowed, and which of them hold a size that must be refused."""

from typing import cast

from grader import check
from grader.properties.overlap.shapes import NAMES, Scenario


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether it can be played; sizes below 1 may be, as R8 is about them."""
    s = cast(Scenario, scenario)
    numbers = [s["budget"], s["seqs"], s["depth"]]
    for request in s["requests"]:
        numbers += [request["prompt"], request["max_tokens"]]
    return (
        len(s["requests"]) <= len(NAMES)
        and all(-20 <= number <= 300 for number in numbers)
        and sum(numbers) - s["depth"] <= 300
        and all(request["eos_at"] >= 0 for request in s["requests"])
        and (s["eos"] is None or 0 <= s["eos"] < 100_000)
    )


def is_bad(s: Scenario) -> bool:
    """Return whether a size is below 1, which R8 wants refused."""
    sizes = [s["depth"], s["budget"], s["seqs"]]
    return min(sizes) < 1 or any(min(r["prompt"], r["max_tokens"]) < 1 for r in s["requests"])
