"""How a fixed scenario is written short.

Left out: the scenarios themselves (`chains.py`, `hits.py`, `decodes.py`).
"""

from typing import cast

from grader import check
from grader.properties.blocks.shapes import HashName, Scenario, Verb


def case(
    blocks: int, size: int, prompts: str, ops: str, hash_name: HashName = "exact"
) -> check.Scenario:
    """Write a scenario short: "A 111, B 112" and "take A, run A, grow A 2"."""
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": hash_name,
        "prompts": [],
        "ops": [],
    }
    for text in prompts.split(", "):
        name, tokens = text.split()
        scenario["prompts"].append({"name": name, "tokens": [int(token) for token in tokens]})
    for text in ops.split(", "):
        do, seq, n = f"{text} 0".split()[:3]
        scenario["ops"].append({"do": cast(Verb, do), "seq": seq, "n": int(n)})
    return cast(check.Scenario, scenario)


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
