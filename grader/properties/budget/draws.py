"""Random scenarios: small numbers, and a pool that is hardly large enough."""

from typing import cast

from hypothesis import strategies as st

from grader import check
from grader.properties.budget.notation import request_of
from grader.properties.budget.scenarios import blocks_of
from grader.properties.budget.shapes import KINDS, Scenario
from grader.scenario import digits


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    """Make a scenario of small numbers, with hardly more blocks than the largest request needs."""
    spare, size, budget, seqs, cap, fit, watermark, num, eos, wrong, kind, *load = drawn
    size = (2, 1, 4, 2)[size]
    requests = [
        request_of(1 + prompt, 1 + outputs, max(0, eos_at - 5), max(0, at - 6))
        for prompt, outputs, eos_at, at in zip(*[iter(load[: 4 * (2, 3)[num]])] * 4, strict=True)
    ]
    scenario: Scenario = {
        "blocks": max(blocks_of(request, size) for request in requests) + spare,
        "size": size,
        "budget": (4, 3, 5, 6, 8, 2, 10)[budget],
        "seqs": (2, 3, 4, 3, 2, 1)[seqs],
        "cap": max(0, cap - 3),
        "eos": (0, 50_256, None)[eos],
        "full_fit": fit < 2,
        "watermark": max(0, watermark - 4),
        "requests": requests,
        "wrong_updates": [{"step": wrong - 11, "kind": KINDS[kind]}] if wrong > 11 else [],
    }
    return cast(check.Scenario, scenario)


SCENARIOS: st.SearchStrategy[check.Scenario] = digits(
    3, 4, 7, 6, 6, 5, 6, 2, 3, 16, 4, *(5, 4, 9, 9) * 3
).map(_drawn)
