"""What loads of many cold prompts tell: R7, and a wrong order that only they show.

Left out: what the loads are made of (`drills/policy/driver.py`).
"""

from typing import cast

from grader.check import Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.policy.shapes import CostObservation, CostScenario, Load
from grader.properties.policy.words import answer_words, are_names

GROWTH = 8  # a fourfold load may cost this many times as much, at most
BASES = (None, 0, 1, 1)  # of the counted loads: the one that is a quarter of it
TIMES = (1, 4, 16, 4)  # the prompts of each
WARM = 5  # the load in which all match; the one before it has as many cold prompts


def looks_grow_with_the_tokens(run: Run) -> Difference | Told:
    """R7: a load of four times the tokens costs at most eight times the looks."""
    if run.scenario["kind"] != "cost":
        return Told.IDLE
    loads = cast(CostObservation, run.got)["loads"]
    over = _first_over(loads)
    if over is not None:
        base, most = BASES[over] or 0, _most(loads[BASES[over] or 0])
        seen = f"{loads[base]['looks']:,} looks"
        rows = (
            Row(_load_words(run, loads, base), "any number of looks", seen),
            Row(_load_words(run, loads, over), f"at most {most:,} looks", f"over {most:,} looks"),
        )
        return Difference(rows, heading="load")
    return Told.HELD if all(load["in_order"] for load in loads) else Told.IDLE


def cost_order(run: Run, rule: str) -> Difference | Told:
    """Claim a wrong order of a load: R5 when somebody is missing, R2 where all match, else R4."""
    loads = cast(CostObservation, run.got)["loads"]
    for number, load in enumerate(loads[: _first_over(loads)]):  # what costs too much was stopped
        if load["in_order"]:
            continue
        answer = cast("dict[str, Plain]", load["order"])
        is_lost = are_names(answer.get("returned")) and not load["all_there"]
        if rule != ("R5" if is_lost else "R2" if number == WARM else "R4"):
            return Told.IDLE
        are_twins = run.scenario.get("shape") == "twins"
        must = "list order, the second of each two last" if are_twins else "list order"
        must = "the order of their matches, the largest first" if number == WARM else must
        row = Row("order(…)", f"everybody in {must}", answer_words(answer))
        return Difference((row,), heading="call")
    return Told.IDLE


def _first_over(loads: list[Load]) -> int | None:
    """Return the number of the first load that took too many looks."""
    for number, (load, base) in enumerate(zip(loads, BASES, strict=False)):
        if base is not None and load["looks"] > _most(loads[base]):
            return number
    return None


def _most(base: Load) -> int:
    return GROWTH * max(base["looks"], base["tokens"])


def _load_words(run: Run, loads: list[Load], number: int) -> str:
    prompts = TIMES[number] * cast(CostScenario, run.scenario)["prompts"]
    return f"{prompts} prompts, {loads[number]['tokens']:,} tokens"
