"""Calls and answers in the words that a person reads.

Left out: what must hold (`formulas.py`) and where it does not (`rules.py`).
"""

import json
from math import ceil
from typing import cast

from grader import check
from grader.plain import Plain
from grader.properties.sizing.formulas import share, whole_blocks
from grader.properties.sizing.shapes import Call, Scenario


def show(scenario: check.Scenario) -> list[str]:
    """Return one line a call."""
    return [call_words(call) for call in cast(Scenario, scenario)["calls"]]


def reason(call: Call) -> str:
    """Return where the number comes from, in a few words."""
    name, n = call["call"], call["args"]
    if name == "kv_bytes_per_token":
        heads = max(1, n[1] // (n[4] if len(n) == 5 else 1))
        return f"keys and values, {n[0]} layers, heads a GPU: {heads}"
    if name == "num_blocks":
        usable = ceil(n[0] * share(call))
        return f"{usable:,} bytes may be used, {n[1] + n[2]:,} of them are taken"
    if name == "prefill_saved":
        return f"{n[0] - 1:,} find {n[1] // n[2]:,} whole blocks"
    if name == "max_len_that_fits":
        return f"{n[0] - 1:,} blocks beside the null block"
    if name == "blocks_for":
        return f"{n[0] // n[1]:,} full blocks, {n[0] % n[1]:,} tokens over"
    needed = f"blocks a request: {whole_blocks(n[2], n[1]):,}"
    return f"{needed}, beside the null block: {n[0] - 1:,}" if name == "admits" else needed


def call_words(call: Call) -> str:
    """Return the call: "num_blocks(1_000, 0.9, 500, 95, 20)"."""
    arguments = [f"{number:,}".replace(",", "_") for number in call["args"]]
    if "util" in call:
        arguments.insert(1, str(float(call["util"])))
    return f"{call['call']}({', '.join(arguments)})"


def answer_words(call: Call, answer: dict[str, Plain]) -> str:
    """Return the answer: "19 blocks" or "ValueError: util 1.5"."""
    if "raised" in answer:
        says = f": {answer['says']}" if answer["says"] else ""
        return f"{answer['raised']}{says}"
    return value_words(call, answer["returned"])


def value_words(call: Call, value: Plain) -> str:
    """Return a value with its kind, where that matters, and its unit: "Fraction(4, 3) requests"."""
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


UNITS = {
    "kv_bytes_per_token": "bytes a token",
    "num_blocks": "blocks",
    "blocks_for": "blocks",
    "max_concurrency": "requests",
    "admits": "",
    "max_len_that_fits": "tokens",
    "prefill_saved": "tokens",
}
