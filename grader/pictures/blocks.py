"""A run of the drill `blocks`: who holds which block after each call, and which are registered."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.picture import Cell, Line, Mark, Picture, cut, words


def _prompt(name: str, tokens: str) -> Plain:
    return {"name": name, "tokens": [int(token) for token in tokens]}


def _op(text: str) -> Plain:
    """Read "grow B 5": append 5 to B."""
    do, seq, n = (*text.split(), "0")[:3]
    return {"do": do, "seq": seq, "n": int(n)}


CALLS = "take A/run A/take B/free A/run B/grow B 5/run B/grow B 6/free B/take C/take D/ask E"
LESSON: Scenario = {
    "blocks": 5,
    "size": 2,
    "hash": "exact",
    "prompts": [
        _prompt("A", "11223"),
        _prompt("B", "11224"),
        _prompt("C", "11229"),
        _prompt("D", "777"),
        _prompt("E", "1"),
    ],
    "ops": [_op(text) for text in CALLS.split("/")],
}
DRAWN = 16  # blocks that are drawn
HEADS = ("call", "your answer", "your blocks after it", "free, next first")


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture | None:
    """Return each call with its answer, the blocks and the free list; None for a large pool."""
    if scenario["blocks"] > DRAWN:
        return None
    owners = {prompt["name"]: place for place, prompt in enumerate(scenario["prompts"])}
    states = [step["state"] for step in seen["steps"] if step["state"]]
    wide = max([len(names) for state in states for names in _holders(state)], default=0)
    rows: list[tuple[Cell, ...]] = []
    for step in seen["steps"]:
        state = step["state"]
        blocks = _blocks(state, owners, wide) if state else (Mark("cannot be read", "bad"),)
        free = " ".join(map(str, state["free"])) if state else ""
        rows.append((words(_call(scenario, step["op"])), _answer(step), (blocks,), words(free)))
    legend = "A square is a block, number 0 first, with who holds it; * is registered for sharing."
    return Picture(HEADS, cut(rows), legend)


def _call(scenario: dict[str, Any], place: int) -> str:
    if place < 0:
        return "start"
    op = scenario["ops"][place]
    what = {"take": "allocate", "run": "compute", "ask": "ask for", "free": "deallocate"}
    if op["do"] == "grow":
        return f"append {op['n']} to {op['seq']}"
    return f"{what.get(op['do'], op['do'])} {op['seq']}"


def _answer(step: dict[str, Any]) -> Cell:
    lines: list[Line] = []
    for answer in step["answers"]:
        if isinstance(answer, dict):
            line = f" (line {step['line']})" if step["line"] else ""
            lines.append((Mark(f"{answer['raised']}: {step['said']}{line}", "bad"),))
        elif isinstance(answer, int) and answer >= 0:
            lines.append((Mark(f"{answer} hit", "good" if answer else ""),))
        elif answer == -1:
            lines.append((Mark("-1, no room", "bad"),))
        elif answer != "done":
            lines.append((Mark(str(answer)),))
    return tuple(dict.fromkeys(lines)) or words("")  # can_append is asked twice


def _blocks(state: dict[str, Any], owners: dict[str, int], wide: int) -> Line:
    """Return a square a block; two holders of one stand in it both."""
    registered = {block for _, block in state["map"]}
    marks: list[Mark] = []
    for block, names in enumerate(_holders(state)):
        text = "".join(names) or "."
        star = "*" if block in registered else " "
        square = f" {text}{star}".ljust(wide + 3)
        marks.append(Mark(square, "owner" if names else "free", owners.get(text[0], 0)))
    return tuple(marks)


def _holders(state: dict[str, Any]) -> list[list[str]]:
    """Return who holds each block."""
    holders: list[list[str]] = [[] for _ in state["refs"]]
    for name, table in state["tables"].items():
        for block in table:
            if isinstance(block, int) and 0 <= block < len(holders):
                holders[block].append(name)
    return holders
