"""One check a rule of the drill `batching`, in order.

Left out: what must hold in a long scenario (`made.py`) and what is refused (`demands.py`).
"""

from typing import Literal, cast

from grader.check import Check, Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.batching.answers import answers_of, are_ints, observation, pair_of
from grader.properties.batching.demands import bad_steps, bad_values, is_large, share, told_as
from grader.properties.batching.made import closed_form, made_of
from grader.properties.batching.rows import dear_row, difference, digest_rows, request_rows
from grader.properties.batching.shapes import (
    MADE,
    SIMULATORS,
    Observation,
    Scenario,
    Simulator,
    Value,
)
from grader.properties.batching.words import answer_words, call_words, value_words

EXACT = 1 << 53  # a float holds every int up to here
CLOSE = 1e-9  # relative, of a utilization
UTILIZATION: Literal["utilization"] = "utilization"
OLD = {"input": "the list that came in", "reused": "the same list as in the call before"}


def a_group_starts_when_the_one_before_has_finished(run: Run) -> Difference | Told:
    """R1: static finish times."""
    return _finish_times(run, "static")


def a_slot_that_frees_takes_the_next_request_one_step_later(run: Run) -> Difference | Told:
    """R2: continuous finish times."""
    return _finish_times(run, "continuous")


def the_total_is_the_largest_finish(run: Run) -> Difference | Told:
    """R3, told from the learner's own finish times."""
    case = cast(Scenario, run.scenario)
    if case["form"] in MADE or bad_values(case):
        return Told.IDLE
    for name in SIMULATORS:
        for answer in answers_of(observation(run)[name]):
            pair = pair_of(answer)
            if pair is None or not are_ints(pair[1]):
                continue
            largest = max(cast("list[int]", pair[1]), default=0)
            if type(pair[0]) is not int or pair[0] != largest:
                must = f"total {largest}, finish {value_words(pair[1])}"
                return difference(Row(call_words(case, name), must, answer_words(answer)))
    return Told.HELD


