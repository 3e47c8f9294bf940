"""The rows of a difference: the last calls that were right, and the first that is not.

Left out: the state before it (`picture.py`).
"""

from grader.check import Difference, Row
from grader.properties.blocks.parting import Parting, complaints, hash_faults, others
from grader.properties.blocks.picture import picture
from grader.properties.blocks.shapes import Number, Scenario, State, Step
from grader.properties.blocks.words import (
    answer_words,
    call_words,
    hit_words,
    list_words,
    step_words,
)

ROWS = 5  # the steps before the first difference that are shown with it, and that one


def difference(parting: Parting) -> Difference:
    """Return the last steps before the first that differs, and that one."""
    earlier = parting.trail[1:]
    rows = [_same_row(parting.scenario, step) for step in earlier[1 - ROWS :]]
    if len(earlier) > len(rows):
        rows.insert(0, Row("...", "", ""))  # calls before these are left out
    before = picture(parting.book) if parting.op else None
    return Difference((*rows, _last_row(parting)), heading="call", before=before)


def _same_row(scenario: Scenario, step: Step) -> Row:
    words = step_words(step, scenario)
    return Row(call_words(scenario, step), words, words)


def _last_row(parting: Parting) -> Row:
    must, got = parting.must, parting.got
    label = call_words(parting.scenario, must if parting.op else got)
    if _only_asked(parting):
        label = f"can_allocate({parting.name})"
    if not parting.differs and must["answers"] == got["answers"]:  # the message of a ValueError
        said = f"that says {got['said']!r}" if got["said"] else "without a message"
        return Row(label, f"ValueError that names {_bad_value(parting)}", f"ValueError {said}")
    return Row(label, _last_words(parting, must), _last_words(parting, got))


def _bad_value(parting: Parting) -> str:
    if parting.op is not None:
        return str(parting.op["n"])
    bad = dict.fromkeys((parting.scenario["blocks"], parting.scenario["size"]))
    return " or ".join(str(value) for value in bad if value < 1)


def _last_words(parting: Parting, step: Step) -> str:
    """Return the answer and those parts of the state that differ."""
    state, asked, parts = step["state"], step["answers"][0], parting.differs
    if _only_asked(parting):
        return "\n".join([hit_words(asked), *_said(step), *hash_faults(step)])
    if parting.op is None and parting.must["answers"] != parting.got["answers"]:
        return answer_words(step, parting.scenario)
    lines = [answer_words(step, parting.scenario)]
    if lines == ["done"] and parts and state is not None:
        lines = []
    if step["answers"] != parting.must["answers"]:
        lines += _said(step)
    if state is None:
        if parts:
            lines.append("no state" if step is parting.must else "the attributes cannot be read")
        return "\n".join(lines)
    name = parting.name
    texts = {
        "table": f"{name}: {list_words(state['tables'].get(name, []))}",
        "cached": f"num_cached_tokens of {name}: {state['cached'].get(name, 0)}",
        "free": f"free: {list_words(state['free'])}",
        "refs": f"ref_count: {list_words(state['refs'])}",
        "map": f"registered: {_registered(state, parting.scenario)}",
        "other": _elsewhere(parting, step, state),
    }
    return "\n".join([*lines, *(text for part, text in texts.items() if part in parts)])


def _said(step: Step) -> list[str]:
    """Return the message of an exception and where it was raised, in a list."""
    where = f" (line {step['line']})" if step["line"] else ""
    return [f"{step['said']}{where}"] if step["said"] else []


def _only_asked(parting: Parting) -> bool:
    """Return whether it is the answer of can_allocate that differs; what follows is then moot."""
    asks = parting.op is not None and parting.op["do"] in ("take", "ask")
    return asks and parting.must["answers"][0] != parting.got["answers"][0]


def _elsewhere(parting: Parting, step: Step, state: State) -> str:
    """Return what was changed of the engine, and the other sequences where they differ."""
    name, (must, got) = parting.name, (parting.must["state"], parting.got["state"])
    held = [
        f"{n}: {list_words(table)} ({state['cached'][n]} cached)"
        for n, table in state["tables"].items()
        if n != name and must and got and others(must, name) != others(got, name)
    ]
    said = complaints(step)
    changed = [f"{one} changed" for one in state["altered"] if one not in said]
    return "\n".join([*held, *said, *changed]) or "nothing else changed"


def _registered(state: State, scenario: Scenario) -> str:
    """Return the map by block; the exact hash is shown as the tokens that it was made of."""
    texts = [_pair(pair, scenario) for pair in sorted(state["map"], key=lambda pair: str(pair[1]))]
    more = f" ... {len(texts)} in all" if len(texts) > 12 else ""
    return ", ".join(texts[:12]) + more if texts else "none"


def _pair(pair: list[Number], scenario: Scenario) -> str:
    key, block = pair
    if scenario["hash"] == "default":
        return f"block {block}"
    if scenario["hash"] != "exact":
        return f"hash {key} -> block {block}"
    tokens = _tokens(key)
    return f"block {block} = {tokens}" if tokens else f"hash {key} -> block {block}"


def _tokens(key: Number) -> str:
    """Return the tokens that the exact hash was made of, "" for a number that it never answers."""
    digits = str(key)[1:]
    ids = [int(digits[i : i + 6]) for i in range(0, len(digits), 6)] if digits.isdigit() else []
    right = str(key)[0] == "1" and len(digits) % 6 == 0
    return " ".join(map(str, ids)) if right else ""
