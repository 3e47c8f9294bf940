"""A run of the drill `scheduler`: a row a step, as schedule() left it."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.blocks import Blocks
from grader.trace.picture import Cell, Line, Mark, Picture, bar, cut, words

State = dict[str, Any]


def _request(size: int) -> Plain:
    prompt: list[Plain] = [0] * size
    return {"prompt": prompt, "max_tokens": 4, "ignore_eos": True, "after": 0, "copies": 1}


LESSON: Scenario = {
    "caching": False,
    "num_blocks": 5,
    "block_size": 4,
    "budget": 8,
    "max_num_seqs": 8,
    "eos": 0,
    "vocabulary": 50,
    "requests": [_request(6), _request(5), _request(3)],
    "probes": [],
}
HEADS = ("step", "your scheduler", "token budget", "blocks", "running", "waiting")
NOBODY: State = {"free": 0, "waiting": [], "running": [], "status": "", "tables": [], "tokens": []}


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture:
    """Return what each step computed, the blocks and the queues after it, and who had to go."""
    names: list[str] = []
    blocks = Blocks(scenario["num_blocks"])
    rows: list[tuple[Cell, ...]] = []
    before = NOBODY
    for number, step in enumerate(seen["steps"], 1):
        names += step["arrived"]
        owners = {name: place for place, name in enumerate(names)}
        state = step["planned"] or before
        counts = dict(zip(names, state["tables"], strict=False))
        rows.append(
            (
                words(str(number)),
                _events(step, before, state, names),
                (_budget(scenario, step),),
                (blocks.draw(counts, state["free"], owners),),
                (_queue(state["running"], owners),),
                (_queue(state["waiting"], owners),),
            )
        )
        before = step["done"] or state
        blocks.hold(dict(zip(names, before["tables"], strict=False)))
    if seen["trouble"]:
        rows.append((words(""), _trouble(seen["trouble"]), *[words("")] * 4))
    legend = "Blocks and queues stand as schedule() left them; a dot is a free block."
    return Picture(HEADS, cut(rows), legend)


def _events(step: dict[str, Any], before: State, state: State, names: list[str]) -> Cell:
    """Return what was computed, then what happened to whom."""
    lines: list[Line] = [(Mark(_computed(step, state, names)),)]
    held = zip(names, before["tables"], state["tables"], state["status"], strict=False)
    for name, had, has, status in held:
        if had and not has and status == "W":
            lines.append((Mark(f"{name} preempted, gives {had} back", "bad"),))
    after = step["done"] or state
    for name, now, then in zip(names, state["status"], after["status"], strict=False):
        if then == "F" and now != "F":
            lines.append((Mark(f"{name} ends", "good"),))
    if step["done"] and step["kind"] == "prefill":
        grew = dict(zip(names, map(_grew, state["tokens"], after["tokens"]), strict=False))
        idle = [name for name in step["batch"] if not grew.get(name, True)]
        lines += [(Mark(f"the sample of {name} is dropped", "dim"),) for name in idle]
    return tuple(lines)


def _grew(then: int, now: int) -> bool:
    return now > then


def _computed(step: dict[str, Any], state: State, names: list[str]) -> str:
    if not step["batch"]:
        return "nothing"
    if step["kind"] == "decode":
        return "decode " + " ".join(step["batch"])
    sizes = dict(zip(names, state["tokens"], strict=False))
    pairs = zip(step["batch"], step["scheduled"], strict=False)
    return "prefill " + ", ".join(f"{name} {n} of {sizes.get(name, '?')}" for name, n in pairs)


def _budget(scenario: dict[str, Any], step: dict[str, Any]) -> Line:
    """Return the bar of a prefill; a decode has no token budget, only a number of sequences."""
    if step["kind"] == "prefill" and step["batch"]:
        return bar(sum(step["scheduled"]), scenario["budget"])
    many = len(step["batch"])
    return (Mark(f"{many} of {scenario['max_num_seqs']} seqs" if many else "", "dim"),)


def _queue(names: list[str], owners: dict[str, int]) -> Line:
    shown = [Mark(f" {name} ", "owner", owners.get(name, 0)) for name in names[:8]]
    more = [Mark(f" +{len(names) - 8}", "dim")] if len(names) > 8 else []
    return (*shown, *more) or (Mark("-", "dim"),)


def _trouble(trouble: dict[str, Any]) -> Cell:
    line = f" (line {trouble['line']})" if trouble["line"] else ""
    return words(f"{trouble['where']}: {trouble['what']}{line}", "bad")
