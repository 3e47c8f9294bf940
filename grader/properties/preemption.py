"""Hidden checks of the drill `preemption`: exact formulas, written a second time in Fractions."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NotRequired, TypedDict, cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.scenario import digits

CLOSE = Fraction(1, 10**9)  # floats agree to this, relatively


class Card(TypedDict):
    """A GPU in whole numbers: mfu in percent, the latency of a copy in nanoseconds."""

    flops: int
    mfu_percent: int
    pcie: int
    copy_ns: int


class Sizes(TypedDict):
    """A model."""

    params: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    kv_bytes: int


class Call(TypedDict):
    """One call: `tokens` and `named` for the three on time, the others for victims()."""

    call: str
    tokens: NotRequired[int]
    named: NotRequired[dict[str, int]]
    running: NotRequired[list[list[str | int]]]  # [rid, private_blocks, priority, arrival]
    need_blocks: NotRequired[int]
    policy: NotRequired[str]


class Scenario(TypedDict):
    """A machine, and calls that have nothing to do with each other."""

    gpu: Card
    model: Sizes
    calls: list[Call]


class Returned(TypedDict):
    """A call that returned."""

    returned: Any
    changed: NotRequired[bool]


class Raised(TypedDict):
    """A call that raised."""

    raised: str
    says: str
    line: int
    changed: NotRequired[bool]


class Observation(TypedDict):
    """One answer a call."""

    answers: list[Returned | Raised]


# What must hold: exact, nothing shared with the reference.


@dataclass(frozen=True)
class Cost:
    """What a call on time comes to, exactly."""

    swap: Fraction
    recompute: Fraction
    blocks: int
    private: int
    new_tokens: int


def _cost(scenario: Scenario, call: Call) -> Cost:
    gpu, model = scenario["gpu"], scenario["model"]
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


def _must_take(call: Call) -> list[str]:
    """Return the victims, taken one by one."""
    left = [cast("tuple[str, int, int, int]", tuple(entry)) for entry in call.get("running", [])]
    need, taken = call.get("need_blocks", 1), list[str]()
    if sum(entry[1] for entry in left) < need:
        return []
    while need > 0:
        best = len(left) - 1
        if call.get("policy") == "priority":
            best = max(range(len(left)), key=lambda index: left[index][2:])
        rid, private, _, _ = left.pop(best)
        taken.append(rid)
        need -= private
    return taken


FLOORS = {
    "tokens": 1,
    "block_size": 1,
    "copies_per_block": 1,
    "shared_blocks": 0,
    "cached": 0,
    "host_free_blocks": 0,
}
ARGUMENTS: dict[
    str, tuple[list[str], list[str]]
] = {  # names that a call may have; the first ones it must have
    "swap_seconds": (["block_size"], ["shared_blocks", "copies_per_block"]),
    "recompute_seconds": ([], ["cached"]),
    "choose": (
        ["block_size", "host_free_blocks"],
        ["cached", "shared_blocks", "copies_per_block"],
    ),
}


def _offending(call: Call) -> list[str]:
    """Return the values that the contract refuses."""
    if call["call"] == "victims":
        bad = [str(entry[1]) for entry in call.get("running", []) if cast(int, entry[1]) < 1]
        bad += [str(need) for need in [call.get("need_blocks", 1)] if need < 1]
        return bad + [name for name in [call.get("policy", "")] if name not in POLICIES]
    named = {"tokens": call.get("tokens", 0), **call.get("named", {})}
    bad = [str(number) for name, number in named.items() if number < FLOORS[name]]
    shared, size = named.get("shared_blocks", 0), named.get("block_size", 1)
    if not bad and shared > -(-named["tokens"] // size):
        bad.append(str(shared))
    return bad


# The rules

Judged = tuple[str, bool]  # what must hold in words, and whether it does


def a_swap_moves_what_is_private_both_ways(run: Run) -> Difference | Told:
    """R1: 2 * private * (block_size * kv / pcie + copies_per_block * copy_latency)."""
    return _first_difference(run, "swap_seconds", _judge_swap)


def a_recompute_pays_for_what_is_not_cached(run: Run) -> Difference | Told:
    """R2: FLOPs of the new tokens over the FLOP/s that are reached."""
    return _first_difference(run, "recompute_seconds", _judge_recompute)


def swap_only_with_room_and_strictly_faster(run: Run) -> Difference | Told:
    """R3: mode, seconds and freed blocks of a choice."""
    return _first_difference(run, "choose", _judge_choice)


def victims_go_in_order_until_the_need_is_met(run: Run) -> Difference | Told:
    """R4: who goes, in which order; or nobody."""
    return _first_difference(run, "victims", _judge_victims)


def nonsense_is_refused(run: Run) -> Difference | Told:
    """R5: ValueError that names the value."""
    return _first_difference(run, "", _judge_refusal)


RULES: dict[str, Check] = {
    "R1": a_swap_moves_what_is_private_both_ways,
    "R2": a_recompute_pays_for_what_is_not_cached,
    "R3": swap_only_with_room_and_strictly_faster,
    "R4": victims_go_in_order_until_the_need_is_met,
    "R5": nonsense_is_refused,
}


def _first_difference(
    run: Run, name: str, judge: Callable[[Scenario, Call, dict[str, Plain]], Judged]
) -> Difference | Told:
    """Judge the good calls of `name`, or all refused ones if it is ""."""
    scenario = cast(Scenario, run.scenario)
    answers = cast("list[dict[str, Plain]]", cast(Observation, run.got)["answers"])
    rows: list[Row] = []
    for call, answer in zip(scenario["calls"], answers, strict=True):
        if bool(_offending(call)) == bool(name) or name not in ("", call["call"]):
            continue
        must, holds = judge(scenario, call, answer)
        rows.append(Row(_label(call), must, _answer_words(answer)))
        if not holds:
            return Difference(tuple(rows), heading="call")
    return Told.HELD if rows else Told.IDLE


def _judge_swap(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = _cost(scenario, call)
    why = f"{cost.private} of {cost.blocks} blocks, out and back"
    return f"{_seconds(cost.swap)}\n{why}", _is_close(answer.get("returned"), cost.swap)


def _judge_recompute(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = _cost(scenario, call)
    why = f"{cost.new_tokens:,} of {call.get('tokens', 0):,} tokens to compute"
    return f"{_seconds(cost.recompute)}\n{why}", _is_close(answer.get("returned"), cost.recompute)


def _judge_choice(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = _cost(scenario, call)
    room = call.get("named", {})["host_free_blocks"]
    ways = {"swap": cost.swap, "recompute": cost.recompute}
    wanted = ["swap" if cost.private <= room and cost.swap < cost.recompute else "recompute"]
    if cost.private <= room and _is_too_close(scenario, cost):
        wanted = ["swap", "recompute"]
    mode, seconds, freed = _decision(answer)
    holds = (
        type(mode) is str
        and mode in wanted
        and _is_close(seconds, ways[mode])
        and type(freed) is int
        and freed == cost.private
    )
    first = wanted[0]
    words = f"{first}, {_seconds(ways[first])}, {cost.private} freed"
    why = f"swap {_seconds(cost.swap)}, recompute {_seconds(cost.recompute)}"
    return f"{words}\n{why}\n{cost.private} to move, host room {room}", holds


def _judge_victims(_: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    must = _must_take(call)
    same = json.dumps(answer.get("returned")) == json.dumps(must)
    return _names(must), same and answer.get("changed") is False


def _judge_refusal(_: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    bad = _offending(call)
    says = str(answer.get("says", ""))
    named = any(re.search(rf"(?<![\w.-]){re.escape(b)}(?!\.?\w)", says) for b in bad)
    holds = answer.get("raised") == "ValueError" and named and not answer.get("changed")
    return f"ValueError that names {bad[0]}", holds


def _is_close(value: Plain, must: Fraction) -> bool:
    if type(value) is not float and type(value) is not int:
        return False
    return abs(Fraction(value) - must) <= must * CLOSE


def _is_too_close(scenario: Scenario, cost: Cost) -> bool:
    """Return whether rounding may decide: nearly a tie, or one that floats do not keep exact."""
    gap = abs(cost.swap - cost.recompute)
    if gap > CLOSE * max(cost.swap, cost.recompute):
        return False
    gpu = scenario["gpu"]
    reached = Fraction(gpu["flops"] * gpu["mfu_percent"], 100)
    # Subtle: over powers of two every order of the operations gives the same float.
    exact = gpu["copy_ns"] == 0 and _is_power(gpu["pcie"]) and reached.denominator == 1
    return not (
        gap == 0 and exact and _is_power(reached.numerator) and gpu["mfu_percent"] % 25 == 0
    )


def _is_power(number: int) -> bool:
    return number & (number - 1) == 0


def _decision(answer: dict[str, Plain]) -> Sequence[Plain]:
    returned = answer.get("returned")
    if type(returned) is dict and "decision" in returned:
        return cast("list[Plain]", returned["decision"])
    return (None, None, None)


# In words


def _seconds(seconds: Fraction | float) -> str:
    number = float(seconds)
    return f"{number:.10g} s" if abs(number) >= 1 else f"{number * 1e3:.10g} ms"


def _names(names: Sequence[Plain]) -> str:
    return ", then ".join(str(name) for name in names) or "nobody"


def _answer_words(answer: dict[str, Plain]) -> str:
    changed = "\nand changed the list it was handed" if answer.get("changed") else ""
    if "raised" in answer:
        says = f": {answer['says']}" if answer["says"] else ""
        return f"{answer['raised']}{says}{changed}"
    return _value_words(answer["returned"]) + changed


def _value_words(value: Plain) -> str:
    if type(value) is float:
        return _seconds(value)
    if type(value) is list and all(type(name) is str for name in value):
        return _names(value)
    if type(value) is dict and "decision" in value:
        mode, seconds, freed = cast("list[Plain]", value["decision"])
        time = _seconds(seconds) if type(seconds) is float else json.dumps(seconds)
        return f"{mode}, {time}, {json.dumps(freed)} freed"
    return json.dumps(value)[:80]


def _label(call: Call) -> str:
    if call["call"] == "victims":
        return f"victims(need {call.get('need_blocks')}, {call.get('policy')!r})"
    named = ", ".join(f"{name}={number}" for name, number in call.get("named", {}).items())
    return f"{call['call']}({call.get('tokens')}, {named})".replace(", )", ")")


def show(scenario: check.Scenario) -> list[str]:
    """Return the machine, and one line a call."""
    case = cast(Scenario, scenario)
    gpu, model = case["gpu"], case["model"]
    lines: list[str] = []
    if any(call["call"] != "victims" for call in case["calls"]):
        latency = gpu["copy_ns"] / 1000
        lines += [
            f"GPU    {gpu['flops']:.6g} FLOP/s at mfu {gpu['mfu_percent'] / 100}, "
            f"link {gpu['pcie']:.6g} B/s, {latency:g} us a copy",
            f"model  {model['params']:.6g} params, {model['layers']} layers, "
            f"{model['heads']} heads of {model['head_dim']}, "
            f"{model['kv_heads']} KV heads, {model['kv_bytes']} B a number",
        ]
    for call in case["calls"]:
        lines.append(_label(call))
        for rid, private, priority, arrival in call.get("running", []):
            lines.append(f"  {rid}  {private} blocks, priority {priority}, arrival {arrival}")
    return lines


# Scenarios

POLICIES = ("fcfs", "priority")
LARGEST = 10**17


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the machine exists, and every call is one with at most one bad number."""
    case = cast(Scenario, scenario)
    return (
        _is_valid_machine(case["gpu"], case["model"])
        and 1 <= len(case["calls"]) <= 6
        and all(_is_valid_call(call) for call in case["calls"])
    )


