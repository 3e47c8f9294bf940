"""One check a rule of the drill `preemption`, in order.

Left out: what a call costs (`costs.py`) and what is refused (`refusals.py`).
"""

import json
from collections.abc import Callable, Sequence
from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.preemption.costs import cost_of, is_close, machine_of, may_go_either_way
from grader.properties.preemption.naming import is_named
from grader.properties.preemption.refusals import offending
from grader.properties.preemption.shapes import Call, Observation, Scenario
from grader.properties.preemption.victims import victims_of
from grader.properties.preemption.words import answer_words, call_words, names_words, time_words


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


Judged = tuple[str, bool]  # what must hold in words, and whether it does


def _first_difference(
    run: Run, name: str, judge: Callable[[Scenario, Call, dict[str, Plain]], Judged]
) -> Difference | Told:
    """Judge the good calls of `name`, or all refused ones if it is ""."""
    scenario = cast(Scenario, run.scenario)
    answers = cast("list[dict[str, Plain]]", cast(Observation, run.got)["answers"])
    rows: list[Row] = []
    for call, answer in zip(scenario["calls"], answers, strict=True):
        if bool(offending(call)) == bool(name) or name not in ("", call["call"]):
            continue
        must, holds = judge(scenario, call, answer)
        rows.append(Row(call_words(call), must, answer_words(answer)))
        if not holds:
            return Difference(tuple(rows), heading="call")
    return Told.HELD if rows else Told.IDLE


def _judge_swap(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = cost_of(scenario, call)
    why = f"{cost.private} of {cost.blocks} blocks, out and back"
    return f"{time_words(cost.swap)}\n{why}", is_close(answer.get("returned"), cost.swap)


def _judge_recompute(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = cost_of(scenario, call)
    why = f"{cost.new_tokens:,} of {call.get('tokens', 0):,} tokens to compute"
    return f"{time_words(cost.recompute)}\n{why}", is_close(answer.get("returned"), cost.recompute)


def _judge_choice(scenario: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    cost = cost_of(scenario, call)
    room = call.get("named", {})["host_free_blocks"]
    ways = {"swap": cost.swap, "recompute": cost.recompute}
    wanted = ["swap" if cost.private <= room and cost.swap < cost.recompute else "recompute"]
    if cost.private <= room and may_go_either_way(
        machine_of(scenario, call.get("but", {}))[0], cost
    ):
        wanted = ["swap", "recompute"]
    mode, seconds, freed = _decision(answer)
    holds = (
        type(mode) is str
        and mode in wanted
        and is_close(seconds, ways[mode])
        and type(freed) is int
        and freed == cost.private
    )
    first = wanted[0]
    words = f"{first}, {time_words(ways[first])}, {cost.private} freed"
    why = f"swap {time_words(cost.swap)}, recompute {time_words(cost.recompute)}"
    return f"{words}\n{why}\n{cost.private} to move, host room {room}", holds


def _decision(answer: dict[str, Plain]) -> Sequence[Plain]:
    returned = answer.get("returned")
    if type(returned) is dict and "decision" in returned:
        return cast("list[Plain]", returned["decision"])
    return (None, None, None)


def _judge_victims(_: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    must = victims_of(call)
    same = json.dumps(answer.get("returned")) == json.dumps(must)
    return names_words(must), same and answer.get("changed") is False


def _judge_refusal(_: Scenario, call: Call, answer: dict[str, Plain]) -> Judged:
    bad = offending(call)
    named = any(is_named(value, str(answer.get("says", ""))) for value in bad)
    holds = answer.get("raised") == "ValueError" and named and not answer.get("changed")
    return f"ValueError that names {bad[0]!r}", holds
