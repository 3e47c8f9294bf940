"""Which scenarios are allowed."""

from typing import cast

from grader import check
from grader.properties.budget.shapes import KINDS, Scenario, Workload

LONG = 100  # tokens of all requests in a long workload


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: the longest take 0.1 s, and are played last."""
    tokens = sum(_work(request) for request in cast(Scenario, scenario)["requests"])
    return 1.25 if tokens > LONG else 1.0


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows it; bounded, so that a play stays short."""
    s = cast(Scenario, scenario)
    requests = s["requests"]
    least = min(s["blocks"], s["size"], s["budget"], s["seqs"]) >= 1 and s["cap"] >= 0
    small = 1 <= len(requests) <= 12 and sum(_work(request) for request in requests) <= 600
    return (
        least
        and small
        and s["watermark"] >= 0
        and max(s["blocks"], s["size"], s["budget"], s["seqs"], s["cap"], s["watermark"]) < 1000
        and (s["eos"] is None or 0 <= s["eos"] < 100_000)
        and all(_fits(request, s) for request in requests)
        and len(s["wrong_updates"]) <= 4
        and all(w["step"] >= 1 and w["kind"] in KINDS for w in s["wrong_updates"])
    )


def blocks_of(request: Workload, size: int) -> int:
    """Return how many blocks a request needs to finish; its last token has no KV.

    A prompt of 3 tokens and 5 outputs have KV for 7 tokens: 2 blocks of 4.
    """
    return -(-(_work(request) - 1) // size)


def _work(request: Workload) -> int:
    return request["prompt"] + request["max_tokens"]


def _fits(request: Workload, s: Scenario) -> bool:
    return (
        min(request["prompt"], request["max_tokens"]) >= 1
        and request["eos_at"] >= 0
        and 0 <= request["at"] <= 60
        and blocks_of(request, s["size"]) <= s["blocks"]
    )
