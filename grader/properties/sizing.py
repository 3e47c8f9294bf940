"""Hidden checks of the drill `sizing`: every answer against a formula written a second time."""

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, gcd
from typing import Any, NotRequired, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.scenario import digits


class Call(TypedDict):
    """One call: whole numbers in order; `util`, where there is one, as the text of a decimal."""

    call: str
    args: list[int]
    util: NotRequired[str]


class Scenario(TypedDict):
    """A few calls that have nothing to do with each other."""

    calls: list[Call]


class Returned(TypedDict):
    """A call that returned."""

    returned: Any


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int


class Observation(TypedDict):
    """One answer a call."""

    answers: list[Returned | Raised]


ARGUMENTS = {  # how many whole numbers a call may have
    "kv_bytes_per_token": (4, 5),
    "num_blocks": (4, 4),
    "blocks_for": (2, 2),
    "max_concurrency": (3, 3),
    "admits": (3, 3),
    "max_len_that_fits": (2, 2),
    "prefill_saved": (3, 3),
}
UNITS = {
    "kv_bytes_per_token": "bytes a token",
    "num_blocks": "blocks",
    "blocks_for": "blocks",
    "max_concurrency": "requests",
    "admits": "",
    "max_len_that_fits": "tokens",
    "prefill_saved": "tokens",
}


# What must be returned: integers only, nothing shared with the reference.


def _whole_blocks(tokens: int, block_size: int) -> int:
    full, rest = divmod(tokens, block_size)
    return full + (rest > 0)


def _kv_bytes(layers: int, kv_heads: int, head_dim: int, dtype_bytes: int, tp: int = 1) -> Plain:
    heads = kv_heads // tp if tp <= kv_heads else 1
    return (layers * heads * head_dim * dtype_bytes) << 1


def _blocks(share: Fraction, total: int, weights: int, activations: int, block: int) -> Plain:
    usable, rest = divmod(total * share.numerator, share.denominator)
    left = usable + (rest > 0) - weights - activations
    return left // block if left > 0 else 0


