"""The four workloads of a graded run; everything is fixed, so a schedule is the scheduler's alone.

`nano`: lengths of a public benchmark; everything fits, so the policy hardly matters.
`tail`: a few long outputs among many short ones; static batching waits for them.
`shared`: one system prompt before every request; a prefix cache computes it once.
`tight`: pages for a third of the peak, so that requests are preempted.
"""

import math
import random
from collections.abc import Callable, Mapping

from gpu_checks.adapter.turn import Ask
from gpu_checks.workload import Workload

PAGE = 16
TOKENS = 10_000  # prompt ids are below it, before `Workload.within`
MEDIAN, SIGMA = 64, 1.1  # of tail's outputs, lognormal
SYSTEM = 2_000  # tokens that every prompt of `shared` begins with
TIGHT_PEAK = 2_779  # pages that `tight` takes when it is given as many as it likes


def nano(scale: int = 1) -> Workload:
    """256 requests of 100 to 1,024 tokens in and out; 142,827 in and 133,966 out."""
    draw = random.Random(0)
    low, high = 100 // scale, 1_024 // scale
    prompts = [_prompt(draw, draw.randint(low, high)) for _ in range(256 // scale)]
    outputs = [draw.randint(low, high) for _ in prompts]
    return _workload("nano", prompts, outputs, budget=16_384 // scale, max_seqs=256 // scale)


def tail(scale: int = 1) -> Workload:
    """256 requests of 32 to 256 tokens in, outputs lognormal and cut to 8 to 1,024, 64 a step."""
    draw = random.Random(1)
    prompts = [_prompt(draw, draw.randint(32 // scale, 256 // scale)) for _ in range(256 // scale)]
    outputs = [_lognormal(draw, scale) for _ in prompts]
    return _workload("tail", prompts, outputs, budget=2_048 // scale, max_seqs=64 // scale)


def shared(scale: int = 1) -> Workload:
    """100 requests: 2,000 tokens in common, 16 to 128 of their own, 32 to 128 out, 32 a step."""
    draw = random.Random(2)
    common = _prompt(draw, SYSTEM // scale)
    count = 100 // min(scale, 5)
    prompts = [
        common + _prompt(draw, draw.randint(16 // scale, 128 // scale)) for _ in range(count)
    ]
    outputs = [draw.randint(32 // scale, 128 // scale) for _ in prompts]
    max_seqs = max(4, 32 // scale)
    return _workload("shared", prompts, outputs, budget=8_192 // scale, max_seqs=max_seqs)


def tight(scale: int = 1) -> Workload:
    """128 requests of 64 to 512 tokens in and out, 64 a step, on a third of the pages."""
    draw = random.Random(3)
    low, high = 64 // scale, 512 // scale
    prompts = [_prompt(draw, draw.randint(low, high)) for _ in range(128 // scale)]
    outputs = [draw.randint(low, high) for _ in prompts]
    return _workload(
        "tight",
        prompts,
        outputs,
        budget=2_048 // scale,
        max_seqs=64 // scale,
        pages=max(TIGHT_PEAK // 3 // scale**2, -(-2 * high // PAGE)),
    )


WORKLOADS: Mapping[str, Callable[[int], Workload]] = {
    "nano": nano,
    "tail": tail,
    "shared": shared,
    "tight": tight,
}


def _prompt(draw: random.Random, length: int) -> list[int]:
    return [draw.randint(0, TOKENS) for _ in range(length)]


def _lognormal(draw: random.Random, scale: int) -> int:
    length = int(draw.lognormvariate(math.log(MEDIAN), SIGMA))
    return max(1, min(max(length, 8), 1_024) // scale)


def _workload(
    name: str,
    prompts: list[list[int]],
    outputs: list[int],
    *,
    budget: int,
    max_seqs: int,
    pages: int = 0,
) -> Workload:
    """Return a workload on as many pages as all requests together may take, unless told."""
    requests = tuple(
        Ask(prompt=prompt, max_tokens=count, ignore_eos=True, at=0)
        for prompt, count in zip(prompts, outputs, strict=True)
    )
    needs = [-(-(len(one["prompt"]) + one["max_tokens"]) // PAGE) for one in requests]
    return Workload(name, pages or sum(needs), PAGE, budget, max_seqs, requests)
