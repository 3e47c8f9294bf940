"""Fixed scenarios of the drill `policy`, by what they tell, played before any random one.

Left out: the names of the wrong programs that they tell (`grader/mutants/policy`).
"""

from grader import check
from grader.properties.policy.encodings import ENCODINGS
from grader.properties.policy.notation import (
    age_case,
    beside_the_least,
    bound_case,
    called,
    cost_case,
    crowded,
    order_case,
    refused_case,
    renamed,
    scores_case,
    tree_case,
)
from grader.properties.policy.queues import FLOORS, NOBODY
from grader.properties.policy.shapes import Prompt

FIVE_TWINS: list[Prompt] = [[[7, 100]]] * 3 + [[[8, 100]]] + [[[7, 100]]] * 2
WARM: list[Prompt] = [[[7, 33]]]
WARM_50: Prompt = [[8, 50]]
FORK: list[tuple[int, list[int]]] = [(0, [1, 1]), (0, [2, 1]), (2, [3, 2])]
THREE: list[tuple[int, list[int]]] = [(0, [1, 1]), (0, [2, 1]), (0, [3, 1])]
ONE_EACH: list[Prompt] = [[[1, 1]], [[2, 1]], [[3, 1]]]
ANY: list[Prompt] = [[[2, 2]], [[3, 3]], [[1, 1]]]  # no order of lengths or tokens
FOUR: list[Prompt] = [[[1, 1]], [[2, 1]], [[3, 1]], [[4, 1]]]
ZEROS = {"backlog": 0, "arrivals": 0, "max_match": 0}
TELLING: dict[str, check.Scenario] = {
    "fcfs keeps the list": order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]], policy="fcfs"),
    "nobody waits": order_case(),
    "the warm one first": order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]]),
    "a tie keeps the list": order_case([[1, 1]], [[2, 2]], [[3, 2]], cache=[[[2, 2]], [[3, 2]]]),
    "a tie against names, arrivals, tokens": order_case(*ANY, names="B C A"),
    "fcfs against names, arrivals, tokens": order_case(*ANY, names="B C A", policy="fcfs"),
    "too many, against names, arrivals, tokens": order_case(*ANY, names="B C A", limit=2),
    "more left to compute": order_case([[2, 2]], [[1, 9]], cache=[[[2, 2]], [[1, 4]]]),
    "matches 0, 40, 40, 10": order_case(
        *[[[1, 50]], [[2, 50]], [[3, 50]], [[4, 50]]], cache=[[[2, 40]], [[3, 40]], [[4, 10]]]
    ),
    "matches beyond a hundred": order_case(
        *[[[1, 250]], [[2, 280]], [[3, 300]]], cache=[[[1, 190]], [[2, 260]], [[3, 130]]]
    ),
    "as many as the limit": order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]], limit=2),
    "one more than the limit": order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]], limit=1),
    "a limit of nobody": order_case([[1, 1]], cache=[[[1, 1]]], limit=0),
    "128 are sorted": crowded(order_case([[9, 1]], [[1, 1]], cache=[[[1, 1]]]), 127),
    "129 are, if so many may be": crowded(
        order_case([[9, 1]], [[1, 1]], cache=[[[1, 1]]], limit=200), 128
    ),
    "129 are not": crowded(order_case([[9, 1]], [[1, 1]], cache=[[[1, 1]]]), 128),
    "two cold twins": order_case([[7, 2]], [[7, 2]], [[8, 2]], defer=2, check=0),
    "five equal prompts and one other": order_case(*FIVE_TWINS),
    "twins of 32 tokens share enough": order_case([[7, 32]], [[7, 32]], [[8, 9]]),
    "twins of 31 tokens do not": order_case([[7, 31]], [[7, 31]], [[8, 9]]),
    "31 shared of 40": order_case([[7, 31], [1, 9]], [[7, 31], [2, 9]], [[8, 9]]),
    "32 shared of 40": order_case([[7, 32], [1, 9]], [[7, 32], [2, 9]], [[8, 9]]),
    "one token more of 65": order_case(
        WARM_50, [[7, 64], [1, 1]], [[7, 64], [2, 1]], cache=[WARM_50, [[7, 64], [2, 1]]]
    ),
    "one token more of a prompt of 66": order_case(
        WARM_50, [[1, 66]], [[2, 66]], cache=[WARM_50, [[1, 65]], [[2, 66]]]
    ),
    "a token more in the middle": order_case(
        WARM_50,
        [[7, 64], [1, 4], [7, 64]],
        [[7, 64], [2, 4], [7, 64]],
        cache=[WARM_50, [[7, 64], [2, 4]]],
    ),
    "matches beyond a thousand": order_case(
        WARM_50,
        *[[[token, 300], [2, 300], [3, 300], [4, 150]] for token in (1, 5, 6)],
        cache=[WARM_50, *[[[n, 300], [2, 300], [3, 300], [4, 99 + n]] for n in (1, 5, 6)]],
    ),
    "cold up to a match of 50": order_case(
        [[7, 60]], [[7, 60]], [[8, 60]], cache=[[[7, 40]]], check=50
    ),
    "twelve cold twins": crowded(order_case([[7, 40]], [[8, 40]]), 12),
    "130 of whom 129 may be sorted": crowded(
        order_case([[9, 1]], [[1, 1]], cache=[[[1, 1]]], limit=129), 129
    ),
    "a policy without a name": order_case(policy=""),
    "no policy without a name": order_case([[1, 1]], policy=""),
    "a policy with a space": order_case([[1, 1]], policy=" lpm"),
    "names that differ in a space": called(
        order_case([[1, 1]], [[2, 1]], [[3, 1]], cache=[[[3, 1]]]), "A", "A ", " A"
    ),
    "names that differ in their letters": called(
        order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]]), "a", "A"
    ),
    "a negative defer for nobody": order_case(defer=-1),
    "twins that share 300": order_case([[7, 300]], [[7, 300]], [[8, 9]], defer=300),
    "shared at the end only": order_case([[1, 9], [7, 40]], [[2, 9], [7, 40]], [[8, 9]]),
    "shared in the middle too": order_case(
        [[7, 1], [1, 1], [7, 3]], [[7, 1], [2, 1], [7, 3]], [[8, 1]], defer=3, check=0
    ),
    "a match of 32 is cold": order_case([[7, 40]], [[7, 40]], [[8, 9]], cache=[[[7, 32]]]),
    "a match of 33 is warm": order_case([[7, 40]], [[7, 40]], [[8, 9]], cache=WARM),
    "a warm one is not remembered": order_case(
        [[7, 3], [1, 2]], [[7, 3], [2, 2]], [[8, 9]], cache=[[[7, 3], [1, 2]]], check=3, defer=3
    ),
    "two deferred and one alone": order_case(
        [[7, 2], [1, 2]], [[7, 2], [2, 2]], [[7, 2], [2, 2], [3, 1]], [[8, 1]], defer=2, check=0
    ),
    "the deferred keep the list's order": order_case(
        [[7, 4]], [[7, 4], [1, 1]], [[7, 5]], [[7, 4], [2, 1]], cache=[[[7, 1]]], check=3, defer=4
    ),
    "deferred although it matches more": order_case(
        [[7, 1], [1, 3]], [[7, 1], [2, 3]], [[8, 3]], cache=[[[7, 1], [2, 1]]], check=2, defer=1
    ),
    "the deferred are not sorted": order_case(
        [[7, 1], [2, 1]],
        [[7, 1], [3, 1]],
        [[7, 1], [1, 2]],
        cache=[[[7, 1], [1, 2]]],
        check=3,
        defer=1,
    ),
    "the deferred against their names": order_case(
        *[[[7, 2], *rest] for rest in ([[9, 1]], *ANY)], names="D B C A", defer=2, check=0
    ),
    "no token needs to be shared": order_case([[1, 1]], [[2, 1]], [[3, 1]], defer=0, check=0),
    "nor by one of another match": order_case(
        [[1, 1]], [[2, 2]], [[3, 1]], cache=[[[2, 2]]], defer=0, check=5
    ),
    "all are warm at a check of 0": order_case(
        [[7, 2]], [[7, 2]], [[8, 1]], cache=[[[7, 1]]], check=0, defer=1
    ),
    "fcfs does not defer": order_case(
        [[7, 2]], [[7, 2]], [[8, 1]], policy="fcfs", defer=1, check=0
    ),
    "nor do too many": order_case([[7, 2]], [[7, 2]], [[8, 1]], limit=2, defer=1, check=0),
    "a policy of the tree": order_case([[1, 1]], policy="dfs-weight"),
    "a policy that nobody knows": order_case(policy="lof"),
    "a policy in capitals": order_case([[1, 1]], policy="LPM"),
    "the beginning of a policy": order_case([[1, 1]], policy="lp"),
    "more than a policy": order_case([[1, 1]], policy="lpms"),
    "both policies": order_case([[1, 1]], policy="fcfs lpm"),
    "a negative limit for nobody": order_case(limit=-1),
    "a negative check for nobody": order_case(check=-1, policy="fcfs"),
    "a negative check for nobody, lpm": order_case(check=-1),
    "a negative limit": order_case([[1, 1]], limit=-1),
    "a negative check": order_case([[1, 1]], check=-2),
    "a negative defer": order_case([[1, 1]], defer=-3),
    "fcfs with a negative defer": order_case([[1, 1]], policy="fcfs", defer=-3),
    "a rid twice": renamed(order_case([[1, 1]], [[2, 1]]), "Q7"),
    "a rid twice under fcfs": renamed(order_case([[1, 1]], [[2, 1]], policy="fcfs"), "Q7"),
    "a rid twice among too many": renamed(order_case([[1, 1]], [[2, 1]], [[3, 1]], limit=2), "Q7"),
    "doubles behind the limit": order_case(*FOUR, names="A B Q7 Q7", limit=1),
    "doubles behind the limit under fcfs": order_case(
        *FOUR, names="A B Q7 Q7", limit=1, policy="fcfs"
    ),
    "doubles in the middle": order_case(*FOUR, names="A Q7 Q7 B"),
    "doubles one apart": order_case(*FOUR, names="Q7 A Q7 B"),
    "doubles with equal prompts": order_case([[1, 1]], [[1, 1]], names="Q7 Q7"),
    "doubles with equal long prompts": order_case([[1, 40]], [[1, 40]], names="Q7 Q7"),
    "doubles that share nothing": order_case([[1, 1]], [[2, 1]], names="Q7 Q7", cache=[[[1, 1]]]),
    "doubles at the end of 131": crowded(order_case(*ANY, names="A Q7 Q7"), 129),
    "names of one letter in two cases": order_case([[1, 1]], [[2, 1]], names="A a"),
    "three of one name": order_case(*ANY, names="Q7 Q7 Q7"),
    **ENCODINGS,
    "prompts that nearly share": cost_case(defer=16),
    "prompts of the same tokens": cost_case("swap", defer=28),
    "prompts that stand twice": cost_case("twins", defer=16),
    "prompts far longer than their heads": cost_case("start", defer=8, tail=32),
    "a root alone": tree_case([], [[1, 1]]),
    "nobody waits at a fork": tree_case(FORK),
    "the heavier child first": tree_case(FORK, [[1, 1]], [[2, 1]], [[2, 1], [4, 1]]),
    "children before their parent": tree_case(FORK, [[2, 1]], [[2, 1], [3, 2]], [[9, 1]]),
    "a token that begins like another": tree_case([(0, [1, 1])], [[11, 1]], [[1, 1]]),
    "a last token that begins like another": tree_case(
        [(0, [1, 1]), (1, [2, 1])], [[1, 1], [23, 1]], [[1, 1], [2, 1]]
    ),
    "tokens that run together": tree_case([(0, [1, 1]), (1, [11, 1])], [[11, 1], [1, 1]]),
    "a node of token 0": tree_case([(0, [0, 2]), (1, [1, 1])], [[0, 2]], [[0, 2], [1, 1]]),
    "part of an edge is no match": tree_case(FORK, [[2, 1], [3, 1]], [[2, 1], [3, 2]], [[1, 1]]),
    "equal weights": tree_case(FORK, [[2, 1]], [[1, 1]]),
    "a root of another name": tree_case(
        [(0, [1, 1]), (1, [2, 1])], [[1, 1], [2, 1]], [[9, 1]], called="top a b"
    ),
    "equal weights against all names": tree_case(
        [(0, [2, 2]), (0, [3, 3]), (0, [1, 1])],
        *[[[3, 3]], [[2, 2]], [[1, 1]]],
        names="A B C",
        called="root n2 n3 n1",
    ),
    "at one node against all names": tree_case(
        [(0, [7, 1])], *[[[7, 1], *rest] for rest in ANY], names="B C A"
    ),
    "at the root against all names": tree_case([], *ANY, names="B C A"),
    "a deep one as heavy as a leaf": tree_case(
        [(0, [2, 1]), (1, [3, 2]), (0, [1, 1])], [[1, 1]], [[2, 1]]
    ),
    "weight from far below": tree_case(
        [*FORK, (3, [4, 1])], [[1, 1]], [[2, 1], [3, 2], [4, 1]], [[2, 1], [3, 2], [4, 1]]
    ),
    "a heavy leaf before a deep one": tree_case(FORK, [[2, 1], [3, 2]], [[1, 1]], [[1, 1], [5, 1]]),
    "nobody is deferred at a fork": tree_case(FORK, [[9, 40]], [[9, 40]], [[8, 1]]),
    "129 are sorted by weight": crowded(tree_case(FORK, [[9, 1]], [[1, 1]]), 128),
    "two matches, one node": tree_case(FORK, [[1, 1], [5, 1]], [[9, 1]], [[1, 1], [6, 1]]),
    "a fork below, heavier than what ends here": tree_case(
        [(0, [1, 1]), (1, [2, 1]), (1, [3, 1]), (3, [4, 1])],
        [[1, 1], [2, 1]],
        *[[[1, 1], [3, 1], [4, 1]]] * 2,
    ),
    "the twelfth child": tree_case(
        [(0, [token, 1]) for token in range(1, 13)], [[1, 1]], [[12, 1]], [[12, 1], [1, 1]]
    ),
    "thirty edges deep": tree_case([(depth, [1, 1]) for depth in range(30)], [[9, 1]], [[1, 30]]),
    "one token of an edge of six": tree_case([(0, [1, 6])], [[1, 1], [9, 6]], [[1, 6]]),
    "all but the last token of an edge": tree_case([(0, [1, 4])], [[1, 3], [2, 1]], [[1, 4]]),
    "all but the middle of an edge": tree_case(
        [(0, [1, 3], [2, 1], [1, 3])], [[1, 3], [3, 1], [1, 3]], [[1, 3], [2, 1], [1, 3]]
    ),
    "all but the last token of an edge below": tree_case(
        [(0, [1, 1]), (1, [3, 1], [4, 1])], [[1, 1], [3, 1], [5, 1]], [[1, 1], [3, 1], [4, 1]]
    ),
    "three children of weights 1, 2, 3": crowded(tree_case(THREE, *ONE_EACH), 1, 2, 3),
    "three children of weights 2, 1, 3": crowded(tree_case(THREE, *ONE_EACH), 2, 1, 3),
    "weights 3 and 4": crowded(tree_case(THREE, *ONE_EACH[:2]), 3, 4),
    "weights 9 and 10": crowded(tree_case(THREE, *ONE_EACH[:2]), 9, 10),
    "a tree that is asked again": tree_case(THREE, *ONE_EACH[:2], [[2, 1]], again=True),
    "an edge in another order": tree_case(
        [(0, [1, 1], [2, 1], [3, 1])], [[1, 1], [3, 1], [2, 1]], [[1, 1], [2, 1], [3, 1]]
    ),
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
