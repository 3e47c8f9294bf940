"""Fixed scenarios of the drill `scheduler`, each by what it tells, small before large.

They are played before any random one, so that what a person sees is as small as it can be.
Left out: how one is written (`notation.py`), and why it tells what it tells:
`grader/mutants/scheduler` holds the wrong programs.
"""

from grader import check
from grader.properties.scheduler.notation import (
    beside,
    busy,
    cached,
    crowd,
    ended,
    probed,
    sharing,
    work,
)
from grader.properties.scheduler.notation import request as P

TELLING: dict[str, check.Scenario] = {
    "nothing to do": work(1, 1, 1, 1),
    "nothing to do, but a token": probed(work(1, 1, 1, 1), (1, 1)),
    "one token": work(1, 1, 1, 1, P(1, 1)),
    "one prefill, one decode": work(1, 2, 1, 1, P(1, 2)),
    "a token too many": probed(work(1, 2, 1, 1, P(1, 2)), (1, 1), (2, 1), (3, 2)),
    "a token too few": probed(work(2, 2, 2, 2, P(1, 2), P(1, 2)), (1, -1), (2, -1)),
    "two tokens too few": probed(work(3, 1, 3, 3, P(1, 1), P(1, 1), P(1, 1)), (1, -2)),
    "eos in the prefill": ended(work(1, 2, 1, 1, P(1, 2, 0, False))),
    "eos ignored": ended(work(1, 2, 1, 1, P(1, 2))),
    "eos as the last": ended(work(1, 1, 1, 1, P(1, 1, 0, False))),
    "eos is a large token": {**ended(work(9, 1, 4, 1, P(2, 8, 0, False))), "eos": 2},
    "four decode, one block each": work(20, 1, 8, 8, *[P(1, 3)] * 5),
    "four decode on a cache": cached(work(20, 1, 8, 8, *[P(1, 3)] * 5)),
    "one needs a block, four do not": work(5, 2, 8, 8, P(2, 3), *[P(1, 3)] * 4),
    "four run, one gives way": work(6, 2, 8, 8, *[P(1, 4)] * 6),
    "six run, one gives way at a time": work(7, 1, 8, 8, *[P(1, 3)] * 6),
    "two blocks of one token": work(2, 1, 1, 1, P(1, 2)),
    "a block is full": work(1, 2, 2, 1, P(2, 1)),
    "two chunks": work(1, 2, 1, 1, P(2, 1)),
    "two chunks, one decode": work(2, 2, 1, 1, P(2, 2)),
    "a chunk is resumed": work(1, 3, 2, 1, P(3, 1)),
    "the rest of a chunk shares a step": work(2, 3, 2, 2, P(3, 1), P(1, 1)),
    "a chunk inside a block": work(3, 2, 3, 1, P(6, 1)),
    "a chunk resumes with room left": work(2, 4, 4, 4, P(6, 2), P(2, 2)),
    "exact fit": work(2, 2, 2, 2, P(1, 1), P(1, 1)),
    "a later one is not cut": work(2, 2, 2, 2, P(1, 1), P(2, 1)),
    "budget for one": work(2, 2, 1, 2, P(1, 1), P(1, 1)),
    "budget for one and a half": work(4, 2, 3, 8, P(2, 1), P(2, 1), P(1, 1)),
    "batch for one": work(2, 2, 2, 1, P(1, 1), P(1, 1)),
    "batch for one, room for two to decode": work(2, 2, 1, 1, P(1, 2), P(1, 2)),
    "a blocked head": work(3, 2, 8, 8, P(4, 3), P(3, 1), P(1, 1)),
    "a blocked head while one runs": work(2, 2, 8, 8, P(2, 2), P(2, 1)),
    "new and old": work(2, 2, 8, 8, P(1, 2), P(1, 1, 1)),
    "new, while the batch is full": work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "new, long after": work(2, 2, 4, 4, P(2, 2), P(1, 2, 4)),
    "two decode, one ends first": work(2, 4, 8, 8, P(1, 2), P(1, 3)),
    "the second ends first": work(2, 4, 8, 8, P(1, 3), P(1, 2)),
    "a prefill ends behind a running one": work(2, 2, 1, 1, P(1, 2), P(1, 1)),
    "order of two": work(2, 2, 1, 2, P(1, 3), P(1, 3)),
    "order of three": work(6, 2, 3, 3, P(1, 3), P(1, 3), P(1, 3)),
    "the front decodes alone": work(4, 2, 8, 1, P(1, 3), P(1, 2), P(1, 2)),
    "smallest preemption": work(2, 2, 8, 8, P(1, 2), P(2, 2)),
    "the tail gives way": work(2, 2, 1, 1, P(1, 3), P(1, 2)),
    "both want two blocks": work(2, 2, 1, 1, P(1, 3), P(1, 3)),
    "preempts itself, others wait": work(2, 2, 1, 2, P(1, 2), P(2, 2)),
    "preempted before a new one": work(2, 2, 1, 1, P(1, 3), P(1, 2), P(1, 1)),
    "prefilled again": work(2, 2, 1, 1, P(1, 3), P(2, 2)),
    "prefilled again in one step": work(3, 2, 4, 4, P(1, 4), P(2, 3)),
    "one of three gives way": work(3, 2, 1, 1, P(1, 3), P(1, 2), P(1, 2)),
    "three for three blocks": work(3, 2, 3, 3, P(1, 4), P(1, 4), P(1, 4)),
    "the last of the batch wants a block": work(3, 2, 8, 8, P(1, 3), P(3, 3)),
    "five blocks of four": work(5, 4, 8, 8, P(6, 4), P(5, 4), P(3, 4)),
    "the longest is not the last": work(4, 2, 8, 8, P(2, 3), P(3, 2), P(1, 2)),
    "the shortest is not the last": work(4, 2, 8, 8, P(2, 3), P(1, 2), P(3, 2)),
    "who waits keeps the order": work(2, 4, 4, 2, P(4, 3), P(4, 1), P(3, 1), P(2, 1)),
    "who waits for room keeps the order": work(2, 2, 8, 8, P(2, 3), P(4, 1), P(3, 1), P(1, 1)),
    "who runs keeps the order": work(6, 4, 8, 8, P(1, 4), P(1, 2), P(1, 3), P(1, 2)),
    "two end at once": cached(work(4, 2, 8, 8, sharing("001", 1), sharing("110", 1))),
    "the order of blocks given back": cached(
        work(
            4,
            2,
            8,
            8,
            sharing("001", 1),
            sharing("110", 1),
            sharing("0101", 1, 1),
            sharing("001", 1, 1),
        )
    ),
    "the same prompt again": cached(work(3, 2, 8, 8, sharing("0011", 2), sharing("0011", 1, 1))),
    "a shared prefix in use": cached(work(4, 2, 2, 8, sharing("00110", 4), sharing("00111", 2, 3))),
    "a hit needs no room": cached(work(3, 2, 4, 4, sharing("0010", 3), sharing("001", 1, 1))),
    "decodes fill blocks too": cached(work(4, 2, 8, 8, sharing("01", 4), sharing("010101", 1, 5))),
    "two that share a block give way": cached(
        work(
            6,
            1,
            1,
            2,
            sharing("0", 4),
            sharing("0", 2, 3),
            sharing("0", 2),
            sharing("00", 2),
        )
    ),
    "a preempted one finds its blocks": cached(
        work(4, 2, 1, 3, sharing("0", 3), sharing("01101", 3))
    ),
    "beside a second scheduler": beside(work(3, 1, 1, 1, P(1, 3))),
    "beside a second one, four chunks": beside(work(5, 1, 1, 1, P(4, 2))),
    "beside a second one, two requests": beside(work(2, 2, 1, 2, P(1, 3), P(2, 2))),
    "beside a second one, on a cache": beside(cached(work(4, 2, 3, 2, P(3, 3), P(2, 2)))),
    "three and eos": ended(
        work(3, 3, 3, 3, P(2, 3, 0, False), P(2, 4), P(1, 5, 0, False), P(2, 5, 0, False))
    ),
    "five in a tight pool": work(4, 4, 3, 1, P(2, 5), P(3, 6), P(6, 2), P(2, 2), P(6, 2)),
    "one of many": work(2, 3, 1, 3, P(1, 2), P(2, 3), P(1, 4, 1), P(3, 2)),
    "late and tight": work(
        5, 2, 4, 3, P(3, 4), P(5, 3, 1), P(1, 6), P(4, 2, 2), P(2, 5), P(6, 4, 3)
    ),
    "late, tight and eos": probed(
        ended(
            work(
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
    "many with shared prefixes": cached(
        work(
            6,
            2,
            4,
            3,
            sharing("00110", 4),
            sharing("00111", 3),
            sharing("0011010", 2, 1),
            sharing("11001", 3),
            sharing("001101", 4, 2),
        )
    ),
    "a long answer to a long prompt": work(600, 1, 300, 1, P(280, 270)),
    "a thousand and a half": crowd(1500),
    "thirty that all run": work(30, 1, 30, 30, *[P(1, 3)] * 30),
    "one gives way again and again": work(
        7, 1, 8, 1, P(1, 2), P(1, 3), P(1, 4), P(1, 5), P(1, 6), P(1, 2), P(1, 7)
    ),
    "each a token longer": work(
        9, 1, 8, 1, *[P(1, more) for more in range(2, 9)], P(1, 2), P(1, 7)
    ),
    "long ones are resumed": work(6, 1, 4, 1, *[P(1, more) for more in (2, 3, 4, 5, 6, 6)]),
    "eleven run": work(11, 4, 8, 8, P(3, 3), *[P(1, 4)] * 10),
    "a hundred chunks": work(27, 4, 1, 8, P(1, 2), P(102, 1)),
    "a long chunk beside one that runs": work(20, 4, 100, 8, P(1, 4), P(65, 1)),
    "one token at a time, many turns": work(20, 4, 8, 1, P(1, 66), P(1, 2)),
    "busy, long answers": busy(1, 12, 30, 15, 4, 8, 4),
    "busy, one at a time": busy(2, 8, 24, 47, 1, 25, 1),
    "busy, long prompts": busy(3, 10, 70, 40, 4, 40, 8),
}
