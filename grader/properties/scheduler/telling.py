"""Fixed scenarios of the drill `scheduler`, each by what it tells, small before large.

They are played before any random one, so that what a person sees is as small as it can be.
Left out: why a scenario tells what it tells; `grader/mutants/scheduler` holds the wrong programs.
"""

import random
from typing import cast

from grader import check
from grader.plain import Plain


def _pair(prompt: int, max_tokens: int, after: int = 0, ignore_eos: bool = True) -> Plain:
    return {
        "prompt": [place % 3 for place in range(prompt)],
        "max_tokens": max_tokens,
        "ignore_eos": ignore_eos,
        "after": after,
        "copies": 1,
    }


def _shared(prompt: str, max_tokens: int, after: int = 0) -> Plain:
    tokens: list[Plain] = [int(token) for token in prompt]
    request = cast(dict[str, Plain], _pair(1, max_tokens, after))
    return {**request, "prompt": tokens}


def _work(blocks: int, size: int, budget: int, seqs: int, *requests: Plain) -> check.Scenario:
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


def _eos(work: check.Scenario) -> check.Scenario:
    """After a prompt of the one token 0 the model samples 1, which is eos here."""
    return {**work, "eos": 1, "vocabulary": 3}


def _cached(work: check.Scenario) -> check.Scenario:
    return {**work, "caching": True}


def _beside(work: check.Scenario) -> check.Scenario:
    """A second scheduler has a turn in every step."""
    return {**work, "beside": True}


def _probed(work: check.Scenario, *probes: tuple[int, int]) -> check.Scenario:
    return {**work, "probes": [{"step": step, "extra": extra} for step, extra in probes]}


def _crowd(size: int) -> check.Scenario:
    """More sequences than a batch holds, and a batch of more than a small number."""
    request = cast(dict[str, Plain], _pair(1, 2))
    return {**_work(size + 1, 2, size, size - 100), "requests": [{**request, "copies": size}]}


def _busy(seed: int, count: int, longest: int, *limits: int) -> check.Scenario:
    """Many requests in a tight pool: long prompts, long answers, one preempted again and again."""
    lengths = random.Random(seed)
    requests = [
        _pair(1 + lengths.randrange(longest), 1 + lengths.randrange(longest), lengths.randrange(2))
        for _ in range(count)
    ]
    blocks, size, budget, seqs = limits
    return _work(blocks, size, budget, seqs, *requests)


P = _pair

