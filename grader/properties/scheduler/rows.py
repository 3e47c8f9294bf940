"""The rows that a person reads: the last steps that are right, and the first that differs.

Left out: the sentences themselves (`words.py`) and what differs besides the batch (`facets.py`).
"""

from grader.check import Difference, Row
from grader.properties.scheduler.facets import facets
from grader.properties.scheduler.parting import Parting, state_before
from grader.properties.scheduler.shapes import Trouble
from grader.properties.scheduler.words import step_words

SHOWN = 4  # rows before the last that a person sees


def difference(at: Parting) -> Difference:
    """Return the steps up to the first that differs, in words."""
    first = max(0, len(at.steps) - 1 - SHOWN)
    rows: list[Row] = []
    for index in range(first, len(at.steps) - 1):
        part = at.steps[: index + 1]
        words = step_words(at, part[-1], state_before(part, at.prompts))
        rows.append(Row(str(index + 1), words, words))
    must = [step_words(at, at.must, at.before)]
    got = [_answer_words(at)]
    for right, theirs in facets(at):
        must.append(right)
        got.append(theirs)
    if at.trouble and _is_cause(at, at.trouble):
        # Recursing too deeply is a mistake by itself, most others come from what stands before them
        place = 1 if at.trouble["what"].startswith("RecursionError") else len(got)
        got.insert(place, _trouble_words(at.trouble))
    rows.append(Row(str(len(at.steps)), "\n".join(must), "\n".join(got)))
    return Difference(tuple(rows))


def _answer_words(at: Parting) -> str:
    if not at.got["kind"]:
        return _trouble_words(at.trouble) if at.trouble else "no answer that can be read"
    words = step_words(at, at.got, at.before)
    if at.trouble and at.trouble["where"] == "schedule":
        words += "\n" + at.trouble["what"]
    return words


def _is_cause(at: Parting, trouble: Trouble) -> bool:
    """Return whether the trouble came where the plays part, and not after it."""
    same = at.planned[0] == at.planned[1]
    return trouble["where"] == "model" or (trouble["where"] == "postprocess" and same)


def _trouble_words(trouble: Trouble) -> str:
    call = "" if trouble["where"] == "model" else f"{trouble['where']}() "
    line = f" (line {trouble['line']})" if trouble["line"] else ""
    return f"{call}{trouble['what']}{line}"
