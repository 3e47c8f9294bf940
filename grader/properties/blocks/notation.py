"""How a fixed scenario is written short.

Left out: the scenarios themselves (`chains.py`, `hits.py`, `decodes.py`).
"""

from typing import cast

from grader import check
from grader.properties.blocks.shapes import HashName, Scenario, Verb

# Token ids that digits cannot write: those with one last digit or one last byte, and large ones.
IDS = {
    "a": 10, "b": 11, "c": 17, "d": 256, "e": 257, "f": 1000, "g": 1001,
    "h": 31, "i": 33, "j": 131, "p": 50_256, "q": 65_536, "r": 65_537, "s": 151_643,
    "u": 55_296, "v": 55_297, "w": 131_072, "x": 262_144, "y": 524_288, "t": 999_999,
}  # fmt: skip


LONG = "take 0, run 1050, run 0, free 0, take 0"


def case(
    blocks: int, size: int, prompts: str, ops: str, hash_name: HashName = "exact"
) -> check.Scenario:
    """Write a scenario short: "A 111, B 112" and "take A, run A, grow A 2".

    A digit is the token of that number, a letter one of `IDS`: "A 0s" has the tokens 0 and 151643.
    """
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": hash_name,
        "prompts": [],
        "ops": [],
    }
    for text in prompts.split(", "):
        name, tokens = text.split()
        scenario["prompts"].append({"name": name, "tokens": [_token(token) for token in tokens]})
    for text in ops.split(", "):
        do, seq, n = f"{text} 0".split()[:3]
        scenario["ops"].append({"do": cast(Verb, do), "seq": seq, "n": _token(n)})
    return cast(check.Scenario, scenario)


def long() -> check.Scenario:
    """Return a prompt of over 1000 blocks, which comes twice: nothing may recurse over them."""
    scenario: Scenario = {
        "blocks": 1200,
        "size": 1,
        "hash": "default",
        "prompts": [{"name": "A", "tokens": [0] * 1100}],
        "ops": [],
    }
    for text in LONG.split(", "):
        do, n = text.split()
        scenario["ops"].append({"do": cast(Verb, do), "seq": "A", "n": int(n)})
    return cast(check.Scenario, scenario)


def overwritten(blocks: int) -> check.Scenario:
    """Return two prompts that fill the pool one after the other, and the first once more."""
    scenario: Scenario = {
        "blocks": blocks,
        "size": 1,
        "hash": "default",
        "prompts": [
            {"name": "A", "tokens": [*range(blocks)]},
            {"name": "B", "tokens": [*range(1, 1 + blocks)]},
        ],
        "ops": [],
    }
    for text in ("take A", "run A", "free A", "take B", "run B", "free B", "take A"):
        do, name = text.split()
        scenario["ops"].append({"do": cast(Verb, do), "seq": name, "n": 0})
    return cast(check.Scenario, scenario)


def _token(text: str) -> int:
    return IDS[text] if text in IDS else int(text)


def crowd(blocks: int, size: int) -> check.Scenario:
    """Return 100 requests that share 2000 tokens."""
    prefix = [1 + i % 9 for i in range(2000)]
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": "default",
        "prompts": [{"name": "P", "tokens": prefix}],
        "ops": [{"do": "crowd", "seq": "P", "n": 100}],
    }
    return cast(check.Scenario, scenario)
