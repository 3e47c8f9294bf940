"""Fixed scenarios, by what they tell, small before large."""

from collections.abc import Iterator
from typing import cast

from grader import check
from grader.properties.overlap.shapes import Scenario, Workload


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


def _saying(
    tokens: list[int], max_tokens: int, depth: int = 2, eos: int | None = 0
) -> check.Scenario:
    """Return one request whose first tokens are these."""
    said: Workload = {"prompt": 1, "max_tokens": max_tokens, "eos_at": 0, "tokens": tokens}
    scenario: Scenario = {"budget": 1, "seqs": 1, "depth": depth, "eos": eos, "requests": [said]}
    return cast(check.Scenario, scenario)


def _bad() -> Iterator[tuple[str, check.Scenario]]:
    """Yield each size as 0 and below: without requests, with one, and anywhere among three."""
    for number in (0, 1, 3):
        requests = [(1, 1, 0)] * number
        for value in (0, -2):
            told = f"{value} with {number} requests"
            yield f"depth {told}", _scenario(requests, depth=value)
            yield f"token_budget {told}", _scenario(requests, budget=value)
            yield f"max_seqs {told}", _scenario(requests, seqs=value)
            for place in range(number):
                told = f"{value}, request {place + 1} of {number}"
                before, behind = requests[:place], requests[place + 1 :]
                prompt, outputs = (
                    [*before, (value, 1, 0), *behind],
                    [*before, (1, value, 0), *behind],
                )
                slots = 3 if value else 1  # all at once, or one after the other
                yield f"prompt {told}", _scenario(prompt, slots, slots)
                yield f"max_tokens {told}", _scenario(outputs, slots, slots)


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
    "two that need nothing keep nobody out": _scenario([(1, 1, 0)] * 3, budget=2, seqs=3),
    "three that need nothing keep nobody out": _scenario([(1, 1, 0)] * 4, budget=3, seqs=4),
    "three that need nothing stop nobody": _scenario(
        [*[(1, 1, 0)] * 3, (1, 3, 0)], budget=4, seqs=4
    ),
    "eos with the batch of another behind it": _scenario([(1, 2, 1), (1, 1, 0)], seqs=2, depth=3),
    "two late tokens in one step": _scenario([(1, 3, 1), (1, 3, 1)], budget=2, seqs=2),
    "a long prompt in one step": _scenario([(300, 2, 0)], budget=300),
    "rids alike": {**_scenario([(1, 1, 0), (1, 2, 0), (1, 3, 0)], budget=3, seqs=3), "alike": True},
    "rids alike, one after the other": {
        **_scenario([(1, 3, 1)] * 8, budget=2, seqs=2),
        "alike": True,
    },
    "rids alike, a dozen tokens": {
        **_scenario([(1, 1, 0), (1, 12, 0), (1, 1, 0), (1, 2, 0)], budget=4, seqs=4),
        "alike": True,
    },
    "eight slots": _scenario([(1, 1, 0)] * 8, budget=8, seqs=8),
    "two end beside a chunk, two wait": _scenario(
        [(1, 1, 0), (1, 1, 0), (9, 1, 0), (1, 1, 0), (1, 1, 0)], budget=4, seqs=3
    ),
    "three late tokens in one step": _scenario([(1, 3, 1)] * 3, budget=3, seqs=3),
    "eos and a length in one step": _scenario([(1, 3, 1), (1, 1, 0), (1, 1, 0), (1, 1, 0)], 2, 2),
    "two waves": _scenario([(1, 1, 0)] * 12, budget=6, seqs=6),
    "forty at once": _scenario([(1, 2, 0)] * 40, budget=40, seqs=40),
    "forty in a queue": _scenario([(1, 1, 0)] * 40),
    "a large eos": _scenario([(1, 4, 2)], eos=50_256),
    "token 0 where nothing ends early": _scenario([(1, 2, 1)], eos=None),
    "token 2 where nothing ends early": _saying([2], 2, eos=None),
    "small tokens where nothing ends early": _saying([1, 3, 4, 5, 6, 7, 8, 9], 10, eos=None),
    "eos is a token like the others": {**_scenario([(1, 4, 0)]), "eos": 16},
    "eos twice": _saying([0, 0], 3),
    "eos twice, something between": _saying([0, 7, 0], 4),
    "late tokens that are eos": _saying([0, 0, 0], 4, depth=3),
    "a large token": _saying([200_000, 70_000], 3),
    "a token twice": _saying([7, 7], 3),
    "a token twice, nothing ends early": _saying([7, 7], 3, eos=None),
    "eos late": _scenario([(1, 24, 21)]),
    "a dozen chunks in flight": _scenario([(12, 1, 0)], depth=12),
    "hundreds of chunks in flight": _scenario([(270, 1, 0)], depth=260),
    "hundreds in flight": _scenario([(1, 270, 0)], depth=260),
    "a run of a thousand steps": _scenario([(1_200, 1, 0)]),
    "no requests": _scenario([]),
    **dict(_bad()),
}