def _is_valid_machine(gpu: Card, model: Sizes) -> bool:
    """Return whether GPU and model belong together: both real, in round numbers, or both small.

    So shrinking does not end at 8e9 parameters on a GPU of 3 FLOP/s.
    """
    if not (25 <= gpu["mfu_percent"] <= 100 and gpu["mfu_percent"] % 5 == 0):
        return False
    if gpu["copy_ns"] % 1000 or not 0 <= gpu["copy_ns"] <= 10**6:
        return False
    sizes = [model["layers"], model["heads"], model["kv_heads"], model["head_dim"]]
    rates = [gpu["flops"], gpu["pcie"]]
    if not all(1 <= size <= 1000 for size in [*sizes, model["kv_bytes"]]):
        return False
    if model["params"] < 10**9:
        return 1 <= model["params"] <= 1000 and all(16 <= rate <= 10**4 for rate in rates)
    return (
        min(sizes) >= 4
        and model["params"] % 10**7 == 0
        and gpu["flops"] % 10**12 == gpu["pcie"] % 10**9 == 0
        and 10**14 <= gpu["flops"] <= LARGEST
        and 10**9 <= gpu["pcie"] <= LARGEST
        and model["params"] <= LARGEST
    )


def _is_valid_call(call: Call) -> bool:
    if call["call"] == "victims":
        return set(call) == {"call", "running", "need_blocks", "policy"} and _is_valid_queue(call)
    if call["call"] not in ARGUMENTS or set(call) != {"call", "tokens", "named"}:
        return False
    needed, allowed = ARGUMENTS[call["call"]]
    named = call.get("named", {})
    known = set(needed) <= set(named) <= {*needed, *allowed}
    numbers = [call.get("tokens", 0), *named.values()]
    return known and all(abs(n) <= 10**6 for n in numbers) and len(_offending(call)) <= 1


