"""Small workloads full of chunks, shared starts, preemptions and early ends."""

import random

from gpu_checks.adapter.turn import Ask
from gpu_checks.workload import Workload


def small(seed: int, vocab: int, caching: bool = True) -> Workload:
    """Return a workload of 3 to 8 requests, some with a common start, and few pages.

    Pages of 1, 2 or 4 tokens, budgets of 3 to 16, a quarter to three fifths of the pages that all
    requests together would take: so chunks, hits and preemptions happen.
    """
    draw = random.Random(seed)
    size = draw.choice([1, 2, 4, 4])
    start = [draw.randrange(vocab) for _ in range(draw.choice([4, 9]))]
    requests = tuple(
        Ask(
            prompt=start * (draw.random() < 0.6)
            + [draw.randrange(vocab) for _ in range(draw.randint(1, 10))],
            max_tokens=draw.randint(1, 9),
            ignore_eos=draw.random() < 0.5,
            at=draw.choice([0, 0, 0, 3, 7]),
        )
        for _ in range(draw.randint(3, 8))
    )
    needs = [-(-(len(one["prompt"]) + one["max_tokens"] - 1) // size) for one in requests]
    return Workload(
        name=f"small {seed}",
        pages=max(max(needs), int(sum(needs) * draw.choice([0.25, 0.4, 0.6]))),
        page_size=size,
        budget=draw.choice([3, 8, 16]),
        max_seqs=draw.choice([2, 4, 8]),
        requests=requests,
        eos=draw.randrange(vocab),
        caching=caching,
    )


def fitted(workload: Workload, drill: str) -> Workload:
    """Return a workload as a drill can play it: eos counts for every request of `budget`."""
    return workload.with_eos() if drill == "budget" else workload


def room(workload: Workload) -> int:
    """Return how many pages a runner needs to play a workload, and each of its requests alone."""
    longest = max(len(one["prompt"]) + one["max_tokens"] for one in workload.requests)
    return max(workload.pages, -(-longest // workload.page_size))
