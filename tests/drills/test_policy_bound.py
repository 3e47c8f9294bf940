"""The longest wait that the checks of `policy` ask bound() for is one that arrivals really make.

Every pass is played by the rule: largest score first, ties in list order, the first `slots` leave.
"""

import random
from itertools import product

from grader.properties.policy.queues import largest_bound, longest_wait


def wait(call: list[int], start: list[int], later: list[list[int]], watched: int) -> int:
    """Return after how many passes the request at place `watched` of `start` is served."""
    _, _, slots, _, weight = call
    queue = [(match, 0, place) for place, match in enumerate(start)]
    now = 0
    while True:
        order = sorted(queue, key=lambda one: -(one[0] + weight * (now - one[1])))
        leaving = order[:slots]
        now += 1
        if any(joined == 0 and place == watched for _, joined, place in leaving):
            return now
        queue = [one for one in queue if one not in leaving]
        joining = later[now - 1] if now <= len(later) else []
        queue += [(match, now, place) for place, match in enumerate(joining)]


def test_one_that_matches_nothing_waits_so_long_when_all_others_match_the_most() -> None:
    for numbers in product(range(4), range(4), (1, 2, 3), range(8), (1, 2, 3)):
        call = [*numbers]
        backlog, arrivals, _, most, _ = call
        start = [most] * backlog + [0]
        assert wait(call, start, [[most] * arrivals] * 40, backlog) == longest_wait(call), call


def test_no_other_arrivals_make_anybody_wait_longer() -> None:
    draw = random.Random(1)
    for _ in range(3000):
        call = [
            draw.randrange(5),
            draw.randrange(4),
            *(1 + draw.randrange(3), draw.randrange(9), 2),
        ]
        backlog, arrivals, _, most, _ = call
        start = [draw.randint(0, most) for _ in range(backlog + 1)]
        later = [
            [draw.randint(0, most) for _ in range(draw.randint(0, arrivals))] for _ in range(20)
        ]
        assert wait(call, start, later, draw.randrange(len(start))) <= longest_wait(call), call


def test_the_longest_wait_is_never_above_the_largest_bound_that_is_accepted() -> None:
    for numbers in product(range(6), range(6), (1, 2, 3, 4), range(12), (1, 2, 3, 5)):
        assert longest_wait([*numbers]) <= largest_bound([*numbers]), numbers
