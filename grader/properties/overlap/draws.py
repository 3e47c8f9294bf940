"""Random scenarios: small numbers, now and then one below 1."""

from typing import cast

from hypothesis import strategies as st

from grader import check
from grader.properties.overlap.shapes import Scenario
from grader.scenario import digits


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    budget, seqs, depth, eos, num, bad, value, place, *load = drawn
    entries = [iter(load[: 3 * (2, 1, 3)[num]])] * 3
    scenario: Scenario = {
        "budget": (4, 1, 2, 3, 6)[budget],
        "seqs": (2, 1, 3)[seqs],
        "depth": (2, 2, 3, 1, 4)[depth],
        "eos": (0, 2, None)[eos],
        "requests": [
            {"prompt": 1 + prompt, "max_tokens": 1 + outputs, "eos_at": max(0, eos_at - 4)}
            for prompt, outputs, eos_at in zip(*entries, strict=True)
        ],
    }
    if bad == 0:
        scenario["depth"] = -value
    elif bad == 1:
        scenario["budget"] = -value
    elif bad == 2:
        scenario["seqs"] = -value
    elif bad == 3:
        scenario["requests"][place % len(scenario["requests"])]["prompt"] = -value
    elif bad == 4:
        scenario["requests"][place % len(scenario["requests"])]["max_tokens"] = -value
    return cast(check.Scenario, scenario)


SCENARIOS: st.SearchStrategy[check.Scenario] = digits(5, 3, 5, 3, 3, 40, 3, 3, *(5, 5, 9) * 3).map(
    _drawn
)
