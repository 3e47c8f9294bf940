"""A run of the drill `overlap`: an event a row, and which steps are in flight after it."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.picture import Cell, Line, Mark, Picture, cut, words


def _request(prompt: int, max_tokens: int) -> Plain:
    return {"prompt": prompt, "max_tokens": max_tokens, "eos_at": 0}


LESSON: Scenario = {
    "budget": 4,
    "seqs": 2,
    "depth": 2,
    "eos": None,
    "requests": [_request(3, 3), _request(5, 2)],
}
HEADS = ("your event", "step", "tokens", "input from step", "done", "in flight")


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture:
    """Return launches and deliveries in order; two steps in flight are two squares."""
    rows: list[tuple[Cell, ...]] = []
    flying: list[str] = []
    for event in seen["events"]:
        head, _, rest = event.partition(" / ")
        kind, step, *tokens = head.split()
        is_launch = kind == "S"
        flying = [*flying, step] if is_launch else [one for one in flying if one != step]
        rows.append(
            (
                words("launch" if is_launch else "deliver", "" if is_launch else "good"),
                words(step),
                words(" ".join(tokens)),
                words(rest if is_launch else ""),
                words("" if is_launch else rest, "good"),
                (_flying(flying),),
            )
        )
    if seen["stop"]:
        rows.append((words("stop", "bad"), words(""), words(seen["stop"], "bad"), *[words("")] * 3))
    legend = f"wasted {seen['wasted']}; launched {_listed(seen['scheduled'])}."
    return Picture(HEADS, cut(rows), legend)


def _flying(steps: list[str]) -> Line:
    marks = [Mark(f" {step} ", "owner", sum(map(ord, step))) for step in steps[:8]]
    return tuple(marks) or (Mark("-", "dim"),)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "nothing"
