"""A scenario in a few lines that a person can draw on paper.

Left out: what happens in it (`ordering.py`, `weighing.py`, `ageing.py`).
"""

from typing import Any, cast

from grader import check
from grader.properties.policy.shapes import (
    AgeScenario,
    CostScenario,
    Entry,
    OrderScenario,
    RefusedScenario,
    TreeScenario,
)
from grader.properties.policy.words import prompt_words, rid


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines; 3x7 stands for the tokens 7 7 7."""
    lines = SHOWN[cast(str, scenario["kind"])](scenario)
    return lines if len(lines) <= 14 else [*lines[:12], f"… {len(lines) - 12} more"]


def _show_order(scenario: Any) -> list[str]:
    case = cast(OrderScenario, scenario)
    numbers = [f"{n}={scenario[n]}" for n in ("limit", "check", "defer") if n in scenario]
    lines = [", ".join([case["policy"], *numbers])]
    lines += [f"cached   {prompt_words(prompt)}" for prompt in case["cache"]]
    return lines + _show_waiting(case["waiting"])


def _show_waiting(waiting: list[Entry]) -> list[str]:
    return [
        f"{entry['rid']:8} {prompt_words(entry['prompt'])}{_copies_words(entry)}"
        for entry in waiting
    ]


def _copies_words(entry: Entry) -> str:
    """Return how many there are of a request: "   128 of them: A, A.2, …", nothing for one."""
    copies, name = entry.get("copies", 1), entry["rid"]
    return f"   {copies} of them: {name}, {name}.2, …" if copies > 1 else ""


def _show_cost(scenario: Any) -> list[str]:
    case = cast(CostScenario, scenario)
    share = case["defer"] - 1
    return [f"{case['prompts']} cold prompts; any two share {share} tokens, defer={case['defer']}"]


def _show_tree(scenario: Any) -> list[str]:
    case = cast(TreeScenario, scenario)
    names = ["root", *(f"n{place}" for place in range(1, len(case["nodes"]) + 1))]
    lines = [
        f"{names[place]:8} below {names[node['parent']]}: {prompt_words([node['piece']])}"
        for place, node in enumerate(case["nodes"], 1)
    ]
    return lines + _show_waiting(case["waiting"])


def _show_age(scenario: Any) -> list[str]:
    case = cast(AgeScenario, scenario)
    lines = [f"age_weight={case['age_weight']}, {case['slots']} served a pass"]
    number = 0
    for index, joining in enumerate([case["start"], *case["later"]], 1):
        names = [f"{rid(number + place)} (match {m})" for place, m in enumerate(joining)]
        number += len(joining)
        lines.append(f"pass {index}   joins {', '.join(names) or 'nobody'}")
    return lines


def _show_refused(scenario: Any) -> list[str]:
    case = cast(RefusedScenario, scenario)
    return [f"{case['call']}: " + ", ".join(f"{n}={v}" for n, v in case["named"].items())]


SHOWN = {
    "order": _show_order,
    "cost": _show_cost,
    "tree": _show_tree,
    "age": _show_age,
    "refused": _show_refused,
}
