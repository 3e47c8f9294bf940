"""One check a rule of the drill `sizing`, in order.

Left out: the formulas (`formulas.py`) and when a message names a value (`naming.py`).
"""

import json
from collections.abc import Callable
from typing import cast

from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.sizing.formulas import must_return, offending
from grader.properties.sizing.naming import is_named
from grader.properties.sizing.shapes import Call, Observation, Scenario
from grader.properties.sizing.words import answer_words, call_words, reason, value_words


def every_answer_is_exact(run: Run) -> Difference | Told:
    """R1: each function returns the exact int, bool or Fraction of its formula."""
    return _first_difference(run, _good_row)


def an_argument_that_makes_no_sense_is_refused(run: Run) -> Difference | Told:
    """R2: a size below 1 or a util outside (0, 1] raises ValueError and names the value."""
    return _first_difference(run, _bad_row)


RULES: dict[str, Check] = {
    "R1": every_answer_is_exact,
    "R2": an_argument_that_makes_no_sense_is_refused,
}


def _first_difference(
    run: Run, row_of: Callable[[Call, dict[str, Plain]], tuple[Row, bool] | None]
) -> Difference | Told:
    calls = cast(Scenario, run.scenario)["calls"]
    answers = cast("list[dict[str, Plain]]", cast(Observation, run.got)["answers"])
    rows: list[Row] = []
    for call, answer in zip(calls, answers, strict=True):
        found = row_of(call, answer)
        if found is None:
            continue
        row, holds = found
        rows.append(row)
        if not holds:
            return Difference(tuple(rows), heading="call")
    return Told.HELD if rows else Told.IDLE


def _good_row(call: Call, answer: dict[str, Plain]) -> tuple[Row, bool] | None:
    if offending(call):
        return None
    must = must_return(call)
    # Subtle: as text, since True == 1 and 2.0 == 2, and neither is the answer.
    holds = "returned" in answer and json.dumps(answer["returned"]) == json.dumps(must)
    words = f"{value_words(call, must)}\n{reason(call)}"
    return Row(call_words(call), words, answer_words(call, answer)), holds


def _bad_row(call: Call, answer: dict[str, Plain]) -> tuple[Row, bool] | None:
    bad = offending(call)
    if not bad:
        return None
    holds = answer.get("raised") == "ValueError" and any(
        is_named(value, str(answer["says"])) for value in bad
    )
    must = f"ValueError that names {bad[0]}"
    return Row(call_words(call), must, answer_words(call, answer)), holds
