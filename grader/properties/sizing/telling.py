"""Fixed scenarios of the drill `sizing`, by what they tell, played before any random one.

Left out: calls that are refused (`nonsense.py`), calls that differ in one thing (`repeats.py`), and
the names of the wrong programs that they tell (`grader/mutants/sizing`).
"""

from typing import cast

from grader import check
from grader.properties.sizing.nonsense import NONSENSE
from grader.properties.sizing.repeats import REPEATS
from grader.properties.sizing.scenarios import GIB
from grader.properties.sizing.shapes import Call


def case(call: str, *args: int, util: str | None = None) -> check.Scenario:
    """Return a scenario of one call."""
    one = Call(call=call, args=list(args))
    if util is not None:
        one["util"] = util
    return cast(check.Scenario, {"calls": [one]})


def _share(util: str) -> check.Scenario:
    """Return a pool in which the last digit of a share is worth a block, or ten."""
    return case("num_blocks", 10**18, 1, 1, 1, util=util)


def _pools(*pools: tuple[int, str]) -> check.Scenario:
    """Return pools of so many bytes, of which a share may be used."""
    calls = [Call(call="num_blocks", args=[total, 1, 1, 1], util=util) for total, util in pools]
    return cast(check.Scenario, {"calls": calls})


SMALL: dict[str, check.Scenario] = {
    "one token of one head": case("kv_bytes_per_token", 1, 1, 1, 1),
    "LLaMA-2-7B, every head its own KV": case("kv_bytes_per_token", 32, 32, 128, 2),
    "Llama-3-8B shares KV heads": case("kv_bytes_per_token", 32, 8, 128, 2),
    "Qwen3-0.6B, head_dim is not hidden / heads": case("kv_bytes_per_token", 28, 8, 128, 2),
    "an fp8 cache": case("kv_bytes_per_token", 32, 8, 128, 1),
    "tp 8 of the 8B": case("kv_bytes_per_token", 32, 8, 128, 2, 8),
    "tp 16 keeps one head": case("kv_bytes_per_token", 32, 8, 128, 2, 16),
    "tp 4 of ten heads": case("kv_bytes_per_token", 1, 10, 4, 2, 4),
    "tp 2 of three heads": case("kv_bytes_per_token", 1, 3, 1, 1, 2),
    "the small pool": case("num_blocks", 1000, 500, 95, 20, util="0.9"),
    "nine tenths is not the float": case("num_blocks", 1000, 500, 99, 1, util="0.9"),
    "seven hundredths is not the float": case("num_blocks", 100, 1, 1, 1, util="0.07"),
    "a share of a byte counts whole": case("num_blocks", 99, 1, 1, 1, util="0.5"),
    "a long decimal": case("num_blocks", 10**9, 1, 1, 1, util="0.123456789"),
    "a share that prints as 1e-05": case("num_blocks", 10**6, 1, 1, 1, util="0.00001"),
    "all of the memory": case("num_blocks", 100, 1, 1, 7, util="1.0"),
    "weights that do not fit": case("num_blocks", 100, 95, 5, 4, util="0.9"),
    "weights and activations that fit one by one": case(
        "num_blocks", 1000, 500, 495, 20, util="0.9"
    ),
    "shares of small pools": _pools((50, "0.14"), (25, "0.28"), (25, "0.56"), (75, "0.68")),
    "a pool of a byte": case("num_blocks", 1, 1, 1, 1, util="1.0"),
    "exactly nothing left": case("num_blocks", 100, 85, 5, 4, util="0.9"),
    "an 8B model on 80 GiB": case(
        "num_blocks", 80 * GIB, 16_060_000_000, 2 * GIB, 2 * 2**20, util="0.9"
    ),
    "the 8B model at 0.92": case(
        "num_blocks", 80 * GIB, 16_060_000_000, 2 * GIB, 2 * 2**20, util="0.92"
    ),
    "a full last block": case("blocks_for", 16, 16),
    "a partly filled last block": case("blocks_for", 17, 16),
    "fewer tokens than a block": case("blocks_for", 1, 16),
    "more tokens than a float counts": case("blocks_for", 10**16 + 1, 2),
    "55.04x": case("max_concurrency", 28_181, 16, 8192),
    "a whole number is a Fraction too": case("max_concurrency", 4, 4, 8),
    "counted in blocks, not tokens": case("max_concurrency", 4, 4, 5),
    "32 blocks do not admit 512 tokens": case("admits", 32, 16, 512),
    "33 blocks do": case("admits", 33, 16, 512),
    "34 blocks do": case("admits", 34, 16, 512),
    "the null block alone admits nobody": case("admits", 1, 16, 1),
    "nor less than a block": case("admits", 1, 16, 3),
    "the longest of 64 blocks": case("max_len_that_fits", 64, 16),
    "a pool of the null block alone": case("max_len_that_fits", 1, 16),
    "100 requests, blocks of 16": case("prefill_saved", 100, 2000, 16),
    "100 requests, blocks of 256": case("prefill_saved", 100, 2000, 256),
    "nobody to share with": case("prefill_saved", 1, 2000, 16),
    "a prefix below a block": case("prefill_saved", 100, 15, 16),
}


def _each(call: str, *args: int, util: str | None = None) -> check.Scenario:
    """Return as many calls as there are arguments, each with another that no float holds."""
    calls: list[Call] = []
    for place in range(len(args)):
        numbers = [*args[:place], 10**16 + 1, *args[place + 1 :]]
        calls += cast("list[Call]", case(call, *numbers, util=util)["calls"])
    return cast(check.Scenario, {"calls": calls})


