"""A scenario in a few lines that a person can draw on paper.

Left out: what happens in it (`ordering.py`, `weighing.py`, `ageing.py`).
"""

from typing import Any, cast

from grader import check
from grader.properties.policy.shapes import (
    AgeScenario,
    BoundScenario,
    CostScenario,
    Entry,
    OrderScenario,
    RefusedScenario,
    ScoreScenario,
    TreeScenario,
)
from grader.properties.policy.trees import node_names
from grader.properties.policy.words import bound_words, prompt_words, rids


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines; 3x7 stands for the tokens 7 7 7."""
    lines = SHOWN[cast(str, scenario["kind"])](scenario)
    return lines if len(lines) <= 14 else [*lines[:12], f"… {len(lines) - 12} more"]


def _show_order(scenario: Any) -> list[str]:
    case = cast(OrderScenario, scenario)
    numbers = [f"{n}={scenario[n]}" for n in ("limit", "check", "defer") if n in scenario]
    policy = case["policy"]
    lines = [", ".join([policy if policy in ("lpm", "fcfs") else repr(policy), *numbers])]
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
    sorts = {
        "end": f"any two share {share} tokens",
        "start": f"any two differ in the first of {case['defer']} tokens alone",
        "swap": "all heads hold the same tokens, each in an order of its own",
        "twins": f"any two share {share} tokens, but all heads save the last stand twice",
    }
    lines = [f"{case['prompts']} cold prompts, defer={case['defer']}; then more of them"]
    lines.append(sorts[case.get("shape", "end")])
    tail = case.get("tail", 1)
    return lines + ([f"{tail} more tokens follow, in all of them the same"] if tail > 1 else [])


def _show_tree(scenario: Any) -> list[str]:
    case = cast(TreeScenario, scenario)
    names = node_names(case)
    lines: list[str] = []
    for place, node in enumerate(case["nodes"], 1):
        tokens = prompt_words([node["piece"], *node.get("more", [])])
        lines.append(f"{names[place]:8} below {names[node['parent']]}: {tokens}")
    lines = [f"{names[0]:8} the root", *lines] if case.get("root", "root") != "root" else lines
    lines += _show_waiting(case["waiting"])
    if case.get("again"):
        lines.append("asked before for the first request alone, and afterwards for nobody")
    return lines


def _show_age(scenario: Any) -> list[str]:
    case = cast(AgeScenario, scenario)
    lines = [f"age_weight={case['age_weight']}, {case['slots']} served a pass"]
    groups = [case["start"], *case["later"]]
    names = iter(rids(sum(map(len, groups)), case.get("names", "up")))
    for index, joining in enumerate(groups, 1):
        words = [f"{next(names)} (match {match})" for match in joining]
        lines.append(f"pass {index}   joins {', '.join(words) or 'nobody'}")
    return lines


def _show_scores(scenario: Any) -> list[str]:
    case = cast(ScoreScenario, scenario)
    counts = [sum(copies or (1,)) for _, _, *copies in case["waiting"]]
    names = iter(rids(sum(counts), case.get("names", "up")))
    lines = [f"age_weight={case['age_weight']}"]
    if case.get("stem"):
        lines.append("all prompts but the last begin with the same 40 tokens")
    for count, (match, passes, *_) in zip(counts, case["waiting"], strict=True):
        called = [next(names) for _ in range(count)]
        equal = f"   {count} of one prompt, up to {called[-1]}" if count > 1 else ""
        lines.append(f"{called[0]:8} match {match}, passes waited {passes}{equal}")
    return lines


def _show_refused(scenario: Any) -> list[str]:
    case = cast(RefusedScenario, scenario)
    return [f"{case['call']}: " + ", ".join(f"{n}={v}" for n, v in case["named"].items())]


def _show_bound(scenario: Any) -> list[str]:
    return [bound_words(call) for call in cast(BoundScenario, scenario)["calls"]]


SHOWN = {
    "order": _show_order,
    "cost": _show_cost,
    "tree": _show_tree,
    "age": _show_age,
    "scores": _show_scores,
    "bound": _show_bound,
    "refused": _show_refused,
}