def the_continuous_total_keeps_its_bounds(run: Run) -> Difference | Told:
    """R4, told from the lengths and the learner's own totals."""
    case = cast(Scenario, run.scenario)
    if case["form"] in MADE or bad_values(case) or not case["lengths"]:
        return Told.IDLE
    pairs = [pair_of(observation(run)[name]["answer"]) for name in SIMULATORS]
    static, continuous = (pair[0] if pair else None for pair in pairs)
    if type(static) is not int or type(continuous) is not int:
        return Told.IDLE
    lengths, slots = cast("list[int]", case["lengths"]), cast(int, case["batch_size"])
    least = max(max(lengths), -(-sum(lengths) // slots))
    if least <= continuous <= static:
        return Told.HELD
    bound = f"at least {least}" if continuous < least else f"at most {static}"
    return difference(
        Row(call_words(case, "static"), f"total {static}", f"total {static}"),
        Row(call_words(case, "continuous"), f"total {bound}", f"total {continuous}"),
    )


def utilization_is_tokens_over_slots_and_steps(run: Run) -> Difference | Told:
    """R5, told without the reference."""
    case = cast(Scenario, run.scenario)
    steps = case["total_steps"]
    seen = observation(run)["utilization"]
    if bad_values(case) or type(steps) is not int or seen["dear"]:
        return Told.IDLE
    answer = seen["answer"]
    label = call_words(case, UTILIZATION)
    if bad_steps(case):
        return _refuses(label, answer, [steps])
    want = share(case)
    got = answer.get("returned")
    if type(got) is float and abs(got - want) <= CLOSE * want:
        return Told.HELD
    return difference(Row(label, f"the answer {want!r}", answer_words(answer)))


def the_cost_depends_on_the_number_of_requests_alone(run: Run) -> Difference | Told:
    """R6: what the driver measured; and whether made forms are answered, in exact numbers."""
    case = cast(Scenario, run.scenario)
    if not is_large(case):
        return Told.IDLE
    for name in (*SIMULATORS, UTILIZATION):
        dear = observation(run)[name]["dear"]
        if dear:
            return difference(dear_row(case, name, dear))
    for name in SIMULATORS if case["form"] in MADE else ():
        wrong = _long_answer(run, name)
        if wrong and _is_exactness(run, name):
            return wrong
    return Told.HELD


def bad_input_is_refused_and_good_input_left_alone(run: Run) -> Difference | Told:
    """R7, told without the reference."""
    case = cast(Scenario, run.scenario)
    seen = observation(run)
    bad = bad_values(case)
    for name in SIMULATORS:
        for answer in answers_of(seen[name]) if bad else ():
            told = _refuses(call_words(case, name), answer, bad)
            if isinstance(told, Difference):
                return told
    if bad or type(case["total_steps"]) is not int:
        worst = [*bad, *bad_steps(case)]
        told = _refuses(call_words(case, "utilization"), seen["utilization"]["answer"], worst)
        if isinstance(told, Difference):
            return told
    return _input_is_left_alone(case, seen)


RULES: dict[str, Check] = {
    "R1": a_group_starts_when_the_one_before_has_finished,
    "R2": a_slot_that_frees_takes_the_next_request_one_step_later,
    "R3": the_total_is_the_largest_finish,
    "R4": the_continuous_total_keeps_its_bounds,
    "R5": utilization_is_tokens_over_slots_and_steps,
    "R6": the_cost_depends_on_the_number_of_requests_alone,
    "R7": bad_input_is_refused_and_good_input_left_alone,
}


def _finish_times(run: Run, name: Simulator) -> Difference | Told:
    case = cast(Scenario, run.scenario)
    if bad_values(case) or observation(run)[name]["dear"]:
        return Told.IDLE
    if case["form"] in MADE:
        wrong = _long_answer(run, name)
        return wrong if wrong and not _is_exactness(run, name) else Told.HELD
    must = cast(Observation, run.must)[name]["answer"]
    wanted = pair_of(must)
    assert wanted, f"the reference answers {must}"
    for answer in answers_of(observation(run)[name]):
        pair = pair_of(answer)
        if pair and pair[1] == wanted[1] and are_ints(pair[1]):
            continue
        call = Row(call_words(case, name), answer_words(must), answer_words(answer))
        return difference(call, *(request_rows(case, wanted[1], pair[1]) if pair else ()))
    return Told.HELD


def _long_answer(run: Run, name: Simulator) -> Difference | None:
    """Return where the answer to a made form, unless it is too dear, is wrong."""
    case, call = cast(Scenario, run.scenario), observation(run)[name]
    if call["dear"]:
        return None
    total, finish = closed_form(name, case["form"], made_of(case))
    label, pair = call_words(case, name), pair_of(call["answer"])
    if pair is None or not _is_total(pair[0], total):
        return difference(Row(label, f"total {total}", _brief(call["answer"])))
    if pair[1] != finish:
        return difference(*digest_rows(label, cast("list[Plain]", finish), pair[1]))
    return None


def _is_exactness(run: Run, name: Simulator) -> bool:
    """Return whether a wrong answer to a made form is one of the load, not of the order."""
    case = cast(Scenario, run.scenario)
    total, _ = closed_form(name, case["form"], made_of(case))
    return pair_of(observation(run)[name]["answer"]) is None or total > EXACT


def _is_total(got: Plain, total: int) -> bool:
    return type(got) is int and got == total


def _brief(answer: dict[str, Plain]) -> str:
    pair = pair_of(answer)
    return f"total {value_words(pair[0])}" if pair else answer_words(answer)


def _refuses(label: str, answer: dict[str, Plain], bad: list[Value]) -> Difference | Told:
    """Tell whether the answer is a ValueError that names one of the bad values."""
    says = answer.get("says")
    names_one = isinstance(says, str) and any(
        name in says for value in bad for name in told_as(value)
    )
    if answer.get("raised") == "ValueError" and names_one:
        return Told.HELD
    names = " or ".join(dict.fromkeys(map(repr, bad)))
    return difference(Row(label, f"ValueError that names {names}", answer_words(answer)))


def _input_is_left_alone(case: Scenario, seen: Observation) -> Difference | Told:
    calls = {name: seen[name] for name in SIMULATORS} | {"utilization": seen["utilization"]}
    for name, call in calls.items():
        label = call_words(case, name)
        if call["changed"]:
            return difference(Row(label, "out_lens is as it was", "out_lens was changed"))
        if call["list"] != "new":
            return difference(Row(label, "finish is a new list", f"finish is {OLD[call['list']]}"))
    return Told.HELD
