"""Random scenarios: small numbers, now and then one below 1.

In some all prompts are short, so that several requests wait for their last token at once; in some
the tokens are few, so that they come twice; in some the rids are alike.
"""

from typing import cast

from hypothesis import strategies as st

from grader import check
from grader.properties.overlap.shapes import Scenario, Workload
from grader.scenario import digits

MOST = 5  # requests
TOKENS = (0, 2, 1, 2)  # the first ends a request where `eos` says so, and so may the second


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    budget, seqs, depth, eos, num, kind, bad, *load = drawn
    entries = [iter(load)] * 4
    scenario: Scenario = {
        "budget": (4, 1, 2, 3, 6)[budget],
        "seqs": (2, 1, 3, 4)[seqs],
        "depth": (2, 2, 3, 1, 4)[depth],
        "eos": (0, 2, None)[eos],
        "requests": [_workload(*draws) for draws in zip(*entries, strict=True)],
    }
    del scenario["requests"][(2, 1, 3, 2, 1, 3, 4, MOST)[num] :]
    _vary(scenario, kind, load[3::4])
    if 0 < bad <= len(FIELDS) * len(BAD):
        _spoil(scenario, FIELDS[bad % len(FIELDS)], BAD[bad % len(BAD)], load[3])
    return cast(check.Scenario, scenario)


def _workload(prompt: int, outputs: int, eos_at: int, _: int) -> Workload:
    return {"prompt": 1 + prompt, "max_tokens": 1 + outputs, "eos_at": max(0, eos_at - 4)}


def _vary(scenario: Scenario, kind: int, draws: list[int]) -> None:
    if kind == 4:
        scenario["alike"] = True
    for request, draw in zip(scenario["requests"], draws, strict=False):
        if kind in (1, 2):
            request["prompt"] = 1 + draw % 8 // 7
        if kind in (2, 3):
            request["tokens"] = [TOKENS[draw >> 2 * place & 3] for place in range(3)]


FIELDS = ("depth", "budget", "seqs", "prompt", "max_tokens")
BAD = (0, -1, -7)


def _spoil(scenario: Scenario, field: str, value: int, draw: int) -> None:
    """Put a bad value into a field, of a request or of all; of all sometimes without requests."""
    place = draw % len(scenario["requests"])
    if field == "depth":
        scenario["depth"] = value
    elif field == "budget":
        scenario["budget"] = value
    elif field == "seqs":
        scenario["seqs"] = value
    elif field == "prompt":
        scenario["requests"][place]["prompt"] = value
    else:
        scenario["requests"][place]["max_tokens"] = value
    if field in FIELDS[:3] and draw % 8 > 5:
        scenario["requests"].clear()


# budget, slots, depth, eos, how many, kind, bad value; a request: prompt, outputs, eos, tokens
SCENARIOS: st.SearchStrategy[check.Scenario] = digits(
    5, 4, 5, 3, 8, 9, 120, *(5, 5, 9, 64) * MOST
).map(_drawn)
