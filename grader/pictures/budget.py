"""A run of the drill `budget`: a row a step, chunks and decodes under one bar."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.blocks import Blocks
from grader.trace.picture import Cell, Line, Mark, Picture, bar, cut, words


def _request(prompt: int, max_tokens: int) -> Plain:
    return {"prompt": prompt, "max_tokens": max_tokens, "eos_at": 0, "at": 0}


LESSON: Scenario = {
    "blocks": 8,
    "size": 4,
    "budget": 6,
    "seqs": 4,
    "cap": 0,
    "eos": None,
    "full_fit": True,
    "watermark": 0,
    "requests": [_request(3, 5), _request(13, 2)],
    "wrong_updates": [],
}
NAMES = "ABCDEFGHIJKLMNOP"
HEADS = ("step", "your plan", "token budget", "blocks", "running", "waiting")


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture:
    """Return what each step computed, who had to go, and blocks and queues after step()."""
    blocks = Blocks(scenario["blocks"])
    rows: list[tuple[Cell, ...]] = []
    for number, step in enumerate(seen["steps"], 1):
        state = step.get("planned")
        if not state:
            continue
        held = [line.split() for line in state["requests"]]
        counts = {words_[0]: int(words_[3]) for words_ in held if words_[3].isdigit()}
        rows.append(
            (
                words(str(number)),
                _events(step),
                (bar(sum(step["counts"]), scenario["budget"]),),
                (blocks.draw(counts, state["free"], _owners(counts)),),
                (_queue(state["running"]),),
                (_queue(state["waiting"]),),
            )
        )
    if seen["stop"]:
        stop = words(f"{seen['where']} {seen['stop']}".strip(), "bad")
        rows.append((words(""), stop, *[words("")] * 4))
    legend = "Blocks and queues stand as step() left them; a dot is a free block."
    return Picture(HEADS, cut(rows), legend)


def _events(step: dict[str, Any]) -> Cell:
    pairs = zip(step["rids"], step["counts"], strict=False)
    plan = ", ".join(f"{rid} {count}" for rid, count in pairs) or "nothing"
    lines: list[Line] = [(Mark(plan),)]
    lines += [(Mark(f"{rid} preempted", "bad"),) for rid in step["preempted"]]
    finished = step.get("finished", {})
    lines += [(Mark(f"{rid} ends: {why}", "good"),) for rid, why in finished.items()]
    return tuple(lines)


def _owners(names: dict[str, int]) -> dict[str, int]:
    return {name: max(0, NAMES.find(name)) for name in names}


def _queue(names: list[str]) -> Line:
    marks = [Mark(f" {name} ", "owner", max(0, NAMES.find(name))) for name in names]
    return tuple(marks) or (Mark("-", "dim"),)