def _is_valid_queue(call: Call) -> bool:
    running = call.get("running", [])
    kinds = [str, int, int, int]
    if any([type(item) for item in entry] != kinds for entry in running):
        return False
    rids, arrivals = {entry[0] for entry in running}, {entry[3] for entry in running}
    unique = len(rids) == len(arrivals) == len(running) <= 8
    return unique and len(_offending(call)) <= 1


TINY = Sizes(params=4, layers=1, heads=1, kv_heads=1, head_dim=1, kv_bytes=2)
SMALL = Sizes(params=100, layers=2, heads=4, kv_heads=2, head_dim=4, kv_bytes=2)
WIDE = Sizes(params=50, layers=3, heads=6, kv_heads=2, head_dim=5, kv_bytes=1)
LLAMA = Sizes(params=8 * 10**9, layers=32, heads=32, kv_heads=8, head_dim=128, kv_bytes=2)
LLAMA_2 = Sizes(params=6_740_000_000, layers=32, heads=32, kv_heads=32, head_dim=128, kv_bytes=2)
OPT = Sizes(params=13 * 10**9, layers=40, heads=40, kv_heads=40, head_dim=128, kv_bytes=2)
MODELS = (SMALL, TINY, WIDE, LLAMA, OPT)


def _card(flops: int, mfu_percent: int, pcie: int, copy_ns: int = 0) -> Card:
    return {"flops": flops, "mfu_percent": mfu_percent, "pcie": pcie, "copy_ns": copy_ns}


