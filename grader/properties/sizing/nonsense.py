"""Fixed calls of the drill `sizing` that are refused: any argument, before any early way out.

Whoever answers early (nothing fits, nobody shares, one block) has to refuse all arguments before.
Left out: two values in one call that are refused.
"""

from typing import cast

from grader import check
from grader.properties.sizing.repeats import placed
from grader.properties.sizing.shapes import Call

# By what makes an early answer tempting: a call that makes sense, one argument of it to be spoilt.
SENSIBLE: dict[str, Call] = {
    "a token": {"call": "kv_bytes_per_token", "args": [32, 8, 128, 2]},
    "a token on one GPU": {"call": "kv_bytes_per_token", "args": [32, 8, 128, 2, 1]},
    "a token, a head a GPU": {"call": "kv_bytes_per_token", "args": [32, 8, 128, 2, 8]},
    "a token, too few heads": {"call": "kv_bytes_per_token", "args": [1, 8, 4, 2, 16]},
    "a pool": {"call": "num_blocks", "args": [1000, 500, 95, 20], "util": "0.9"},
    "too large weights": {"call": "num_blocks", "args": [100, 200, 5, 4], "util": "0.9"},
    "too large activations": {"call": "num_blocks", "args": [100, 5, 200, 4], "util": "0.9"},
    "nothing left": {"call": "num_blocks", "args": [100, 85, 5, 4], "util": "0.9"},
    "less left than a block": {"call": "num_blocks", "args": [100, 40, 40, 64], "util": "0.9"},
    "two blocks": {"call": "blocks_for", "args": [17, 16]},
    "one block": {"call": "blocks_for", "args": [1, 16]},
    "several requests": {"call": "max_concurrency", "args": [10, 16, 17]},
    "requests of a block": {"call": "max_concurrency", "args": [10, 16, 1]},
    "less than a request": {"call": "max_concurrency", "args": [1, 16, 17]},
    "a request that fits": {"call": "admits", "args": [33, 16, 512]},
    "a request that does not": {"call": "admits", "args": [2, 16, 512]},
    "a request of a block": {"call": "admits", "args": [10, 16, 1]},
    "no block but the null block": {"call": "admits", "args": [1, 16, 512]},
    "the longest request": {"call": "max_len_that_fits", "args": [64, 16]},
    "none fits": {"call": "max_len_that_fits", "args": [1, 16]},
    "a shared prefix": {"call": "prefill_saved", "args": [100, 2000, 16]},
    "nobody shares it": {"call": "prefill_saved", "args": [1, 2000, 16]},
    "a prefix below a block": {"call": "prefill_saved", "args": [100, 15, 16]},
    "a token of prefix, nobody shares": {"call": "prefill_saved", "args": [1, 1, 16]},
}


# Large ones too: how they are written tells whether a person finds them.
SIZES = (0, -1, -2, -7, -1_234_567, -12_345_678_901_234_567, 7 - 10**40)
UTILS = (
    *("0.0", "-0.0", "1.01", "-0.1", "2.0", "1e100", "-1e-30"),
    *("1.0000001", "1.0000000000000002", "-1.0000001"),
)


def _sizes_of(call: Call) -> check.Scenario:
    calls = [placed(call, place, size) for place in range(len(call["args"])) for size in SIZES]
    return cast(check.Scenario, {"calls": calls})


def _shares(util: str) -> check.Scenario:
    pools = [call for call in SENSIBLE.values() if call["call"] == "num_blocks"]
    calls = [Call(call=call["call"], args=call["args"], util=util) for call in pools]
    return cast(check.Scenario, {"calls": calls})


NONSENSE: dict[str, check.Scenario] = {
    f"{what}, one size below one": _sizes_of(call) for what, call in SENSIBLE.items()
} | {f"util {util}": _shares(util) for util in UTILS}
