"""Fixed scenarios, by what they tell, small before large."""

from typing import cast

from grader import check
from grader.properties.overlap.shapes import Scenario


def _scenario(
    requests: list[tuple[int, int, int]],
    budget: int = 1,
    seqs: int = 1,
    depth: int = 2,
    eos: int | None = 0,
) -> check.Scenario:
    scenario: Scenario = {
        "budget": budget,
        "seqs": seqs,
        "depth": depth,
        "eos": eos if any(eos_at for _, _, eos_at in requests) else None,
        "requests": [
            {"prompt": prompt, "max_tokens": max_tokens, "eos_at": eos_at}
            for prompt, max_tokens, eos_at in requests
        ],
    }
    return cast(check.Scenario, scenario)


FEW: list[tuple[int, int, int]] = [(1, 1, 0)]

TELLING: dict[str, check.Scenario] = {
    "one token": _scenario([(1, 1, 0)]),
    "three tokens, one behind the other": _scenario([(1, 3, 0)], depth=1),
    "a prompt in two pieces": _scenario([(2, 1, 0)]),
    "a prompt in three pieces": _scenario([(3, 1, 0)]),
    "the second token is planned before the first is here": _scenario([(1, 2, 0)]),
    "the slot of a request that is on its last token": _scenario([(1, 1, 0), (1, 1, 0)]),
    "three tokens": _scenario([(1, 3, 0)]),
    "eos comes first": _scenario([(1, 2, 1)]),
    "eos as the last token": _scenario([(1, 2, 2)]),
    "eos in the middle": _scenario([(1, 4, 2)]),
    "eos with three in flight": _scenario([(1, 5, 2)], depth=3),
    "four in flight": _scenario([(2, 5, 0)], depth=4),
    "a length stop with three in flight": _scenario([(1, 2, 0)], depth=3),
    "a slot freed by eos": _scenario([(1, 3, 1), (1, 2, 0)]),
    "one slot": _scenario([(1, 3, 0), (1, 1, 0)], budget=2),
    "who waits gets what is left": _scenario([(3, 2, 0), (3, 2, 0)], budget=4, seqs=2),
    "the budget stops the pass": _scenario([(4, 2, 0), (2, 1, 0), (1, 1, 0)], budget=5, seqs=3),
    "two end together": _scenario([(1, 2, 0), (1, 2, 0), (2, 2, 0)], budget=4, seqs=3),
    "chunks and decodes": _scenario([(3, 3, 0), (5, 2, 0)], budget=4, seqs=8),
    "one after the other": _scenario([(3, 3, 0), (5, 2, 0)], budget=4, seqs=8, depth=1),
    "who came first goes first, not the first slot": _scenario(
        [(1, 1, 0), (1, 3, 0), (3, 1, 0)], budget=2, seqs=2, depth=1
    ),
    "who came first goes first, not the first letter": _scenario(
        [(1, 1, 0), (1, 1, 0), (1, 3, 0), (3, 1, 0)], budget=2, seqs=2
    ),
    "who needs nothing stops nobody": _scenario([(1, 1, 0), (1, 3, 0)], budget=2, seqs=2),
    "eos with the batch of another behind it": _scenario([(1, 2, 1), (1, 1, 0)], seqs=2, depth=3),
    "two late tokens in one step": _scenario([(1, 3, 1), (1, 3, 1)], budget=2, seqs=2),
    "a long prompt in one step": _scenario([(300, 2, 0)], budget=300),
    "eight slots": _scenario([(1, 1, 0)] * 8, budget=8, seqs=8),
    "a large eos": _scenario([(1, 4, 2)], eos=50_256),
    "token 0 where nothing ends early": _scenario([(1, 2, 1)], eos=None),
    "eos is a token like the others": {**_scenario([(1, 4, 0)]), "eos": 16},
    "a dozen chunks in flight": _scenario([(12, 1, 0)], depth=12),
    "hundreds of chunks in flight": _scenario([(270, 1, 0)], depth=260),
    "hundreds in flight": _scenario([(1, 270, 0)], depth=260),
    "a run of a thousand steps": _scenario([(1_200, 1, 0)]),
    "no requests": _scenario([]),
    "no depth": _scenario(FEW, depth=0),
    "less than no depth": _scenario(FEW, depth=-1),
    "no budget": _scenario(FEW, budget=0),
    "a negative budget": _scenario(FEW, budget=-2),
    "no slots": _scenario(FEW, seqs=-3),
    "no requests, no depth": _scenario([], depth=0),
    "no requests, a negative budget": _scenario([], budget=-2),
    "no requests, no slots": _scenario([], seqs=0),
    "an empty prompt": _scenario([(2, 2, 0), (0, 1, 0)]),
    "nothing to generate": _scenario([(2, 2, 0), (1, -4, 0)]),
    "an empty prompt in the middle": _scenario(
        [(1, 1, 0), (-2, 1, 0), (1, 1, 0)], budget=3, seqs=3
    ),
    "nothing to generate, the first": _scenario([(1, 0, 0), (1, 1, 0)]),
}