BASE = _card(10**15, 50, 50 * 10**9)
SLOW_COPIES = _card(10**15, 50, 50 * 10**9, 10_000)
A100 = _card(312 * 10**12, 50, 25 * 10**9, 10_000)
CARDS = (  # small ones for the small models, real ones for the real
    (_card(1000, 50, 100), _card(1000, 25, 40, 1000), _card(4096, 100, 64), _card(900, 30, 1000)),
    (BASE, A100, _card(989 * 10**12, 40, 8 * 10**9), SLOW_COPIES),
)

TOKENS = (4, 5, 1, 2, 3, 8, 9, 16, 17, 33, 100, 1000)
BLOCK_SIZES = (4, 2, 16, 1, 3)
COPIES = (1, 2, 3, 64, 80)
BAD = (-1, -7)


def _timed(which: int, draw: Sequence[int]) -> Call:
    """Make one of the three calls on time from five small numbers."""
    a, b, c, d, e = draw
    tokens, size = TOKENS[a % 12], BLOCK_SIZES[b % 5]
    blocks = -(-tokens // size)
    shared = (0, c, blocks, blocks - 1)[c % 4] if c else 0
    shared = min(shared, blocks)
    cached = (0, tokens // 2, tokens - 1, tokens, tokens + 2, c)[d % 6]
    named = {"block_size": size}
    if which == 0:
        options = {"shared_blocks": shared, "copies_per_block": COPIES[e % 5]}
    elif which == 1:
        named, options = {}, {"cached": cached}
    else:
        private = blocks - shared
        rooms = (private, private - 1, private + 1, 0, 1000)
        named["host_free_blocks"] = max(0, rooms[e % 5])
        options = {
            "cached": cached,
            "shared_blocks": shared,
            "copies_per_block": COPIES[(b + d) % 5],
        }
    if (a + e) % 3 == 0:  # leave some out
        options = {name: number for name, number in options.items() if number not in (0, 1)}
    call = ("swap_seconds", "recompute_seconds", "choose")[which]
    return {"call": call, "tokens": tokens, "named": {**named, **options}}


def _queue(draw: Sequence[int]) -> Call:
    """Make a call of victims() from five small numbers."""
    a, b, c, d, e = draw
    count = a % 5
    running: list[list[str | int]] = []
    for index in range(count):
        private = 1 + (b + index * (1 + c % 3)) % 4
        priority = (c * (index + 1) + d) % 3 - (d == 7)
        running.append([chr(65 + index), private, priority, (index * (1 + 2 * (e % 2)) + c) % 5])
    total = sum(cast(int, entry[1]) for entry in running)
    need = max(1, (1, total, total + 1, total - 1, 2, 3, 4, total // 2)[d])
    return {
        "call": "victims",
        "running": running,
        "need_blocks": need,
        "policy": POLICIES[e % 4 // 2],
    }


def _spoil(call: Call, where: int, how: int) -> None:
    """Make one number of the call one that the contract refuses."""
    if call["call"] == "victims":
        running = call.get("running", [])
        if where % 3 == 0:
            call["policy"] = ("lifo", "FCFS")[how % 2]
        elif where % 3 == 1 and running:
            running[how % len(running)][1] = (0, -1, -7)[how % 3]
        else:
            call["need_blocks"] = (0, -1, -7)[how % 3]
        return
    named = call.get("named", {})
    names = ["tokens", *named]
    name = names[where % len(names)]
    number = (FLOORS[name] - 1, -7)[how % 2]
    if name == "shared_blocks" and how % 3:
        number = -(-call.get("tokens", 0) // named["block_size"]) + how
    if name == "tokens":
        call["tokens"] = number
        named.pop("shared_blocks", None)  # or there would be two bad ones
    else:
        named[name] = number
        if name == "block_size":
            named.pop("shared_blocks", None)


_CALL = (5, 9, 12, 5, 8, 8, 10)


def _scenario(draws: tuple[int, ...]) -> check.Scenario:
    calls: list[Call] = []
    for start in (0, 7, 14):
        which, spoil, *draw = draws[start : start + 7]
        call = _queue(draw) if which > 2 else _timed(which, draw)
        if spoil == 8:
            _spoil(call, draw[0] + draw[2], draw[3])
        calls.append(call)
    count, model, card = draws[-3:]
    case = {"gpu": CARDS[model >= 3][card], "model": MODELS[model], "calls": calls[: 1 + count]}
    return cast(check.Scenario, case)


SCENARIOS: SearchStrategy[check.Scenario] = digits(*_CALL, *_CALL, *_CALL, 3, 5, 4).map(_scenario)


def _case(call: Call, gpu: Card = BASE, model: Sizes = LLAMA) -> check.Scenario:
    return cast(check.Scenario, {"gpu": gpu, "model": model, "calls": [call]})


def _swap(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    whole = {"block_size": 16, **named}
    return _case({"call": "swap_seconds", "tokens": tokens, "named": whole}, gpu, model)


def _compute(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    return _case({"call": "recompute_seconds", "tokens": tokens, "named": {**named}}, gpu, model)


def _choice(tokens: int, gpu: Card = BASE, model: Sizes = LLAMA, **named: int) -> check.Scenario:
    whole = {"block_size": 16, "host_free_blocks": 10**5, **named}
    return _case({"call": "choose", "tokens": tokens, "named": whole}, gpu, model)


def _need(need: int, policy: str, *running: tuple[str, int, int, int]) -> check.Scenario:
    queue = [list[str | int](entry) for entry in running]
    call = Call(call="victims", running=queue, need_blocks=need, policy=policy)
    return _case(call, TIE, TINY)


TIE = _card(128, 50, 32)  # 4 tokens of TINY in a block of 4: 1 s to swap, 1 s to compute
A, B, C = ("A", 3, 0, 0), ("B", 2, 0, 1), ("C", 1, 0, 2)
_tie = partial(_choice, 4, TIE, TINY, block_size=4)

TELLING: dict[str, check.Scenario] = {
    "one block, out and back": _swap(4, TIE, TINY, block_size=4),
    "100 tokens are seven blocks": _swap(100),
    "two of them shared": _swap(100, shared_blocks=2),
    "all of them shared": _swap(100, shared_blocks=7),
    "64 copies a block": _swap(100, SLOW_COPIES, copies_per_block=64),
    "one copy a block": _swap(100, SLOW_COPIES),
    "a full last block": _swap(96),
    "every head its own KV": _swap(100, model=LLAMA_2),
    "one byte a number": _swap(5, _card(1000, 50, 100), WIDE, block_size=4),
    "four tokens": _compute(4, TIE, TINY),
    "100 tokens": _compute(100),
    "8192 tokens": _compute(8192),
    "half of 8192 cached": _compute(8192, cached=4096),
    "all of them cached": _compute(100, cached=100),
    "more cached than there are": _compute(100, cached=10**6),
    "one token": _compute(1, cached=1),
    "a tie": _tie(),
    "52 cached blocks of 1000 tokens": _choice(1000, cached=52 * 16),
    "53 cached blocks of 1000 tokens": _choice(1000, cached=53 * 16),
    "OPT-13B, small copies, blocks of 15": _choice(
        512, A100, OPT, block_size=15, copies_per_block=80
    ),
    "OPT-13B, small copies, blocks of 16": _choice(512, A100, OPT, copies_per_block=80),
    "a link above the break-even": _choice(100, _card(989 * 10**12, 50, 10**10), LLAMA),
    "a link below the break-even": _choice(96, _card(989 * 10**12, 50, 6 * 10**9), LLAMA),
    "host room for all but one": _choice(100, host_free_blocks=6),
    "host room for exactly as many": _choice(100, host_free_blocks=7),
    "host room for the private ones": _choice(100, host_free_blocks=5, shared_blocks=2),
    "no host room, and two shared": _choice(100, host_free_blocks=0, shared_blocks=2),
    "no host room, nothing to move": _choice(100, host_free_blocks=0, shared_blocks=7),
    "the last one is enough": _need(1, "fcfs", A, B, C),
    "the last two": _need(2, "fcfs", A, B, C),
    "all of them": _need(6, "fcfs", A, B, C),
    "all of them would not do": _need(7, "fcfs", A, B, C),
    "nobody runs": _need(1, "priority"),
    "the largest priority goes": _need(1, "priority", ("A", 1, 9, 0), ("B", 1, 0, 1)),
    "of equals the latest goes": _need(1, "priority", ("A", 1, 5, 3), ("B", 1, 5, 1)),
    "priority before arrival": _need(
        2, "priority", ("A", 1, 1, 7), ("B", 1, 2, 0), ("C", 1, -1, 9)
    ),
    "no tokens": _compute(0),
    "a negative cache": _compute(100, cached=-1),
    "blocks of nothing": _swap(100, block_size=0),
    "fewer than no shared blocks": _swap(100, shared_blocks=-7),
    "eight of seven blocks shared": _swap(100, shared_blocks=8),
    "no copy a block": _swap(100, copies_per_block=0),
    "less than no host room": _choice(100, host_free_blocks=-7),
    "a choice with a negative cache": _choice(100, cached=-7),
    "a choice with too many shared": _choice(100, shared_blocks=8),
    "a policy that nobody knows": _need(1, "lifo", A),
    "a policy in capitals": _need(1, "FCFS", A),
    "nothing needed": _need(0, "fcfs", A),
    "less than nothing needed": _need(-7, "priority", A),
    "a victim without blocks": _need(1, "fcfs", ("A", 0, 0, 0), B),
    "a victim of negative blocks": _need(1, "priority", ("A", -7, 0, 0), B),
}