# Floats keep 53 bits, a Decimal 28 digits unless it is told otherwise.
LARGE: dict[str, check.Scenario] = {
    "each number of a token too large for floats": _each("kv_bytes_per_token", 1, 1, 1, 1, 1),
    "each number of a pool too large for floats": _each("num_blocks", 10, 1, 1, 1, util="1.0"),
    "each number of blocks too large for floats": _each("blocks_for", 1, 1),
    "each number of a ratio too large for floats": _each("max_concurrency", 1, 1, 1),
    "each number of a request too large for floats": _each("admits", 2, 1, 1),
    "each number of the longest too large for floats": _each("max_len_that_fits", 2, 1),
    "each number of a prefix too large for floats": _each("prefill_saved", 2, 1, 1),
    "a head of more numbers than floats count": case("kv_bytes_per_token", 1, 1, 10**16 + 1, 1),
    "a head of 31 digits": case("kv_bytes_per_token", 1, 1, 10**30 + 1, 1),
    "more heads than floats count": case("kv_bytes_per_token", 1, 10**16 + 1, 1, 1, 1),
    "a third of the heads": case("kv_bytes_per_token", 1, 10**17, 1, 1, 3),
    "a third of 31 digits of heads": case("kv_bytes_per_token", 1, 10**30 + 1, 1, 1, 3),
    "the last digit is worth a byte": case("num_blocks", 10, 1, 1, 1, util="0.30000000000000004"),
    "a share of 17 digits": _share("0.30000000000000004"),
    "17 digits from the first on": _share("0.12345678901234568"),
    "17 digits from the second on": _share("0.012345678901234568"),
    "a tenth": _share("0.1"),
    "a third as a float prints": _share("0.3333333333333333"),
    "nearly all": _share("0.9999999999999999"),
    "a ten-thousandth of 17 digits": _share("0.00012345678901234567"),
    "a share of an exponent and digits": _share("1.5e-07"),
    "a share of a small exponent": case(
        "num_blocks", 10**38, 1, 1, 1, util="1.234567890123457e-20"
    ),
    "shares of every exponent": _pools(
        *((10**39, f"{digits}e-{n:02}") for digits in ("9", "2.5", "1.1") for n in range(5, 36))
    ),
    "shares of three digits of exponent": _pools(
        *((10**39, f"1.5e-{n}") for n in (100, 105, 120, 207, 308))
    ),
    "the smallest share of all": case("num_blocks", 10**9, 1, 1, 1, util="5e-324"),
    "a block short of a byte": case("num_blocks", 10**18, 10**9, 1, 10**9, util="1.0"),
    "weights that floats round": case("num_blocks", 10**18, 10**17 + 1, 1, 1, util="1.0"),
    "memory of 31 digits": case("num_blocks", 10**30 + 1, 10**15, 1, 10**15, util="0.9"),
    # By a 10**-20 of a byte more than a whole number, so one byte more may be used.
    "the last of 56 digits": case(
        "num_blocks",
        *(1000000000000000000073702758491410958903, 2345670009099105904701991, 1, 10**25),
        util="0.00012345678901234567",
    ),
    "one block a token": case("blocks_for", 10**16 + 1, 1),
    "a token more than full blocks": case("blocks_for", 10**17 + 1, 10**9),
    "a token more than one large block": case("blocks_for", 10**39 + 1, 10**39),
    "tokens of 31 digits": case("blocks_for", 10**30 + 1, 10**15),
    "a ratio below a float's grain": case("max_concurrency", 1, 1, 10**16 + 1),
    "a ratio above a float's digits": case("max_concurrency", 10**16 + 1, 1, 3),
    "a ratio of two large numbers": case("max_concurrency", 10**16 + 1, 1, 10**16 + 3),
    "a ratio of ten digits": case("max_concurrency", 1_000_003, 1, 2 * 10**9 + 1),
    "a small ratio of 40 digits": case("max_concurrency", 7, 1, 3 * 10**39 + 1),
    "a ratio near one, of 40 digits": case("max_concurrency", 3 * 10**39, 1, 3 * 10**39 + 1),
    "a ratio of 31 digits": case("max_concurrency", 10**30 + 1, 10**15, 10**30 + 1),
    "a block short, too many to count": case("admits", 10**16 + 1, 1, 10**16 + 1),
    "a block more than needed, too many to count": case("admits", 10**17 + 1, 1, 10**17),
    "as many blocks as needed, too many to count": case("admits", 10**17, 1, 10**17),
    "a token too many for large blocks": case("admits", 10**8 + 1, 10**9, 10**17 + 1),
    "large blocks that are just full": case("admits", 10**8 + 1, 10**9, 10**17),
    "a token too many, of 31 digits": case("admits", 10**15 + 1, 10**15, 10**30 + 1),
    "just full, of 31 digits": case("admits", 10**15 + 1, 10**15, 10**30),
    "the longest of many blocks": case("max_len_that_fits", 10**16 + 2, 1),
    "the longest of large blocks": case("max_len_that_fits", 4, 10**16 + 1),
    "the longest of blocks of 31 digits": case("max_len_that_fits", 4, 10**30 + 1),
    "a prefix a token short of blocks": case("prefill_saved", 2, 10**17 - 1, 10),
    "a prefix that floats round": case("prefill_saved", 2, 10**16 + 1, 1),
    "requests that floats round": case("prefill_saved", 10**16 + 2, 16, 16),
    "a prefix a token short, of 30 digits": case("prefill_saved", 2, 10**30 - 1, 10**15),
    "requests of 31 digits": case("prefill_saved", 10**30 + 2, 16, 16),
}


TELLING: dict[str, check.Scenario] = {**SMALL, **LARGE, **NONSENSE, **REPEATS}
