"""Fixed scenarios of the drill `sizing`, by what they tell, played before any random one.

Left out: the names of the wrong programs that they tell (`grader/mutants/sizing`).
"""

from typing import cast

from grader import check
from grader.properties.sizing.scenarios import GIB
from grader.properties.sizing.shapes import Call


def case(call: str, *args: int, util: str | None = None) -> check.Scenario:
    """Return a scenario of one call."""
    one = Call(call=call, args=list(args))
    if util is not None:
        one["util"] = util
    return cast(check.Scenario, {"calls": [one]})


TELLING: dict[str, check.Scenario] = {
    "one token of one head": case("kv_bytes_per_token", 1, 1, 1, 1),
    "LLaMA-2-7B, every head its own KV": case("kv_bytes_per_token", 32, 32, 128, 2),
    "Llama-3-8B shares KV heads": case("kv_bytes_per_token", 32, 8, 128, 2),
    "Qwen3-0.6B, head_dim is not hidden / heads": case("kv_bytes_per_token", 28, 8, 128, 2),
    "an fp8 cache": case("kv_bytes_per_token", 32, 8, 128, 1),
    "tp 8 of the 8B": case("kv_bytes_per_token", 32, 8, 128, 2, 8),
    "tp 16 keeps one head": case("kv_bytes_per_token", 32, 8, 128, 2, 16),
    "tp 4 of ten heads": case("kv_bytes_per_token", 1, 10, 4, 2, 4),
    "the small pool": case("num_blocks", 1000, 500, 95, 20, util="0.9"),
    "nine tenths is not the float": case("num_blocks", 1000, 500, 99, 1, util="0.9"),
    "seven hundredths is not the float": case("num_blocks", 100, 1, 1, 1, util="0.07"),
    "a share of a byte counts whole": case("num_blocks", 99, 1, 1, 1, util="0.5"),
    "a long decimal": case("num_blocks", 10**9, 1, 1, 1, util="0.123456789"),
    "all of the memory": case("num_blocks", 100, 1, 1, 7, util="1.0"),
    "weights that do not fit": case("num_blocks", 100, 95, 5, 4, util="0.9"),
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
    "the longest of 64 blocks": case("max_len_that_fits", 64, 16),
    "a pool of the null block alone": case("max_len_that_fits", 1, 16),
    "100 requests, blocks of 16": case("prefill_saved", 100, 2000, 16),
    "100 requests, blocks of 256": case("prefill_saved", 100, 2000, 256),
    "nobody to share with": case("prefill_saved", 1, 2000, 16),
    "a prefix below a block": case("prefill_saved", 100, 15, 16),
    "no GPU": case("kv_bytes_per_token", 32, 8, 128, 2, 0),
    "a negative tp": case("kv_bytes_per_token", 32, 8, 128, 2, -7),
    "no layer": case("kv_bytes_per_token", 0, 8, 128, 2),
    "util 0.0": case("num_blocks", 1000, 500, 95, 20, util="0.0"),
    "util 1.01": case("num_blocks", 1000, 500, 95, 20, util="1.01"),
    "negative util": case("num_blocks", 1000, 500, 95, 20, util="-0.1"),
    "negative weights": case("num_blocks", 1000, -7, 95, 20, util="0.9"),
    "blocks of no bytes": case("num_blocks", 1000, 500, 95, 0, util="0.9"),
    "no tokens": case("blocks_for", 0, 16),
    "a negative block size": case("max_concurrency", 4, -1, 8),
    "a pool without a block": case("max_len_that_fits", 0, 16),
    "no request": case("prefill_saved", 0, 2000, 16),
}
