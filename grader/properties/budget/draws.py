"""Random scenarios: small numbers, and a pool that is hardly large enough."""

from typing import cast

from hypothesis import strategies as st

from grader import check
from grader.properties.budget.notation import case, request_of
from grader.properties.budget.scenarios import blocks_of
from grader.properties.budget.shapes import KINDS, Scenario
from grader.scenario import digits


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    """Make a scenario of small numbers, with hardly more blocks than the largest request needs."""
    crowd, spare, size, budget, seqs, cap, fit, watermark, num, eos, wrong, kind, *load = drawn
    size = (2, 1, 4, 2)[size]
    requests = [
        request_of(1 + prompt, 1 + outputs, max(0, eos_at - 5), max(0, at - 6))
        for prompt, outputs, eos_at, at in zip(*[iter(load[: 4 * (2, 3)[num]])] * 4, strict=True)
    ]
    if crowd > 2:
        return _crowded(spare, cap, load)
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


def _crowded(spare: int, cap: int, load: list[int]) -> check.Scenario:
    """Make long prompts that grow by capped chunks into the blocks of several small requests.

    Hardly any other scenario has a step in which one request needs two victims.
    """
    prompt, outputs, *rest = load
    cap, count = 2 + cap % 3, 2 + rest[0] % 2
    short = [request_of(1 + load[3 + at] % 2, 2 + load[6 + at] % 2) for at in range(count)]
    taken = cap + sum(request["prompt"] for request in short)
    requests = [request_of(max(2 * cap - 1, taken + prompt - 2), 1 + outputs // 3), *short]
    if rest[1] > 5:  # somebody who runs already when the long one comes
        requests.insert(0, request_of(1, 3 + rest[1] % 2))
    most = max(blocks_of(request, 1) for request in requests)
    numbers = (most + spare // 2, 1, (20, 7, 9)[rest[2] % 3], count + 1 + rest[1] % 2)
    return case(numbers, requests, cap=cap, full_fit=rest[3] > 7)


SCENARIOS: st.SearchStrategy[check.Scenario] = digits(
    4, 3, 4, 7, 6, 6, 5, 6, 2, 3, 16, 4, *(5, 4, 9, 9) * 3
).map(_drawn)
