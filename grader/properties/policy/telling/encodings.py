"""Heads that are different and that a careless encoding takes for the same, played for R4.

Each scenario is a queue in which nobody is deferred, and every prompt is a head of its own. Left
out: loads with such heads (`costs.py`), and tokens that no vocabulary has.
"""

from grader import check
from grader.properties.policy.notation import order_case
from grader.properties.policy.shapes import Prompt

# Factors of a polynomial hash, what a digit or a byte holds, and sizes of vocabularies.
SIZES = (
    *(2, 7, 10, 13, 16, 17, 31, 32, 33, 37, 41, 53, 61, 64, 97, 100, 101, 127, 128, 131, 137, 151),
    *(199, 255, 256, 257, 263, 313, 911, 997, 1_000, 1_009, 1_023, 1_024, 4_096, 8_191, 8_192),
    *(9_973, 10_000, 10_007, 31_337, 32_000, 32_768, 50_257, 65_521, 65_535, 65_536, 65_537),
    *(65_599, 99_991, 100_000, 100_003, 128_000, 128_256, 131_071, 131_072, 151_643, 151_936),
    *(199_999, 200_000, 200_003, 200_019, 256_000, 262_139, 262_143),
)
OTHER = 201  # of the last prompt, which goes before one that is deferred


def heads_case(*heads: tuple[int, ...]) -> check.Scenario:
    """Make a call of order() with cold prompts of these tokens, as long as the first is `defer`."""
    defer = len(heads[0])
    prompts: list[Prompt] = [[[token, 1] for token in head] for head in heads]
    return order_case(*prompts, [[OTHER, defer]], defer=defer, check=0)


DJB2 = 5381 * 33  # times 33 and xor a token: what the first step of djb2 starts from
ENCODINGS: dict[str, check.Scenario] = {
    "the sum of a head": heads_case((5, 1, 2), (5, 0, 3)),
    "the tokens of a head in another order": heads_case((1, 2, 3, 4), (1, 3, 2, 4)),
    "the tokens of a head without doubles": heads_case((1, 1, 2), (1, 2, 2)),
    "a head without its zeros": heads_case((0, 1), (1, 0)),
    "zeros only": heads_case((7, 0, 0), (7, 0, 1)),
    "zeros that fill up": heads_case((7, 0), (7,)),
    "tokens joined as text": heads_case((1, 11), (11, 1)),
    "a head in the text of another": heads_case((1, 23), (1, 2), (1, 234)),
    "a head that stands further on": heads_case((2, 3), (1, 2)),
    "a prompt that holds another": order_case(
        [[1, 1], [2, 1], [3, 1]],
        [[2, 1], [3, 1]],
        [[4, 1], [1, 1], [2, 1]],
        [[OTHER, 2]],
        defer=2,
        check=0,
    ),
    "times a number, then the next": heads_case((1, 0), *((0, size) for size in SIZES)),
    "the next times a number": heads_case((0, 1), *((size, 0) for size in SIZES)),
    "the rest of a division": heads_case((0, 1), *((size, 1) for size in SIZES)),
    "the rest of a division, further on": heads_case((1, 0), *((1, size) for size in SIZES)),
    "times 33, then xor": heads_case((1, 0), (0, DJB2 * 33 ^ (DJB2 ^ 1) * 33)),
    "299 of 300 tokens": order_case([[7, 299], [1, 1]], [[7, 299], [2, 1]], [[8, 9]], defer=300),
    "149 of 150 tokens": order_case([[7, 149], [1, 1]], [[7, 149], [2, 1]], [[8, 9]], defer=150),
}
