"""How a scenario is written short.

Left out: the scenarios themselves (`telling.py`).
"""

from typing import cast

from grader import check
from grader.properties.budget.shapes import Scenario, Workload, WrongUpdate


def request_of(prompt: int, max_tokens: int, eos_at: int = 0, at: int = 0) -> Workload:
    """Return a request: request_of(3, 2, 1) has 3 prompt tokens, and eos as its first output."""
    return {"prompt": prompt, "max_tokens": max_tokens, "eos_at": eos_at, "at": at}


def case(
    numbers: tuple[int, int, int, int],
    requests: list[Workload],
    *,
    cap: int = 0,
    full_fit: bool = True,
    watermark: int = 0,
    wrong: list[WrongUpdate] | None = None,
) -> check.Scenario:
    """Return a scenario of `numbers`: blocks, their size, the budget of a step, max_seqs."""
    blocks, size, budget, seqs = numbers
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "budget": budget,
        "seqs": seqs,
        "cap": cap,
        "eos": 0 if any(request["eos_at"] for request in requests) else None,
        "full_fit": full_fit,
        "watermark": watermark,
        "requests": requests,
        "wrong_updates": wrong or [],
    }
    return cast(check.Scenario, scenario)
