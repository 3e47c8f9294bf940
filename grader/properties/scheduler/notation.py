"""How a fixed scenario is written short.

Left out: the scenarios themselves (`telling.py`).
"""

import random
from typing import cast

from grader import check
from grader.plain import Plain


def request(prompt: int, max_tokens: int, after: int = 0, ignore_eos: bool = True) -> Plain:
    """Return a request: request(2, 1) has the tokens 0 1 and makes one completion."""
    return {
        "prompt": [place % 3 for place in range(prompt)],
        "max_tokens": max_tokens,
        "ignore_eos": ignore_eos,
        "after": after,
        "copies": 1,
    }


def sharing(prompt: str, max_tokens: int, after: int = 0) -> Plain:
    """Return a request of these digits: sharing("001", 1) has the tokens 0 0 1."""
    tokens: list[Plain] = [int(token) for token in prompt]
    pair = cast(dict[str, Plain], request(1, max_tokens, after))
    return {**pair, "prompt": tokens}


def work(blocks: int, size: int, budget: int, seqs: int, *requests: Plain) -> check.Scenario:
    """Return a workload: so many blocks of a size, the budget of a step and its sequences."""
    return {
        "caching": False,
        "num_blocks": blocks,
        "block_size": size,
        "budget": budget,
        "max_num_seqs": seqs,
        "eos": 0,
        "vocabulary": 50,
        "requests": list(requests),
        "probes": [],
    }


def ended(one: check.Scenario) -> check.Scenario:
    """After a prompt of the one token 0 the model samples 1, which is eos here."""
    return {**one, "eos": 1, "vocabulary": 3}


def cached(one: check.Scenario) -> check.Scenario:
    """Return the workload on a block manager that caches prefixes."""
    return {**one, "caching": True}


def beside(one: check.Scenario) -> check.Scenario:
    """A second scheduler has a turn in every step."""
    return {**one, "beside": True}


def probed(one: check.Scenario, *probes: tuple[int, int]) -> check.Scenario:
    """Return the workload in which postprocess() is called wrongly before: (step, extra tokens)."""
    return {**one, "probes": [{"step": step, "extra": extra} for step, extra in probes]}


def crowd(size: int) -> check.Scenario:
    """More sequences than a batch holds, and a batch of more than a small number."""
    pair = cast(dict[str, Plain], request(1, 2))
    return {**work(size + 1, 2, size, size - 100), "requests": [{**pair, "copies": size}]}


def busy(seed: int, count: int, longest: int, *limits: int) -> check.Scenario:
    """Many requests in a tight pool: long prompts, long answers, one preempted again and again."""
    lengths = random.Random(seed)
    requests = [
        request(
            1 + lengths.randrange(longest), 1 + lengths.randrange(longest), lengths.randrange(2)
        )
        for _ in range(count)
    ]
    blocks, size, budget, seqs = limits
    return work(blocks, size, budget, seqs, *requests)
