"""Scenarios of the drill `scheduler`: which are valid, and random ones.

Left out: fixed scenarios that each tell something (`telling.py`).
"""

from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.plain import Plain
from grader.properties.scheduler.shapes import Request, Scenario
from grader.scenario import digits

LONG = 150  # tokens of all requests in a long workload


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: the longest take 0.1 s, and are played last."""
    requests = cast(Scenario, scenario)["requests"]
    tokens = sum(r["copies"] * (len(r["prompt"]) + r["max_tokens"]) for r in requests)
    return 1.25 if tokens > LONG else 1.0


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether every sequence could finish alone and the workload is of a playable size."""
    it = cast(Scenario, scenario)
    limits = it["num_blocks"], it["block_size"], it["budget"], it["max_num_seqs"]
    if min(limits) < 1 or it["num_blocks"] * it["block_size"] > 10_000:
        return False
    if not 1 <= it["vocabulary"] <= 50 or not 0 <= it["eos"] < it["vocabulary"]:
        return False
    if sum(request["copies"] for request in it["requests"]) > 4000:
        return False
    probes = [probe["step"] for probe in it["probes"]]
    if any(not probe["extra"] for probe in it["probes"]) or len(set(probes)) < len(probes):
        return False
    return all(_fits(request, it) for request in it["requests"])


def _fits(request: Request, it: Scenario) -> bool:
    tokens = len(request["prompt"]) + request["max_tokens"]
    if not request["prompt"] or not 1 <= request["max_tokens"] <= 300 or tokens > 600:
        return False
    if any(not 0 <= token < 50 for token in request["prompt"]):
        return False
    in_range = 0 <= request["after"] <= 20 and request["copies"] >= 1
    return in_range and -(-(tokens - 1) // it["block_size"]) <= it["num_blocks"]


PROMPTS, COMPLETIONS, GAPS, STEMS, ENDS = 6, 4, 8, 4, 3  # choices for one request
REQUEST = PROMPTS * COMPLETIONS * GAPS * STEMS * ENDS
BASES = (4, 4, 4, 8, 4, 4, 4, *(REQUEST,) * 5)


def _drawn(drawn: tuple[int, ...]) -> check.Scenario:
    """Turn small numbers into a workload in a tight pool; a quarter share prefixes."""
    size, spare, seqs, budget, kind, odd, eos = drawn[:7]
    caching, ends_early = kind == 3, eos % 2 == 1
    block_size = (4, 2, 1, 3)[size]
    count = 1 + (drawn[7] + spare + odd) % 5
    requests = [_request(place, drawn[7 + place], caching, ends_early) for place in range(count)]
    stored = max(len(r["prompt"]) + r["max_tokens"] - 1 for r in requests)
    return {
        "caching": caching,
        "num_blocks": -(-stored // block_size) + (0, 1, 2, 5)[spare],
        "block_size": block_size,
        "budget": budget + 1,
        "max_num_seqs": (8, 1, 2, 3)[seqs],
        "eos": eos % 4 // 2 + 1 if ends_early else 0,
        "vocabulary": 3 if eos else 50,
        "requests": cast(list[Plain], requests),
        "probes": [{"step": odd + 1, "extra": 1 - 2 * (count % 2)}] if odd else [],
    }


def _request(place: int, number: int, caching: bool, ends_early: bool) -> Request:
    number, prompt = divmod(number, PROMPTS)
    number, more = divmod(number, COMPLETIONS)
    number, gap = divmod(number, GAPS)
    ends, stem = divmod(number, STEMS)
    if caching:
        tokens = [stem >> at % 2 & 1 for at in range(prompt + 1)]
    else:
        tokens = [(place + at) % 3 for at in range(prompt + 1)]
    return {
        "prompt": tokens,
        "max_tokens": more + 1,
        "ignore_eos": not ends_early or ends == 0,
        "after": max(0, gap - 4) if place else 0,
        "copies": 1,
    }


SCENARIOS: SearchStrategy[check.Scenario] = digits(*BASES).map(_drawn)