TELLING: dict[str, check.Scenario] = {
    "nothing to do": _work(1, 1, 1, 1),
    "nothing to do, but a token": _probed(_work(1, 1, 1, 1), (1, 1)),
    "one token": _work(1, 1, 1, 1, P(1, 1)),
    "one prefill, one decode": _work(1, 2, 1, 1, P(1, 2)),
    "a token too many": _probed(_work(1, 2, 1, 1, P(1, 2)), (1, 1), (2, 1), (3, 2)),
    "a token too few": _probed(_work(2, 2, 2, 2, P(1, 2), P(1, 2)), (1, -1), (2, -1)),
    "two tokens too few": _probed(_work(3, 1, 3, 3, P(1, 1), P(1, 1), P(1, 1)), (1, -2)),
    "eos in the prefill": _eos(_work(1, 2, 1, 1, P(1, 2, 0, False))),
    "eos ignored": _eos(_work(1, 2, 1, 1, P(1, 2))),
    "eos as the last": _eos(_work(1, 1, 1, 1, P(1, 1, 0, False))),
    "eos is a large token": {**_eos(_work(9, 1, 4, 1, P(2, 8, 0, False))), "eos": 2},
    "four decode, one block each": _work(20, 1, 8, 8, *[P(1, 3)] * 5),
    "four decode on a cache": _cached(_work(20, 1, 8, 8, *[P(1, 3)] * 5)),
    "one needs a block, four do not": _work(5, 2, 8, 8, P(2, 3), *[P(1, 3)] * 4),
    "four run, one gives way": _work(6, 2, 8, 8, *[P(1, 4)] * 6),
    "six run, one gives way at a time": _work(7, 1, 8, 8, *[P(1, 3)] * 6),
    "two blocks of one token": _work(2, 1, 1, 1, P(1, 2)),
    "a block is full": _work(1, 2, 2, 1, P(2, 1)),
    "two chunks": _work(1, 2, 1, 1, P(2, 1)),
    "two chunks, one decode": _work(2, 2, 1, 1, P(2, 2)),
    "a chunk is resumed": _work(1, 3, 2, 1, P(3, 1)),
    "the rest of a chunk shares a step": _work(2, 3, 2, 2, P(3, 1), P(1, 1)),
    "a chunk inside a block": _work(3, 2, 3, 1, P(6, 1)),
    "a chunk resumes with room left": _work(2, 4, 4, 4, P(6, 2), P(2, 2)),
    "exact fit": _work(2, 2, 2, 2, P(1, 1), P(1, 1)),
    "a later one is not cut": _work(2, 2, 2, 2, P(1, 1), P(2, 1)),
    "budget for one": _work(2, 2, 1, 2, P(1, 1), P(1, 1)),
    "budget for one and a half": _work(4, 2, 3, 8, P(2, 1), P(2, 1), P(1, 1)),
    "batch for one": _work(2, 2, 2, 1, P(1, 1), P(1, 1)),
    "batch for one, room for two to decode": _work(2, 2, 1, 1, P(1, 2), P(1, 2)),
    "a blocked head": _work(3, 2, 8, 8, P(4, 3), P(3, 1), P(1, 1)),
    "a blocked head while one runs": _work(2, 2, 8, 8, P(2, 2), P(2, 1)),
    "new and old": _work(2, 2, 8, 8, P(1, 2), P(1, 1, 1)),
    "new, while the batch is full": _work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "new, long after": _work(2, 2, 4, 4, P(2, 2), P(1, 2, 4)),
    "two decode, one ends first": _work(2, 4, 8, 8, P(1, 2), P(1, 3)),
    "the second ends first": _work(2, 4, 8, 8, P(1, 3), P(1, 2)),
    "a prefill ends behind a running one": _work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "order of two": _work(2, 2, 1, 2, P(1, 3), P(1, 3)),
    "order of three": _work(6, 2, 3, 3, P(1, 3), P(1, 3), P(1, 3)),
    "the front decodes alone": _work(4, 2, 8, 1, P(1, 3), P(1, 2), P(1, 2)),
    "smallest preemption": _work(2, 2, 8, 8, P(1, 2), P(2, 2)),
    "the tail gives way": _work(2, 2, 1, 1, P(1, 3), P(1, 2)),
    "both want two blocks": _work(2, 2, 1, 1, P(1, 3), P(1, 3)),
    "preempts itself, others wait": _work(2, 2, 1, 2, P(1, 2), P(2, 2)),
    "preempted before a new one": _work(2, 2, 1, 1, P(1, 3), P(1, 2), P(1, 1)),
    "prefilled again": _work(2, 2, 1, 1, P(1, 3), P(2, 2)),
    "prefilled again in one step": _work(3, 2, 4, 4, P(1, 4), P(2, 3)),
    "one of three gives way": _work(3, 2, 1, 1, P(1, 3), P(1, 2), P(1, 2)),
    "three for three blocks": _work(3, 2, 3, 3, P(1, 4), P(1, 4), P(1, 4)),
    "the last of the batch wants a block": _work(3, 2, 8, 8, P(1, 3), P(3, 3)),
    "five blocks of four": _work(5, 4, 8, 8, P(6, 4), P(5, 4), P(3, 4)),
    "the longest is not the last": _work(4, 2, 8, 8, P(2, 3), P(3, 2), P(1, 2)),
    "the shortest is not the last": _work(4, 2, 8, 8, P(2, 3), P(1, 2), P(3, 2)),
    "who waits keeps the order": _work(2, 4, 4, 2, P(4, 3), P(4, 1), P(3, 1), P(2, 1)),
    "who waits for room keeps the order": _work(2, 2, 8, 8, P(2, 3), P(4, 1), P(3, 1), P(1, 1)),
    "who runs keeps the order": _work(6, 4, 8, 8, P(1, 4), P(1, 2), P(1, 3), P(1, 2)),
    "two end at once": _cached(_work(4, 2, 8, 8, _shared("001", 1), _shared("110", 1))),
    "the order of blocks given back": _cached(
        _work(
            4,
            2,
            8,
            8,
            _shared("001", 1),
            _shared("110", 1),
            _shared("0101", 1, 1),
            _shared("001", 1, 1),
        )
    ),
    "the same prompt again": _cached(_work(3, 2, 8, 8, _shared("0011", 2), _shared("0011", 1, 1))),
    "a shared prefix in use": _cached(
        _work(4, 2, 2, 8, _shared("00110", 4), _shared("00111", 2, 3))
    ),
    "a hit needs no room": _cached(_work(3, 2, 4, 4, _shared("0010", 3), _shared("001", 1, 1))),
    "decodes fill blocks too": _cached(
        _work(4, 2, 8, 8, _shared("01", 4), _shared("010101", 1, 5))
    ),
    "two that share a block give way": _cached(
        _work(
            6,
            1,
            1,
            2,
            _shared("0", 4),
            _shared("0", 2, 3),
            _shared("0", 2),
            _shared("00", 2),
        )
    ),
    "a preempted one finds its blocks": _cached(
        _work(4, 2, 1, 3, _shared("0", 3), _shared("01101", 3))
    ),
    "beside a second scheduler": _beside(_work(3, 1, 1, 1, P(1, 3))),
    "beside a second one, four chunks": _beside(_work(5, 1, 1, 1, P(4, 2))),
    "beside a second one, two requests": _beside(_work(2, 2, 1, 2, P(1, 3), P(2, 2))),
    "beside a second one, on a cache": _beside(_cached(_work(4, 2, 3, 2, P(3, 3), P(2, 2)))),
    "three and eos": _eos(
        _work(3, 3, 3, 3, P(2, 3, 0, False), P(2, 4), P(1, 5, 0, False), P(2, 5, 0, False))
    ),
    "five in a tight pool": _work(4, 4, 3, 1, P(2, 5), P(3, 6), P(6, 2), P(2, 2), P(6, 2)),
    "one of many": _work(2, 3, 1, 3, P(1, 2), P(2, 3), P(1, 4, 1), P(3, 2)),
    "late and tight": _work(
        5, 2, 4, 3, P(3, 4), P(5, 3, 1), P(1, 6), P(4, 2, 2), P(2, 5), P(6, 4, 3)
    ),
    "late, tight and eos": _probed(
        _eos(
            _work(
                4,
                3,
                5,
                2,
                P(4, 5, 0, False),
                P(1, 4),
                P(7, 3, 0, False),
                P(2, 6, 1, False),
                P(5, 5, 2),
            )
        ),
        (4, 1),
        (7, -1),
    ),
    "many with shared prefixes": _cached(
        _work(
            6,
            2,
            4,
            3,
            _shared("00110", 4),
            _shared("00111", 3),
            _shared("0011010", 2, 1),
            _shared("11001", 3),
            _shared("001101", 4, 2),
        )
    ),
    "a long answer to a long prompt": _work(600, 1, 300, 1, P(280, 270)),
    "a thousand and a half": _crowd(1500),
    "thirty that all run": _work(30, 1, 30, 30, *[P(1, 3)] * 30),
    "one gives way again and again": _work(
        7, 1, 8, 1, P(1, 2), P(1, 3), P(1, 4), P(1, 5), P(1, 6), P(1, 2), P(1, 7)
    ),
    "each a token longer": _work(
        9, 1, 8, 1, *[P(1, more) for more in range(2, 9)], P(1, 2), P(1, 7)
    ),
    "long ones are resumed": _work(6, 1, 4, 1, *[P(1, more) for more in (2, 3, 4, 5, 6, 6)]),
    "eleven run": _work(11, 4, 8, 8, P(3, 3), *[P(1, 4)] * 10),
    "a hundred chunks": _work(27, 4, 1, 8, P(1, 2), P(102, 1)),
    "a long chunk beside one that runs": _work(20, 4, 100, 8, P(1, 4), P(65, 1)),
    "one token at a time, many turns": _work(20, 4, 8, 1, P(1, 66), P(1, 2)),
    "busy, long answers": _busy(1, 12, 30, 15, 4, 8, 4),
    "busy, one at a time": _busy(2, 8, 24, 47, 1, 25, 1),
    "busy, long prompts": _busy(3, 10, 70, 40, 4, 40, 8),
}
