"""Fixed passes, scores, bounds and refusals of level 3, by what they tell.

Left out: how one is written (`notation.py`).
"""

from grader import check
from grader.properties.policy.notation import (
    age_case,
    beside_the_least,
    bound_case,
    refused_case,
    scores_case,
)
from grader.properties.policy.queues import FLOORS, NOBODY

ZEROS = {"backlog": 0, "arrivals": 0, "max_match": 0}

AGES: dict[str, check.Scenario] = {
    "the cold one waits": age_case(1, 1, [0, 2], [2], [2], [2]),
    "nobody but one": age_case(1, 1, [0]),
    "equal scores keep the list": age_case(2, 1, [0, 2], [2], [2]),
    "equal scores against all names": scores_case(1, [0, 0], [0, 0], [0, 0], names="mixed"),
    "older ones against all names": scores_case(2, [1, 2], [3, 1], [5, 0], names="down"),
    "equal scores in thirds": scores_case(3, [1, 4], [7, 2]),
    "equal scores in fifths": scores_case(5, [1, 1], [6, 0]),
    "129 are sorted by score": scores_case(1, [0, 0, 128], [1, 0]),
    "nobody is deferred by score": scores_case(1, [32, 0, 2], [1, 0]),
    "an age beyond a thousand": scores_case(1, [0, 2_000], [1_999, 0]),
    "a match ahead of a thousand passes": scores_case(1, [0, 1_000], [1_001, 0]),
    "a weight beyond a float's digits": scores_case(10**17, [0, 1], [1, 1]),
    "a weight beyond a machine's numbers": scores_case(2**63, [0, 1], [1, 0]),
    "a weight next to a power of ten": scores_case(999, [0, 1], [1_000, 0]),
    "a backlog of four": age_case(1, 1, [3, 3, 3, 3, 0]),
    "two served a pass": age_case(1, 2, [3, 3, 3, 3, 0], [3, 3], [3, 3], [3, 3]),
    "two join, one is served": age_case(1, 1, [0, 4], *[[4, 4]] * 6),
    "fewer join than are served": age_case(1, 2, [3, 3, 3, 0], [3], [3]),
    "three served a pass": age_case(2, 3, [0, 5, 5, 5, 5], *[[5, 5, 5, 5]] * 4),
    "a weight of three": age_case(3, 1, [6, 0], *[[6, 6, 6]] * 4),
    "a weight that does not divide": age_case(3, 1, [7, 0], *[[7]] * 4),
    "nobody matches": age_case(1, 1, [0, 0, 0], [0], [0]),
    "an age_weight of 0 for nobody": refused_case(NOBODY, age_weight=0),
    "a negative age_weight for nobody": refused_case(NOBODY, age_weight=-7),
    "a weight beyond a hundred": scores_case(102, [0, 1], [101, 0]),
    "cold twins are not deferred by age": scores_case(1, [0, 0, 2], [0, 0], stem=True),
    "prompts that share forty tokens": scores_case(1, [40, 0], [41, 0], [3, 0], stem=True),
    "matches of more than a thousand": scores_case(1, [1025, 0], [1026, 0]),
    "no bound without age for nobody": refused_case("bound", **ZEROS, slots=1, age_weight=0),
    "no bound without slots for nobody": refused_case("bound", **ZEROS, slots=0, age_weight=1),
    "an age_weight of 0": refused_case("order_with_age", age_weight=0),
    "a negative age_weight": refused_case("order_with_age", age_weight=-7),
    "no bound without age": refused_case("bound", age_weight=0),
    "no bound without slots": refused_case("bound", slots=0),
    "a negative backlog": refused_case("bound", backlog=-7),
    "a backlog of one less than nobody": refused_case("bound", backlog=-1),
    "negative arrivals": refused_case("bound", arrivals=-7),
    "a negative match": refused_case("bound", max_match=-7),
    **{name: case for bad in FLOORS for name, case in beside_the_least(bad).items()},
    "the bound of one alone": bound_case([0, 0, 1, 0, 1]),
    "a bound, fewer join than leave": bound_case([4, 1, 2, 3, 1]),
    "a bound, many join": bound_case([1, 6, 1, 2, 1]),
    "a bound, nobody gets ahead": bound_case([0, 10, 1, 0, 1]),
    "a bound, many passes get ahead": bound_case([1, 1, 1, 12, 1]),
    "a bound, one pass more gets ahead": bound_case([1, 1, 1, 5, 3]),
    "a bound, a large weight": bound_case([1, 1, 1, 14, 7]),
    "a bound, many are served": bound_case([4, 0, 4, 0, 1]),
    "large bounds": bound_case([900, 40, 3, 60, 2], [7, 300, 299, 4, 1], [999, 1, 1, 999, 2]),
}
