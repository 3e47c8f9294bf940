"""Fixed scenarios, by what they tell, small before large."""

from grader import check
from grader.properties.budget.notation import case, request_of

TELLING: dict[str, check.Scenario] = {
    "one token": case((2, 2, 4, 2), [request_of(1, 1)]),
    "a chunked prompt": case((2, 4, 3, 2), [request_of(7, 2)]),
    "a decode takes the last block": case((2, 2, 7, 2), [request_of(1, 2), request_of(2, 2)]),
    "preempted and resumed with its output": case(
        (2, 2, 5, 2), [request_of(2, 2), request_of(1, 2, 2)], full_fit=False
    ),
    "a watermark, idle and busy": case(
        (4, 1, 4, 2), [request_of(3, 2, 2), request_of(4, 1)], full_fit=False, watermark=1
    ),
    "a cap for one request alone": case((3, 4, 6, 2), [request_of(8, 2)], cap=2),
    "a cap while two are there": case((6, 2, 8, 2), [request_of(6, 2), request_of(4, 1)], cap=2),
    "one more than max_seqs": case((4, 2, 8, 1), [request_of(1, 2), request_of(1, 1)]),
    "a blocked head is not overtaken": case(
        (3, 2, 8, 3), [request_of(3, 3), request_of(4, 1), request_of(1, 1)]
    ),
    "an exact fit": case((2, 2, 4, 2), [request_of(2, 1), request_of(2, 1)]),
    "a blocked head holds on while others run": case(
        (3, 2, 3, 3), [request_of(2, 3), request_of(4, 2), request_of(1, 2, at=1)]
    ),
    "one budget for both passes": case(
        (8, 4, 4, 3), [request_of(2, 4), request_of(6, 2), request_of(5, 1, at=2)]
    ),
    "a long answer to a long prompt": case((600, 1, 300, 1), [request_of(280, 270)]),
    "eos as the last token": case((2, 4, 4, 1), [request_of(2, 2, 2)]),
    "a large eos": {**case((2, 4, 4, 1), [request_of(2, 3, 2)]), "eos": 50_256},
    "the order of the queue": case(
        (2, 1, 2, 2), [request_of(2, 1), request_of(1, 1, at=1), request_of(1, 1)]
    ),
    "admitted by its first chunk": case(
        (4, 1, 2, 2), [request_of(1, 1), request_of(4, 1)], full_fit=False
    ),
    "a chunk needs two victims": case(
        (4, 2, 6, 3), [request_of(8, 1), request_of(1, 2), request_of(1, 2)], cap=4, full_fit=False
    ),
    "all behind it are victims, and it goes on": case(
        (6, 1, 5, 3), [request_of(1, 2), request_of(5, 1), request_of(1, 2)], cap=3, full_fit=False
    ),
    "the tail goes first, though the one before it would do": case(
        (7, 1, 7, 3), [request_of(5, 1), request_of(4, 1), request_of(1, 2)], cap=3, full_fit=False
    ),
    "a capped chunk before a decode": case(
        (6, 2, 3, 2), [request_of(6, 1), request_of(1, 3)], cap=2
    ),
    "nothing to do for a step": case((2, 4, 4, 2), [request_of(2, 1), request_of(2, 1, at=3)]),
    "three end at once": case(
        (6, 2, 8, 4), [request_of(2, 2), request_of(1, 2), request_of(2, 2), request_of(2, 3)]
    ),
    "a sampled token is missing": case(
        (4, 4, 8, 2), [request_of(2, 2), request_of(3, 2)], wrong=[{"step": 1, "kind": "missing"}]
    ),
    "a token for a stranger": case(
        (4, 4, 8, 2), [request_of(2, 2), request_of(3, 2)], wrong=[{"step": 1, "kind": "unknown"}]
    ),
    "a token for a chunk": case(
        (4, 4, 4, 2), [request_of(2, 2), request_of(5, 2)], wrong=[{"step": 1, "kind": "unsampled"}]
    ),
    "one missing, one too many": case(
        (4, 4, 8, 2), [request_of(2, 2), request_of(3, 2)], wrong=[{"step": 2, "kind": "swapped"}]
    ),
    "worked example": case((8, 4, 6, 4), [request_of(3, 5), request_of(13, 2)]),
    "the three requests of the drill scheduler": case(
        (5, 4, 8, 8), [request_of(6, 4), request_of(5, 4), request_of(3, 4)]
    ),
    "caps, preemption, a late arrival": case(
        (6, 2, 4, 3),
        [request_of(6, 4, 2), request_of(7, 2), request_of(4, 2, at=1)],
        cap=3,
        full_fit=False,
    ),
    "preempted again, though another could give way": case(
        (5, 2, 10, 3), [request_of(3, 8), request_of(3, 3), request_of(2, 6)], cap=2, full_fit=False
    ),
    "preempted three times": case(
        (11, 2, 14, 4),
        [request_of(1, 14), request_of(1, 15), request_of(17, 1)],
        cap=6,
        full_fit=False,
    ),
    "preempted six times": case(
        (39, 1, 15, 4),
        [request_of(1, 29), request_of(1, 39), request_of(39, 1)],
        cap=3,
        full_fit=False,
    ),
    "the last has many outputs": case(
        (24, 1, 15, 4),
        [request_of(1, 10), request_of(15, 4), request_of(1, 15)],
        cap=1,
        full_fit=False,
    ),
    "four victims in a row": case((9, 1, 10, 10), [request_of(1, 5), *[request_of(1, 4)] * 8]),
    "nine are admitted at once": case((20, 4, 10, 9), [request_of(1, 2)] * 9),
    "many turns beside another": case((20, 4, 10, 4), [request_of(1, 21), request_of(1, 21, at=3)]),
    "a late one beside a long answer": case(
        (20, 4, 10, 4), [request_of(1, 10), request_of(1, 6, at=5)]
    ),
    "a long prompt beside a decode": case((40, 4, 10, 4), [request_of(1, 4), request_of(41, 1)]),
    "a small cap for a long prompt": case(
        (9, 2, 10, 2), [request_of(1, 1), request_of(18, 1)], cap=1
    ),
    "a watermark of more than half": case(
        (10, 1, 10, 4), [request_of(4, 3), request_of(1, 1)], watermark=6
    ),
    "blocked for long by the watermark": case(
        (100, 60, 10, 4), [request_of(1, 60), request_of(1, 1)], watermark=99
    ),
    "blocked for long by full_fit": case(
        (99, 1, 30, 4), [request_of(30, 69), request_of(70, 1)], cap=2
    ),
    "a cap for seventy chunks": case((40, 4, 10, 4), [request_of(1, 70), request_of(70, 1)], cap=1),
    "refused twice": case(
        (4, 4, 8, 2),
        [request_of(2, 2), request_of(3, 2)],
        wrong=[{"step": 1, "kind": "unknown"}, {"step": 1, "kind": "missing"}],
    ),
    "refused in two steps": case(
        (4, 4, 8, 2),
        [request_of(2, 3), request_of(3, 3)],
        wrong=[{"step": 1, "kind": "unknown"}, {"step": 2, "kind": "unknown"}],
    ),
    "beside a second scheduler": {**case((3, 1, 1, 1), [request_of(1, 3)]), "beside": True},
    "beside a second one, four chunks": {
        **case((5, 1, 1, 1), [request_of(4, 2)]),
        "beside": True,
    },
    "beside a second one, one gives way": {
        **case((2, 2, 7, 2), [request_of(1, 2), request_of(2, 2)]),
        "beside": True,
    },
    "caps, full fit, two late arrivals": case(
        (5, 4, 5, 2),
        [request_of(8, 5), request_of(8, 2, 2), request_of(1, 3, 2, 1), request_of(2, 2, 2, 2)],
        cap=2,
    ),
}
