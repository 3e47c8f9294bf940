"""Random scenarios: sequences made of cuts of earlier ones."""

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.radix.scenarios import MOST
from grader.properties.radix.shapes import FAR, Op, Split
from grader.properties.radix.telling import case_of
from grader.scenario import digits

LENGTHS = (5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 24, 40)
PAGES = (1, 2, 1, 3, 1, 2, 1, 4)
FORMS = (
    *("list", "tuple", "list", "range", "list", "one list", "list", "two trees"),
    *("mixed", "tuple", "mixed", "range", "list", "one list", "same slots", "two trees"),
)
KINDS = (1, 2, 3), (1, 2, 3), (1, 2, 3), (-1, -2, 0), (1, 2, 3), (0, 2**61 - 1, -1)
CLOCKS = ((0, 1), (1, 1), (-FAR, 1), (0, 2), (1, 3), ())
ENDS = 243  # five tokens of up to three kinds
# calls, page size, number and kinds of tokens, form, clock, then for each call: what, from where,
# cut, added
_DRAWN = digits(12, 8, 2, 6, 16, 6, *([100 * 6 * 8 * 6 * ENDS] * LENGTHS[-1]))


def _scenario(drawn: tuple[int, ...]) -> check.Scenario:
    calls, page, more, kinds, form, clock, *numbers = drawn
    earlier: list[list[int]] = [[]]
    ops: list[Op] = []
    for number in numbers[: LENGTHS[calls]]:
        number, what = divmod(number, 100)
        if what < 12:
            ops.append(_cut_node(number, PAGES[page], what))
            continue
        tokens = _sequence(number, earlier, PAGES[page], KINDS[kinds][: 2 + more])
        earlier.append(tokens)
        if what < 18:
            ops += _hang_and_cut(tokens, PAGES[page], what)
        elif what < 56:
            ops.append({"do": "match", "tokens": tokens})
        else:
            extra = 0 if what < 96 or not CLOCKS[clock] else (1, -1)[what % 2]
            ops.append({"do": "insert", "tokens": tokens, "extra": extra if tokens else 0})
    return case_of(*ops, page=PAGES[page], clock=CLOCKS[clock], form=FORMS[form])


def _sequence(
    number: int, earlier: list[list[int]], page: int, kinds: tuple[int, ...]
) -> list[int]:
    """Cut an earlier sequence anywhere, mostly one of the last five, and add some tokens."""
    number, which = divmod(number, 6)
    number, cut = divmod(number, 8)
    ends, added = divmod(number, 6)
    back = which if which < 5 else ends
    start = earlier[-1 - back % len(earlier)]
    tokens = start[: -(-len(start) * cut // 7)]
    for _ in range(added % 4 if page == 1 else added):
        ends, token = divmod(ends, 3)
        tokens.append(kinds[token % len(kinds)])
    return tokens[:MOST]


def _cut_node(number: int, page: int, what: int) -> Split:
    """Split one of the last nodes, mostly where it may be."""
    number, node = divmod(number, 5)
    number, odd = divmod(number, 5)
    k = odd - 1 if what % 5 == 0 else page * (1 + odd // 3)
    return {"do": "split", "node": node if node < 4 else -1 - number % 6, "k": k}


def _hang_and_cut(tokens: list[int], page: int, what: int) -> list[Op]:
    """Insert a leaf of three pages or more, and cut it."""
    whole = [*tokens, *([1 + what % 2, 1, 2] * page)]
    cut: Split = {"do": "split", "node": 0, "k": page * (1 + what % 3 // 2)}
    return [{"do": "insert", "tokens": whole, "extra": 0}, {"do": "match", "tokens": whole}, cut]


SCENARIOS: SearchStrategy[check.Scenario] = _DRAWN.map(_scenario)
