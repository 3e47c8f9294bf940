"""Fixed scenarios, each for one way to be wrong."""

from typing import cast

from grader import check
from grader.properties.radix.shapes import FAR, Insert, Match, Op, Shape, Split


def case_of(
    *ops: Op,
    page: int = 1,
    clock: tuple[int, ...] = (0, 1),
    form: str = "list",
    large: tuple[Shape, int, bool] | None = None,
) -> check.Scenario:
    """Return a scenario with these calls, or with a large tree."""
    case = {
        "page_size": page,
        "clock": list(clock),
        "form": form,
        "ops": list(ops),
        "large": None if large is None else {"shape": large[0], "n": large[1], "counted": large[2]},
    }
    return cast(check.Scenario, case)


def _i(tokens: str | tuple[int, ...], extra: int = 0) -> Insert:
    return {"do": "insert", "tokens": [int(token) for token in tokens], "extra": extra}


def _m(tokens: str | tuple[int, ...]) -> Match:
    return {"do": "match", "tokens": [int(token) for token in tokens]}


def _s(node: int, k: int) -> Split:
    return {"do": "split", "node": node, "k": k}


M = 2**61 - 1  # its hash is that of 0, as the hash of -1 is that of -2


TELLING: dict[str, check.Scenario] = {
    "page_size 0": case_of(page=0),
    "page_size -3": case_of(page=-3),
    "an empty tree": case_of(_m("")),
    "nothing to match": case_of(_m("1")),
    "nothing to insert": case_of(_i("")),
    "one token": case_of(_i("1"), _m("1")),
    "the whole sequence is new": case_of(_i("1"), _i("11")),
    "it is there already": case_of(_i("12"), _i("12")),
    "stored slots stay": case_of(_i("11"), _i("112"), _m("112")),
    "the last node, not its parent": case_of(_i("11"), _m("11")),
    "a match ends inside an edge": case_of(_i("11"), _m("1")),
    "a match parts inside an edge": case_of(_i("1234"), _m("125")),
    "a match parts at a node": case_of(_i("12"), _i("13"), _m("14")),
    "a match runs past a leaf": case_of(_i("12"), _m("123")),
    "another first token": case_of(_i("12"), _m("22")),
    "an insert ends inside an edge": case_of(_i("12"), _i("1")),
    "an insert parts inside an edge": case_of(_i("1234"), _i("1256"), _m("12"), _m("125"), _m("9")),
    "an insert parts at the first token": case_of(_i("12"), _i("22"), _m("12"), _m("22")),
    "the shorter one comes second": case_of(_i("111"), _i("11"), _i("1")),
    "the shorter one comes first": case_of(_i("1"), _i("11"), _i("111"), _m("111")),
    "children of a leaf": case_of(_i("1"), _i("11"), _m("11")),
    "the lower half keeps its children": case_of(_i("112"), _i("113"), _m("1"), _m("112")),
    "the lower half's child keeps its parent": case_of(_i("11"), _i("112"), _m("1"), _m("112")),
    "three children of the lower half": case_of(_i("123"), _i("124"), _i("125"), _m("1")),
    "an old node after six others": case_of(_i("12"), _m("12"), *[_m("3")] * 6, _m("1"), _m("12")),
    "filed under its own first token": case_of(_i("11"), _i("12"), _i("12")),
    "filed under the first token of the rest": case_of(_i("123"), _i("124"), _m("124")),
    "the upper half is refreshed": case_of(_i("21"), _i("3"), _m("2")),
    "the lower half is not": case_of(_i("11"), _i("2"), _m("1")),
    "an insert refreshes the path": case_of(_i("1"), _i("2"), _i("11")),
    "an insert refreshes what it reuses": case_of(_i("2"), _i("1"), _i("2")),
    "an insert that parts refreshes the upper half": case_of(_i("11"), _i("12")),
    "a match refreshes all the way down": case_of(_i("1"), _i("12"), _i("123"), _m("123")),
    "a match that goes on refreshes the path": case_of(_i("1"), _i("12"), _m("123")),
    "a node found whole is refreshed": case_of(_i("12"), _m("12")),
    "a node beside the path is not": case_of(_i("12"), _i("13"), _m("13")),
    "the tick is 0": case_of(_i("12"), _m("1"), clock=(1, 9)),
    "the tick is large": case_of(_i("1"), _m("1"), clock=(-FAR, 1)),
    "a tick for two calls": case_of(_i("12"), _m("1"), _i("13"), _m("12"), clock=(0, 2)),
    "an insert between two matches of a tick": case_of(_m("1"), _i("1"), _m("1"), clock=(0, 3)),
    "its own clock": case_of(_i("12"), _m("1"), _i("13"), _m("13"), clock=()),
    "its own clock and a direct split": case_of(_i("12"), _m("12"), _s(0, 1), _m("12"), clock=()),
    "a direct split": case_of(_i("123"), _m("123"), _s(0, 1)),
    "a direct split keeps both times": case_of(_i("123"), _m("123"), _i("2"), _s(0, 2)),
    "a direct split, and again": case_of(_i("1111"), _m("1111"), _s(0, 2), _s(1, 1), _s(3, 1)),
    "a direct split above children": case_of(
        _i("112"), _i("113"), _m("11"), _s(0, 1), _m("112"), _m("113")
    ),
    "a direct split below another node": case_of(_i("1"), _i("123"), _m("123"), _s(0, 1), _m("12")),
    "an old node after a match": case_of(_i("11"), _m("11"), _m("1")),
    "an old node after an insert": case_of(_i("11"), _m("11"), _i("12")),
    "an old node after an insert inside": case_of(_i("11"), _m("11"), _i("1")),
    "an old node, cut twice": case_of(_i("1111"), _m("1111"), _m("111"), _m("1")),
    "a split node goes on being split": case_of(_i("1111"), _m("11"), _i("12"), _m("1111")),
    "split at 0": case_of(_i("12"), _m("12"), _s(0, 0)),
    "split below 0": case_of(_i("12"), _m("12"), _s(0, -1)),
    "split at the end": case_of(_i("12"), _m("12"), _s(0, 2)),
    "split past the end": case_of(_i("12"), _m("12"), _s(0, 3)),
    "split the root": case_of(_i("12"), _s(0, 1)),
    "split the root at 0": case_of(_s(0, 0)),
    "split off a page": case_of(_i("1111"), _m("1111"), _s(0, 1), page=2),
    "split off a page, in the middle": case_of(_i("111111"), _m("111111"), _s(0, 3), page=2),
    "split below 0 by a page": case_of(_i("1111"), _m("1111"), _s(0, -2), page=2),
    "split on a page": case_of(_i("1212"), _m("1212"), _s(0, 2), page=2),
    "a slot too many": case_of(_i("12"), _i("13", 1), _m("13")),
    "a slot too few": case_of(_i("12"), _i("13", -1), _m("13")),
    "slots and no tokens": case_of(_i("", 2)),
    "unequal lengths inside an edge": case_of(_i("112"), _i("11", 1)),
    "unequal lengths in the last page": case_of(_i("123", -1), page=2),
    "a tuple": case_of(_i("12"), _i("13"), _m("12"), _m("14"), form="tuple"),
    "a range of slots": case_of(_i("12"), _i("134"), _m("13"), form="range"),
    "a list in pages": case_of(_i("1212"), _i("1213"), _m("121"), page=2),
    "a tuple in pages": case_of(_i("1212"), _i("1222"), _m("1222"), page=2, form="tuple"),
    "300 tokens that are there already": case_of(_i("12" * 150), _i("12" * 150)),
    "part of 300 tokens": case_of(_i("12" * 150), _m("12" * 95 + "3"), _i("12" * 30 + "1")),
    "part of 150 pages": case_of(_i("12" * 150), _m("12" * 95 + "3"), page=2),
    "token 0": case_of(_i("00"), _m("0"), _i("01"), _m("01")),
    "tokens below 0": case_of(_i((-1, -1)), _m((-1, -2)), _i((-1, -2)), _m((-2,))),
    "tokens below 0, a part": case_of(_i((-1, -1)), _m((-1,)), _m((-1, -1))),
    "tokens below 0, no child": case_of(_i((-1,)), _m((-2,)), _i((-2,)), _m((-1,))),
    "tokens below 0, in pages": case_of(_i((-1, -1)), _m((-1, -2)), _i((-2, -1)), page=2),
    "the largest and the least token": case_of(
        _i((2**63 - 1, -(2**63))), _m((2**63 - 1,)), _m((2**63 - 1, -(2**63)))
    ),
    "large tokens": case_of(_i((0, M)), _m((0, M))),
    "large tokens of one hash": case_of(_i((0, 0)), _m((0, M)), _i((M, 0)), _m((M,))),
    "tokens alike in 32 bits": case_of(_i((1, 1)), _m((1, 2**32 + 1)), _m((1, 65_537))),
    "tokens alike as floats": case_of(_i((1, 2**53)), _m((1, 2**53 + 1))),
    "tokens alike as text": case_of(_i((5, 1, 12)), _m((5, 11, 2))),
    "a token that begins like another": case_of(_i((5, 1)), _m((5, 12)), _m((5, 1, 2))),
    "slots that count down": case_of(_i("12"), _m("1"), _i("134"), _m("134"), form="tuple"),
    "a range of tokens": case_of(_i("123"), _m("1234"), _i("34"), _m("34"), form="range"),
    "a range of tokens in pages": case_of(_i("12345"), _m("12"), page=2, form="range"),
    "a range of tokens in steps": case_of(_i("135"), _m("13"), _m("12"), form="range"),
    "a range of tokens that counts down": case_of(_i("321"), _m("32"), _m("34"), form="range"),
    "a list and a tuple": case_of(_i("12"), form="mixed"),
    "a tuple and a range": case_of(_m(""), _i("12"), form="mixed"),
    "a range and a list": case_of(_m(""), _m(""), _i("13"), form="mixed"),
    "slots that other tokens had": case_of(_i("1"), _i("2"), _m("2"), form="same slots"),
    "one list, filled anew": case_of(_i("123"), _m("12"), _m("123"), form="one list"),
    "one list, as long as before": case_of(_i("12"), _m("12"), _m("13"), form="one list"),
    "one list, inserts": case_of(_i("1"), _i("12"), _m("12"), form="one list"),
    "two trees": case_of(_i("1"), _m("1"), form="two trees"),
    "two trees, part of an edge": case_of(_i("12"), _i("13"), _m("1"), form="two trees"),
    "two trees, their own clocks": case_of(_i("1"), _m("1"), clock=(), form="two trees"),
    "two trees, a direct split": case_of(_i("12"), _m("12"), _s(0, 1), form="two trees"),
    "split a child": case_of(_i("12"), _s(-1, 1)),
    "split a child above others": case_of(_i("112"), _i("113"), _s(-1, 1), _m("112")),
    "split a child, then match inside it": case_of(_i("1234"), _s(-1, 1), _m("12")),
    "split a child on a page": case_of(_i("1212"), _s(-1, 2), page=2),
    "split the time 0": case_of(_i("123"), _m("123"), _m("1"), _s(1, 1), clock=(1, 2)),
    "split a child of the time 0": case_of(_i("1"), _i("123"), _m("1"), _s(-2, 1), clock=(1, 2)),
    "page 2, no whole page": case_of(_i("1"), _m("1"), page=2),
    "page 2, the tail is left out": case_of(_i("12345"), _m("12345"), page=2),
    "page 2, keys are pages": case_of(_i("11"), _i("12"), _m("12"), page=2),
    "page 2, parts inside a page": case_of(_i("1111"), _m("1112"), page=2),
    "page 2, parts inside the first page": case_of(_i("1111"), _m("1211"), _i("1211"), page=2),
    "page 2, insert parts inside a page": case_of(_i("1111"), _i("1112"), _m("1112"), page=2),
    "page 2, a query ends inside a page": case_of(_i("1234"), _m("123"), _m("1239"), page=2),
    "page 2, an insert ends inside a page": case_of(_i("1234"), _i("123"), _i("12345"), page=2),
    "page 2, equal but for the tail": case_of(_i("121"), _i("122"), page=2),
    "page 4, parts in the last token": case_of(_i("1111"), _i("1112"), page=4),
    "page 16, parts in the last token": case_of(_i("1" * 16), _i("1" * 15 + "2"), page=16),
    "page 3, mixed": case_of(_i("111222"), _i("111221222"), _m("1112212"), _m("11"), page=3),
    "a long edge, counted": case_of(large=("edge", 300, True)),
    "a long edge in pages, counted": case_of(page=4, large=("edge", 100, True)),
    "a chain of 200, counted": case_of(large=("chain", 200, True)),
    "a chain of 400, counted": case_of(large=("chain", 400, True)),
    "a chain of 400 in pages, counted": case_of(page=2, large=("chain", 400, True)),
    "60 children, counted": case_of(large=("wide", 60, True)),
    "a wide tree, counted": case_of(large=("wide", 200, True)),
    "a wider tree, counted": case_of(large=("wide", 1_500, True)),
    "a wide tree in pages, counted": case_of(page=2, large=("wide", 100, True)),
    "edges in a tree of 24 are cut": case_of(large=("bush", 12, True)),
    "edges in a wide tree are cut, counted": case_of(large=("bush", 600, True)),
    "edges in a wide tree in pages are cut, counted": case_of(page=2, large=("bush", 100, True)),
    "four ways off each edge of a path, counted": case_of(large=("brush", 60, True)),
    "one prefix, many ends, counted": case_of(large=("fan", 60, True)),
    "one prefix, many ends, in pages, counted": case_of(page=2, large=("fan", 40, True)),
    "many ways off one path, counted": case_of(large=("comb", 60, True)),
    "many ways off one path, in pages, counted": case_of(page=2, large=("comb", 40, True)),
    "a long edge": case_of(large=("edge", 60_000, False)),
    "a wide tree": case_of(large=("wide", 6_000, False)),
    "a wide tree in pages": case_of(page=2, large=("wide", 2_000, False)),
    "a chain of 2,000": case_of(large=("chain", 2_000, False)),
    "a chain of 1,200 in pages": case_of(page=2, large=("chain", 1_200, False)),
}
