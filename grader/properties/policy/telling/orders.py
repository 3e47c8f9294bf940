"""Fixed calls of order(), by what they tell.

Left out: cold heads that are easily taken for others (`encodings.py`).
"""

from grader import check
from grader.properties.policy.notation import called, cost_case, crowded, order_case, renamed
from grader.properties.policy.shapes import Prompt
from grader.properties.policy.telling.encodings import ENCODINGS

FIVE_TWINS: list[Prompt] = [[[7, 100]]] * 3 + [[[8, 100]]] + [[[7, 100]]] * 2
WARM: list[Prompt] = [[[7, 33]]]
WARM_50: Prompt = [[8, 50]]
ANY: list[Prompt] = [[[2, 2]], [[3, 3]], [[1, 1]]]  # no order of lengths or tokens
FOUR: list[Prompt] = [[[1, 1]], [[2, 1]], [[3, 1]], [[4, 1]]]

ORDERS: dict[str, check.Scenario] = {
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
    "one token more of 121": order_case(
        WARM_50, [[7, 120], [1, 1]], [[7, 120], [2, 1]], cache=[WARM_50, [[7, 120], [2, 1]]]
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
        *[[[token, 300], [2, 300], [3, 300], [4, 300]] for token in (1, 5, 6)],
        cache=[WARM_50, *[[[n, 300], [2, 300], [3, 300], [4, 199 + n]] for n in (1, 5, 6)]],
    ),
    "cold up to a match of 50": order_case(
        [[7, 60]], [[7, 60]], [[8, 60]], cache=[[[7, 40]]], check=50
    ),
    "cold up to a match of 300": order_case(
        [[7, 260]], [[7, 260]], [[8, 260]], cache=[[[7, 250]]], check=300
    ),
    "warm from a match of 6": order_case(
        [[7, 30]], [[7, 30]], [[8, 30]], cache=[[[7, 10]]], check=5, defer=20
    ),
    "heads that differ in the middle": order_case(
        [[7, 64], [1, 1], [7, 64]], [[7, 64], [2, 1], [7, 64]], [[8, 9]], defer=129
    ),
    "heads of ids that are no characters": order_case(
        [[55_296, 1]], [[55_297, 1]], [[8, 1]], defer=1, check=0
    ),
    "names that begin alike": called(
        order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]]),
        "request-1-of-the-user-that-waits-longest",
        "request-1-of-the-user-that-waits-longer",
    ),
    "names with an accent": called(
        order_case([[1, 1]], [[2, 1]], cache=[[[2, 1]]]), "\u00e9", "e\u0301"
    ),
    "a policy and a new line": order_case(policy="lpm\n"),
    "a policy of the same letters": order_case(policy="mlp"),
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
}
