"""Random scenarios."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.eviction.scenarios import MANY, scenario_of
from grader.properties.eviction.shapes import Op, Verb

WEIGHTS: list[tuple[Verb, int]] = [
    ("insert", 31),
    ("uneven", 1),
    ("match", 7),
    ("bad", 2),
    ("split", 2),
    ("lock", 17),
    ("later", 2),
    ("cut", 2),
    ("refuse", 2),
    ("miscut", 1),
    ("swap", 1),
]
VERBS: list[Verb] = [verb for verb, weight in WEIGHTS for _ in range(weight)]
PAGES = (1, 2, 3, 1, 2, 3, 1, 2, 4)
PACES = (1, 1, 1, 1, 1, 1, 1, 2, 2, 9)
EVICT = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 0, 0, -1, MANY)


def _draw(number: int) -> check.Scenario:
    """Make one scenario of a number: three of four for the tree alone."""
    rng = random.Random(number)
    page = PAGES[number % len(PAGES)]
    if number % 4 == 0:
        return _draw_life(rng, page)
    ops = [*_draw_ops(rng, page, 2 + (rng.random() < 0.4))]
    return scenario_of(ops, page=page, pace=PACES[int(rng.random() * len(PACES))])


def _draw_ops(rng: random.Random, page: int, letters: int) -> Iterator[Op]:
    """Draw insert 32, match 11, lock 19, unlock 18, evict 14, nodes matched before 5, swap 1."""
    recent: list[list[int]] = [[]]
    for _ in range(5 + int(rng.random() * 36)):
        dice = int(rng.random() * 100)
        if dice < 60:
            tokens = _draw_tokens(rng, recent, page, letters)
            do = VERBS[dice]
            most = {"split": 3, "uneven": 1 + bool(tokens)}.get(do, 1)
            yield {"do": do, "tokens": tokens, "n": int(rng.random() * most)}
        elif dice < 68:
            do = VERBS[dice]
            yield {"do": do, "tokens": [], "n": int(rng.random() * 4) * (do != "swap")}
        elif dice < 86:
            yield {"do": "unlock", "tokens": [], "n": dice % 4}
        else:
            yield {"do": "evict", "tokens": [], "n": EVICT[int(rng.random() * len(EVICT))]}


def _draw_tokens(rng: random.Random, recent: list[list[int]], page: int, letters: int) -> list[int]:
    """Cut one of the last six sequences anywhere, and go on with a few tokens."""
    old = recent[int(rng.random() * len(recent))]
    tokens = old[: int(rng.random() * (len(old) + 1))]
    more = int(rng.random() * 4) + (page - 1) * int(rng.random() * 3)
    tokens += [1 + int(rng.random() * letters) for _ in range(more)]
    recent.append(tokens)
    if len(recent) > 6:
        del recent[0]
    return tokens


def _draw_life(rng: random.Random, page: int) -> check.Scenario:
    recent: list[list[int]] = [[]]
    ops: list[Op] = []
    for _ in range(4 + int(rng.random() * 17)):
        dice = int(rng.random() * 100)
        if dice < 40:
            tokens = _draw_tokens(rng, recent, page, 2) or [1]
            ops.append({"do": "start", "tokens": tokens, "n": 1 + dice % 2})
        elif dice < 78:
            ops.append({"do": "step", "tokens": [1 + dice % 2], "n": int(rng.random() * 4)})
        elif dice < 99:
            ops.append({"do": "finish", "tokens": [], "n": dice % 4})
        else:
            ops.append({"do": "swap", "tokens": [], "n": 0})
    chunk = int(rng.random() * 8) % 5
    return scenario_of(ops, page=page, pool=3 + int(rng.random() * 17), chunk=chunk)


SCENARIOS: SearchStrategy[check.Scenario] = st.integers(0, (1 << 48) - 1).map(_draw)
