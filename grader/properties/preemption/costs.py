"""What a swap and a recompute cost, exact, nothing shared with the reference; and when they tie.

Left out: what follows from it for a choice (`rules.py`).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from grader.plain import Plain
from grader.properties.preemption.shapes import Call, Card, Scenario, Sizes

CLOSE = Fraction(1, 10**9)  # floats agree to this, relatively
APART = Fraction(1, 10**8)  # two of them that differ by this are in the right order


@dataclass(frozen=True)
class Cost:
    """What a call on time comes to, exactly."""

    swap: Fraction
    recompute: Fraction
    blocks: int
    private: int
    new_tokens: int


def machine_of(scenario: Scenario, but: dict[str, int]) -> tuple[Card, Sizes]:
    """Return the GPU and the model of a scenario, with the numbers that a call gives anew."""
    gpu, model = {**scenario["gpu"]}, {**scenario["model"]}
    for name, number in but.items():
        (gpu if name in gpu else model)[name] = number
    return cast(Card, gpu), cast(Sizes, model)


def cost_of(scenario: Scenario, call: Call) -> Cost:
    """Return what a call on time comes to."""
    gpu, model = machine_of(scenario, call.get("but", {}))
    tokens, named = call.get("tokens", 1), call.get("named", {})
    size = named.get("block_size", 1)
    blocks = (tokens + size - 1) // size
    private = blocks - named.get("shared_blocks", 0)
    token_bytes = 2 * model["layers"] * model["kv_heads"] * model["head_dim"] * model["kv_bytes"]
    latency = Fraction(named.get("copies_per_block", 1) * gpu["copy_ns"], 10**9)
    block = Fraction(size * token_bytes, gpu["pcie"]) + latency
    kept = min(named.get("cached", 0), tokens - 1)
    width = model["layers"] * model["heads"] * model["head_dim"]
    work = model["params"] * (tokens - kept) + width * (tokens - kept) * (tokens + kept)
    recompute = Fraction(2 * work * 100, gpu["flops"] * gpu["mfu_percent"])
    return Cost(private * block * 2, recompute, blocks, private, tokens - kept)


def is_close(value: Plain, must: Fraction) -> bool:
    """Return whether a number of the right kind is within 1e-9 of what must be, relatively."""
    if type(value) is not float and type(value) is not int:
        return False
    return abs(Fraction(value) - must) <= must * CLOSE


def may_go_either_way(gpu: Card, cost: Cost) -> bool:
    """Return whether rounding may decide: nearly a tie, or one that floats do not keep exact."""
    gap = abs(cost.swap - cost.recompute)
    if gap >= APART * max(cost.swap, cost.recompute):
        return False
    mfu = Fraction(gpu["mfu_percent"], 100)
    # Subtle: with powers of two every order of the operations gives the same float, and so does
    # every unit (a billion bytes a second).
    powers = all(map(_is_power, (cost.swap, mfu, Fraction(gpu["pcie"]), Fraction(gpu["flops"]))))
    return not (gap == 0 and gpu["copy_ns"] == 0 and powers)


def _is_power(number: Fraction) -> bool:
    parts = (number.numerator, number.denominator)
    return all(part > 0 and part & (part - 1) == 0 for part in parts)
