"""Which scenarios are allowed, and which of them hold a size that must be refused."""

from typing import cast

from grader import check
from grader.properties.overlap.shapes import Scenario, names_of

MOST = 1400  # tokens of all requests, which bounds the steps of a run


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether it can be played; one size below 1 may be, as R8 is about it."""
    s = cast(Scenario, scenario)
    numbers = sizes(s)
    return (
        len(s["requests"]) == len(names_of(s))
        and all(-20 <= number <= MOST for number in numbers)
        and sum(number < 1 for number in numbers) <= 1
        and sum(numbers[3:]) <= MOST
        and all(request["eos_at"] >= 0 for request in s["requests"])
        and all(0 <= token < 1 << 18 for r in s["requests"] for token in r.get("tokens", []))
        and (s["eos"] is None or 0 <= s["eos"] < 1 << 18)
    )


def is_bad(s: Scenario) -> bool:
    """Return whether a size is below 1, which R8 wants refused."""
    return min(sizes(s)) < 1


def sizes(s: Scenario) -> list[int]:
    """Return all that R8 speaks of: depth, budget and slots first, then two a request."""
    found = [s["depth"], s["budget"], s["seqs"]]
    for request in s["requests"]:
        found += [request["prompt"], request["max_tokens"]]
    return found