def _concurrency(num_blocks: int, block_size: int, max_len: int) -> Plain:
    each = _whole_blocks(max_len, block_size)
    shared = gcd(num_blocks, each)
    return {"fraction": [num_blocks // shared, each // shared]}


def _admits(num_blocks: int, block_size: int, max_len: int) -> Plain:
    return _whole_blocks(max_len, block_size) < num_blocks


def _longest(num_blocks: int, block_size: int) -> Plain:
    return num_blocks * block_size - block_size


def _saved(requests: int, prefix: int, block_size: int) -> Plain:
    return (requests - 1) * (prefix - prefix % block_size)


FORMULAS: dict[str, Callable[..., Plain]] = {
    "kv_bytes_per_token": _kv_bytes,
    "blocks_for": _whole_blocks,
    "max_concurrency": _concurrency,
    "admits": _admits,
    "max_len_that_fits": _longest,
    "prefill_saved": _saved,
}


def _must(call: Call) -> Plain:
    if call["call"] == "num_blocks":
        total, weights, activations, block = call["args"]
        return _blocks(Fraction(call.get("util", "1.0")), total, weights, activations, block)
    return FORMULAS[call["call"]](*call["args"])


def _offending(call: Call) -> list[str]:
    """Return the values that the contract refuses, as a message may spell them."""
    bad = [str(number) for number in call["args"] if number < 1]
    util = call.get("util")
    if util is not None and not 0 < Fraction(util) <= 1:
        bad += [str(float(util)), f"{float(util):g}"]
    return bad


# The rules


def every_answer_is_exact(run: Run) -> Difference | Told:
    """R1: each function returns the exact int, bool or Fraction of its formula."""
    return _first_difference(run, _good_row)


def an_argument_that_makes_no_sense_is_refused(run: Run) -> Difference | Told:
    """R2: a size below 1 or a util outside (0, 1] raises ValueError and names the value."""
    return _first_difference(run, _bad_row)


RULES: dict[str, Check] = {
    "R1": every_answer_is_exact,
    "R2": an_argument_that_makes_no_sense_is_refused,
}


def _first_difference(
    run: Run, row_of: Callable[[Call, dict[str, Plain]], tuple[Row, bool] | None]
) -> Difference | Told:
    calls = cast(Scenario, run.scenario)["calls"]
    answers = cast("list[dict[str, Plain]]", cast(Observation, run.got)["answers"])
    rows: list[Row] = []
    for call, answer in zip(calls, answers, strict=True):
        found = row_of(call, answer)
        if found is None:
            continue
        row, holds = found
        rows.append(row)
        if not holds:
            return Difference(tuple(rows), heading="call")
    return Told.HELD if rows else Told.IDLE


def _good_row(call: Call, answer: dict[str, Plain]) -> tuple[Row, bool] | None:
    if _offending(call):
        return None
    must = _must(call)
    # Subtle: as text, since True == 1 and 2.0 == 2, and neither is the answer.
    holds = "returned" in answer and json.dumps(answer["returned"]) == json.dumps(must)
    words = f"{_words(call, must)}\n{_because(call)}"
    return Row(_label(call), words, _answer_words(call, answer)), holds


def _bad_row(call: Call, answer: dict[str, Plain]) -> tuple[Row, bool] | None:
    bad = _offending(call)
    if not bad:
        return None
    holds = answer.get("raised") == "ValueError" and any(
        _is_named(value, str(answer["says"])) for value in bad
    )
    must = f"ValueError that names {bad[0]}"
    return Row(_label(call), must, _answer_words(call, answer)), holds


def _because(call: Call) -> str:
    """Return where the number comes from, in a few words."""
    name, n = call["call"], call["args"]
    if name == "kv_bytes_per_token":
        heads = max(1, n[1] // (n[4] if len(n) == 5 else 1))
        return f"keys and values, {n[0]} layers, heads a GPU: {heads}"
    if name == "num_blocks":
        share = ceil(n[0] * Fraction(call.get("util", "1.0")))
        return f"{share:,} bytes may be used, {n[1] + n[2]:,} of them are taken"
    if name == "prefill_saved":
        return f"{n[0] - 1:,} find {n[1] // n[2]:,} whole blocks"
    if name == "max_len_that_fits":
        return f"{n[0] - 1:,} blocks beside the null block"
    if name == "blocks_for":
        return f"{n[0] // n[1]:,} full blocks, {n[0] % n[1]:,} tokens over"
    needed = f"blocks a request: {_whole_blocks(n[2], n[1]):,}"
    return f"{needed}, beside the null block: {n[0] - 1:,}" if name == "admits" else needed


def _is_named(value: str, says: str) -> bool:
    return re.search(rf"(?<![\d.-]){re.escape(value)}(?!\.?\d)", says) is not None


def _label(call: Call) -> str:
    arguments = [f"{number:,}".replace(",", "_") for number in call["args"]]
    if "util" in call:
        arguments.insert(1, str(float(call["util"])))
    return f"{call['call']}({', '.join(arguments)})"


def _answer_words(call: Call, answer: dict[str, Plain]) -> str:
    if "raised" in answer:
        says = f": {answer['says']}" if answer["says"] else ""
        return f"{answer['raised']}{says}"
    return _words(call, answer["returned"])


def _words(call: Call, value: Plain) -> str:
    unit = UNITS[call["call"]]
    if type(value) is bool or value is None:
        return str(value)
    if type(value) is int:
        kind = "int " if call["call"] in ("max_concurrency", "admits") else ""
        return f"{kind}{value:,} {unit}".rstrip()
    if type(value) is float:
        return f"float {value} {unit}".rstrip()
    if type(value) is dict and "fraction" in value:
        top, bottom = cast("list[int]", value["fraction"])
        return f"Fraction({top}, {bottom}) {unit}".rstrip()
    if type(value) is dict and "type" in value:
        return f"a {value['type']}"
    return json.dumps(value)[:80]


# Scenarios


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether every call exists, has its arguments, and at most one that is refused."""
    calls = cast(Scenario, scenario)["calls"]
    return 0 < len(calls) <= 6 and all(_is_valid_call(call) for call in calls)


def _is_valid_call(call: Call) -> bool:
    if call["call"] not in ARGUMENTS or ("util" in call) != (call["call"] == "num_blocks"):
        return False
    least, most = ARGUMENTS[call["call"]]
    if not least <= len(call["args"]) <= most or any(abs(n) > 10**17 for n in call["args"]):
        return False
    if not re.fullmatch(r"-?[0-9]\.[0-9]{1,9}", call.get("util", "0.5")):
        return False
    bad_util = not 0 < Fraction(call.get("util", "0.5")) <= 1
    return sum(number < 1 for number in call["args"]) + bad_util <= 1


def show(scenario: check.Scenario) -> list[str]:
    """Return one line a call."""
    return [_label(call) for call in cast(Scenario, scenario)["calls"]]


GIB = 2**30
SIZES = (4, 2, 1, 3, 8, 16, 5, 7, 10, 32, 33, 64, 100, 128, 512, 2000)
BLOCK_SIZES = (4, 2, 1, 3, 8, 16, 5, 256)
LAYERS = (2, 1, 3, 32, 28, 40, 61)
KV_HEADS = (8, 4, 2, 1, 3, 10, 32, 40)
HEAD_DIMS = (4, 2, 1, 64, 128, 80)
DTYPES = (2, 1, 4)
TPS = (2, 1, 4, 8, 3, 16)
TOTALS = (100, 1000, 10, 64, 4096, 999, 40 * GIB, 80 * GIB)
UTILS = ("0.9", "0.5", "0.07", "0.55", "0.92", "0.29", "1.0", "0.3", "0.925", "0.1234")
BLOCK_BYTES = (1, 4, 20, 2, 7, 2 * 2**20)
BAD_NUMBERS = (0, -1, -7)
BAD_UTILS = ("0.0", "1.5", "-0.1", "1.01")


def _draw(pool: Sequence[int], number: int) -> int:
    return pool[number % len(pool)]


def _blocks_call(a: int, b: int, c: int, d: int, e: int) -> Call:
    total = _draw(TOTALS, a)
    weights, activations = max(1, total * b // 32), max(1, total * c // 128)
    block = _draw(BLOCK_BYTES, d)
    return {
        "call": "num_blocks",
        "args": [total, weights, activations, block],
        "util": UTILS[e % len(UTILS)],
    }


def _arguments(call: str, a: int, b: int, c: int, d: int, e: int) -> list[int]:
    if call == "kv_bytes_per_token":
        numbers = [_draw(LAYERS, a), _draw(KV_HEADS, b), _draw(HEAD_DIMS, c), _draw(DTYPES, d)]
        return numbers if e < 4 else [*numbers, _draw(TPS, e)]
    if call == "prefill_saved":
        return [_draw(SIZES, a), _draw(SIZES, b), _draw(BLOCK_SIZES, c)]
    if call == "blocks_for":
        return [_draw(SIZES, a), _draw(BLOCK_SIZES, b)]
    block_size = _draw(BLOCK_SIZES, b)
    if call == "max_len_that_fits":
        return [_draw(SIZES, a), block_size]
    blocks = _draw(SIZES, a)
    near = blocks + _draw((0, -1, 1, -2), c)  # blocks that max_len fills: about the whole pool
    max_len = near * block_size - _draw((0, 1, block_size - 1), d)
    return [blocks, block_size, max_len if e < 7 and max_len > 0 else _draw(SIZES, d)]


def _one_call(draw: tuple[int, ...]) -> Call:
    spoil, which, a, b, c, d, e = draw
    name = list(ARGUMENTS)[which]
    if name == "num_blocks":
        call = _blocks_call(a, b, c, d, e)
    else:
        call = Call(call=name, args=_arguments(name, a, b, c, d, e))
    if spoil == 3:
        _spoil(call, a + b, c)
    return call


def _spoil(call: Call, where: int, how: int) -> None:
    """Make one argument of the call one that the contract refuses."""
    place = where % (len(call["args"]) + ("util" in call))
    if place == len(call["args"]):
        call["util"] = BAD_UTILS[how % len(BAD_UTILS)]
    else:
        call["args"][place] = _draw(BAD_NUMBERS, how)


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    calls = [_one_call(draws[start : start + 7]) for start in (0, 7, 14)]
    return cast(check.Scenario, {"calls": calls[: 1 + draws[-1]]})


_CALL = (4, 7, 16, 16, 16, 16, 10)
SCENARIOS: SearchStrategy[check.Scenario] = digits(*_CALL, *_CALL, *_CALL, 3).map(_scenario)


def _telling(call: str, *args: int, util: str | None = None) -> check.Scenario:
    one = Call(call=call, args=list(args))
    if util is not None:
        one["util"] = util
    return cast(check.Scenario, {"calls": [one]})


TELLING: dict[str, check.Scenario] = {
    "one token of one head": _telling("kv_bytes_per_token", 1, 1, 1, 1),
    "LLaMA-2-7B, every head its own KV": _telling("kv_bytes_per_token", 32, 32, 128, 2),
    "Llama-3-8B shares KV heads": _telling("kv_bytes_per_token", 32, 8, 128, 2),
    "Qwen3-0.6B, head_dim is not hidden / heads": _telling("kv_bytes_per_token", 28, 8, 128, 2),
    "an fp8 cache": _telling("kv_bytes_per_token", 32, 8, 128, 1),
    "tp 8 of the 8B": _telling("kv_bytes_per_token", 32, 8, 128, 2, 8),
    "tp 16 keeps one head": _telling("kv_bytes_per_token", 32, 8, 128, 2, 16),
    "tp 4 of ten heads": _telling("kv_bytes_per_token", 1, 10, 4, 2, 4),
    "the small pool": _telling("num_blocks", 1000, 500, 95, 20, util="0.9"),
    "nine tenths is not the float": _telling("num_blocks", 1000, 500, 99, 1, util="0.9"),
    "seven hundredths is not the float": _telling("num_blocks", 100, 1, 1, 1, util="0.07"),
    "a share of a byte counts whole": _telling("num_blocks", 99, 1, 1, 1, util="0.5"),
    "a long decimal": _telling("num_blocks", 10**9, 1, 1, 1, util="0.123456789"),
    "all of the memory": _telling("num_blocks", 100, 1, 1, 7, util="1.0"),
    "weights that do not fit": _telling("num_blocks", 100, 95, 5, 4, util="0.9"),
    "exactly nothing left": _telling("num_blocks", 100, 85, 5, 4, util="0.9"),
    "an 8B model on 80 GiB": _telling(
        "num_blocks", 80 * GIB, 16_060_000_000, 2 * GIB, 2 * 2**20, util="0.9"
    ),
    "the 8B model at 0.92": _telling(
        "num_blocks", 80 * GIB, 16_060_000_000, 2 * GIB, 2 * 2**20, util="0.92"
    ),
    "a full last block": _telling("blocks_for", 16, 16),
    "a partly filled last block": _telling("blocks_for", 17, 16),
    "fewer tokens than a block": _telling("blocks_for", 1, 16),
    "more tokens than a float counts": _telling("blocks_for", 10**16 + 1, 2),
    "55.04x": _telling("max_concurrency", 28_181, 16, 8192),
    "a whole number is a Fraction too": _telling("max_concurrency", 4, 4, 8),
    "counted in blocks, not tokens": _telling("max_concurrency", 4, 4, 5),
    "32 blocks do not admit 512 tokens": _telling("admits", 32, 16, 512),
    "33 blocks do": _telling("admits", 33, 16, 512),
    "34 blocks do": _telling("admits", 34, 16, 512),
    "the longest of 64 blocks": _telling("max_len_that_fits", 64, 16),
    "a pool of the null block alone": _telling("max_len_that_fits", 1, 16),
    "100 requests, blocks of 16": _telling("prefill_saved", 100, 2000, 16),
    "100 requests, blocks of 256": _telling("prefill_saved", 100, 2000, 256),
    "nobody to share with": _telling("prefill_saved", 1, 2000, 16),
    "a prefix below a block": _telling("prefill_saved", 100, 15, 16),
    "no GPU": _telling("kv_bytes_per_token", 32, 8, 128, 2, 0),
    "a negative tp": _telling("kv_bytes_per_token", 32, 8, 128, 2, -7),
    "no layer": _telling("kv_bytes_per_token", 0, 8, 128, 2),
    "util 0.0": _telling("num_blocks", 1000, 500, 95, 20, util="0.0"),
    "util 1.01": _telling("num_blocks", 1000, 500, 95, 20, util="1.01"),
    "negative util": _telling("num_blocks", 1000, 500, 95, 20, util="-0.1"),
    "negative weights": _telling("num_blocks", 1000, -7, 95, 20, util="0.9"),
    "blocks of no bytes": _telling("num_blocks", 1000, 500, 95, 0, util="0.9"),
    "no tokens": _telling("blocks_for", 0, 16),
    "a negative block size": _telling("max_concurrency", 4, -1, 8),
    "a pool without a block": _telling("max_len_that_fits", 0, 16),
    "no request": _telling("prefill_saved", 0, 2000, 16),
}
