"""A run of the drill `batching`: who has which slot in which step, as the answers say it."""

from typing import Any

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.picture import Cell, Line, Mark, Picture, bar, words

LESSON: Scenario = {
    "form": "list",
    "lengths": [20, 200, 50, 30],
    "batch_size": 2,
    "total_steps": 200,
}
HEADS = ("", "slot", "your answer, step by step")
WIDE = 56  # characters of a timeline
SLOTS = 8  # that are drawn; with more requests at once the table of answers says more
NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def picture(scenario: dict[str, Any], seen: dict[str, Any]) -> Picture | None:
    """Return a timeline a slot for both simulators; None when there is none to draw."""
    lengths, slots = scenario["lengths"], scenario["batch_size"]
    if scenario["form"] not in ("list", "tuple", "range") or not _are_counts([slots, *lengths]):
        return None
    if slots > SLOTS or len(lengths) > len(NAMES) or not lengths:
        return None
    answers = {name: _answer(seen[name]["answer"], lengths) for name in ("static", "continuous")}
    totals = [max(answer) for answer in answers.values() if answer]
    if not totals:
        return None
    scale = -(-max(totals) // WIDE)
    rows: list[tuple[Cell, ...]] = []
    for name, finish in answers.items():
        rows += _rows(name, finish, lengths, slots, scale, seen[name]["answer"])
    used = f"over {scenario['total_steps']} steps: {_said(seen['utilization']['answer'])}"
    rows.append((words("utilization"), words(""), words(used)))
    steps = "step" if scale == 1 else f"{scale} steps"
    legend = f"One character is {steps}; the digit is the request that has the slot; a dot is idle."
    return Picture(HEADS, tuple(rows), legend)


def _are_counts(numbers: list[Any]) -> bool:
    return all(type(number) is int and 0 < number < 10**6 for number in numbers)


def _answer(answer: dict[str, Any], lengths: list[int]) -> list[int] | None:
    """Return the finish times of an answer, None when they are none that can be drawn."""
    _, finish = _pair(answer)
    is_drawn = len(finish) == len(lengths) and _are_counts(finish)
    return finish if is_drawn else None


def _pair(answer: dict[str, Plain]) -> tuple[Plain, list[Any]]:
    """Return total and finish times, (None, []) when the answer is no pair of that kind."""
    returned = answer.get("returned")
    pair = returned.get("tuple") if isinstance(returned, dict) else None
    if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], list):
        return pair[0], list(pair[1])
    return None, []


def _rows(
    name: str,
    finish: list[int] | None,
    lengths: list[int],
    slots: int,
    scale: int,
    answer: dict[str, Any],
) -> list[tuple[Cell, ...]]:
    said = words(_said(answer))
    if finish is None:
        return [(words(name), words(""), (*words("cannot be drawn", "dim"), *said))]
    lanes = _lanes(finish, lengths)
    total = max(finish)
    rows: list[tuple[Cell, ...]] = []
    for number in range(max(slots, len(lanes))):
        lane = lanes[number] if number < len(lanes) else []
        label = str(number) if number < slots else "none"
        line = _timeline(lane, finish, lengths, total, scale)
        first = words("" if number else name)
        rows.append((first, words(label, "" if number < slots else "bad"), (line,)))
    rows.append((words(""), words(""), (*said, bar(sum(lengths), slots * total, 20), ())))
    return rows


def _lanes(finish: list[int], lengths: list[int]) -> list[list[int]]:
    """Deal the requests to slots by their start, which is their finish less their length."""
    lanes: list[list[int]] = []
    ends: list[int] = []
    for request in sorted(range(len(finish)), key=lambda i: (finish[i] - lengths[i], i)):
        start = finish[request] - lengths[request]
        free = [lane for lane, end in enumerate(ends) if end <= start]
        if free:
            lane = free[0]
            lanes[lane].append(request)
            ends[lane] = finish[request]
        else:
            lanes.append([request])
            ends.append(finish[request])
    return lanes


def _timeline(
    lane: list[int], finish: list[int], lengths: list[int], total: int, scale: int
) -> Line:
    """Return one slot from step 1 to the total, a character for every `scale` steps."""
    marks: list[Mark] = []
    drawn = 0
    for request in lane:
        start, end = (finish[request] - lengths[request]) // scale, -(-finish[request] // scale)
        marks.append(Mark("." * max(0, start - drawn), "free"))
        marks.append(Mark(NAMES[request] * (end - max(start, drawn)), "owner", request))
        drawn = end
    return (*marks, Mark("." * max(0, -(-total // scale) - drawn), "free"))


def _said(answer: dict[str, Any]) -> str:
    """Return an answer in words: "total 5   finish 5 1 6 6"."""
    if "raised" in answer:
        return f"{answer['raised']}: {answer['says']}"
    total, finish = _pair(answer)
    if finish:
        return f"total {total}   finish {' '.join(map(str, finish))}"
    returned = answer["returned"]
    return f"{returned:.4g}" if isinstance(returned, float) else str(returned)
