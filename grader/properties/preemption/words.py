"""Scenarios, calls and answers in the words that a person reads.

Left out: what must hold (`costs.py`, `victims.py`) and where it does not (`rules.py`).
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from grader import check
from grader.plain import Plain
from grader.properties.preemption.shapes import Call, Scenario


def show(scenario: check.Scenario) -> list[str]:
    """Return the machine, and one line a call."""
    case = cast(Scenario, scenario)
    gpu, model = case["gpu"], case["model"]
    lines: list[str] = []
    if any(call["call"] != "victims" for call in case["calls"]):
        latency = gpu["copy_ns"] / 1000
        lines += [
            f"GPU    {_short(gpu['flops'])} FLOP/s at mfu {gpu['mfu_percent'] / 100}, "
            f"link {_short(gpu['pcie'])} B/s, {latency:g} us a copy",
            f"model  {_short(model['params'])} params, {model['layers']} layers, "
            f"{model['heads']} heads of {model['head_dim']}, "
            f"{model['kv_heads']} KV heads, {model['kv_bytes']} B a number",
        ]
    for call in case["calls"]:
        lines.append(call_words(call).replace("\n", "\n  "))
        for rid, private, priority, arrival in call.get("running", []):
            lines.append(f"  {rid}  {private} blocks, priority {priority}, arrival {arrival}")
    return lines


def _short(number: int) -> str:
    """Return 5e+10 for a round number, and all digits of another."""
    short = f"{number:.6g}"
    return short if Fraction(short) == number else f"{number:,}"


def call_words(call: Call) -> str:
    """Return the call: "swap_seconds(100, block_size=16)"."""
    if call["call"] == "victims":
        policy = f", {call['policy']!r}" if "policy" in call else ""
        return f"victims(need {call.get('need_blocks')}{policy})"
    named = ", ".join(f"{name}={number}" for name, number in call.get("named", {}).items())
    words = f"{call['call']}({call.get('tokens')}, {named})".replace(", )", ")")
    but = ", ".join(f"{name}={number}" for name, number in call.get("but", {}).items())
    return f"{words}\nwith {but} instead" if but else words


def answer_words(answer: dict[str, Plain]) -> str:
    """Return an answer, and that the list was changed, if it was."""
    changed = "\nand changed the list it was handed" if answer.get("changed") else ""
    if "raised" in answer:
        says = f": {answer['says']}" if answer["says"] else ""
        return f"{answer['raised']}{says}{changed}"
    return _value_words(answer["returned"]) + changed


def _value_words(value: Plain) -> str:
    if type(value) is float:
        return time_words(value)
    if type(value) is list and all(type(name) is str for name in value):
        return names_words(value)
    if type(value) is dict and "decision" in value:
        mode, seconds, freed = cast("list[Plain]", value["decision"])
        time = time_words(seconds) if type(seconds) is float else json.dumps(seconds)
        return f"{mode}, {time}, {json.dumps(freed)} freed"
    return json.dumps(value)[:80]


def time_words(seconds: Fraction | float) -> str:
    """Return a time: "1.5 s" or "20 ms"."""
    number = float(seconds)
    return f"{number:.10g} s" if abs(number) >= 1 else f"{number * 1e3:.10g} ms"


def names_words(names: Sequence[Plain]) -> str:
    """Return names in order: "C, then B", or "nobody"."""
    return ", then ".join(str(name) for name in names) or "nobody"
