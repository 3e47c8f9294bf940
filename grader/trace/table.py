"""The picture of a drill that draws none of its own: a row a step, or a row a call.

Most observations hold one list of steps or of answers; it becomes the rows. Left out: what the
fields mean, which only the drill knows.
"""

import json

from grader.check import Scenario
from grader.plain import Plain
from grader.trace.picture import Cell, Picture, cut, words

WIDE = 160  # characters of one value


def table(scenario: Scenario, observation: Plain) -> Picture:
    """Return each step beside what was asked, where both are lists of the same length."""
    seen: dict[str, Plain] = {"answer": observation}
    if isinstance(observation, dict):
        seen = observation
    name, steps = _longest(seen)
    _, asked = _longest(scenario)
    pairs = [(_words(call), _words(step)) for call, step in zip(asked, steps, strict=False)]
    if len(asked) != len(steps):
        pairs = [("", _words(step)) for step in steps]
    rows: list[tuple[Cell, ...]] = [
        (words(str(number)), words(call), words(step))
        for number, (call, step) in enumerate(pairs, 1)
    ]
    rest = {key: value for key, value in seen.items() if key != name}
    rows += [(words(""), words(key, "dim"), words(_words(value))) for key, value in rest.items()]
    return Picture((name or "step", "asked", "your code"), cut(rows))


def _longest(table_: dict[str, Plain]) -> tuple[str, list[Plain]]:
    """Return the longest list in a table, with its name; "" and [] when there is none."""
    lists = {key: value for key, value in table_.items() if isinstance(value, list) and value}
    if not lists:
        return "", []
    name = max(lists, key=lambda key: len(lists[key]))
    return name, lists[name]


def _words(value: Plain) -> str:
    """Return a value in a few lines: one a field for a table, without the empty ones."""
    if isinstance(value, dict):
        said = {key: item for key, item in value.items() if item is not None and item != ""}
        return "\n".join(f"{key} {_json(item)}" for key, item in said.items())
    return _json(value)


def _json(value: Plain) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDE else text[: WIDE - 4] + " ..."
