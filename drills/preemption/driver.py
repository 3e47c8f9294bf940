"""Plays calls on a module that weighs swapping against recomputing."""

from types import ModuleType
from typing import Any

from given import Gpu, Model
from grader.plain import Plain, attempt, plain

KEPT = 101  # entries kept of a list that the learner returns
LIST: Any = list


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Make every call of the scenario; a call that raises does not stop the next.

    Sizes come as whole numbers: mfu in percent, the latency of a copy in nanoseconds.
    A call has a machine of its own where `but` gives some of its numbers another value.
    A call {"call": "victims", "running": [["A", 2, 0, 0]], "need_blocks": 1, "policy": "fcfs"}
    gives the answer {"returned": ["A"], "changed": False}; all of them hand over one list, filled
    anew, and the caller writes on each list that it gets.
    """
    machine = _machine(scenario, {})
    running: list[tuple[Any, ...]] = []
    answers: list[Plain] = []
    for call in scenario["calls"]:
        if call["call"] == "victims":
            answers.append(_victims(module, call, running))
        elif "but" in call:
            answers.append(_play(module, call, *_machine(scenario, call["but"])))
        else:
            answers.append(_play(module, call, *machine))
    return {"answers": answers}


def _machine(scenario: dict[str, Any], but: dict[str, int]) -> tuple[Model, Gpu]:
    numbers: dict[str, int] = {**scenario["model"], **scenario["gpu"], **but}
    sizes: dict[str, Any] = {name: numbers[name] for name in scenario["model"]}
    gpu = Gpu(
        flops=float(numbers["flops"]),
        mfu=numbers["mfu_percent"] / 100,
        pcie=float(numbers["pcie"]),
        copy_latency=numbers["copy_ns"] / 10**9,
    )
    sizes["params"] = float(sizes["params"])
    return Model(**sizes), gpu


def _play(module: ModuleType, call: dict[str, Any], model: Model, gpu: Gpu) -> dict[str, Plain]:
    if call["call"] == "choose":
        return _choose(module, call, model, gpu)
    return attempt(
        lambda: getattr(module, call["call"])(call["tokens"], model, gpu, **call["named"])
    )


def _choose(module: ModuleType, call: dict[str, Any], model: Model, gpu: Gpu) -> dict[str, Plain]:
    kept: list[object] = []
    told = attempt(lambda: kept.append(module.choose(call["tokens"], model, gpu, **call["named"])))
    if not kept:
        return told
    parts = [attempt(getattr, kept[0], name) for name in ("mode", "seconds", "freed_blocks")]
    if any("raised" in part for part in parts):  # no Decision, nor anything like one
        return {"returned": plain(kept[0])}
    return {"returned": {"decision": [part["returned"] for part in parts]}}


def _victims(
    module: ModuleType, call: dict[str, Any], running: list[tuple[Any, ...]]
) -> dict[str, Plain]:
    running[:] = [tuple(entry) for entry in call["running"]]
    before = plain(running)
    policy = [call["policy"]] if "policy" in call else []
    kept: list[Any] = []
    told = attempt(lambda: kept.append(module.victims(running, call["need_blocks"], *policy)))
    if kept:
        answer = plain(kept[0])
        told = {"returned": answer[:KEPT] if type(answer) is list else answer}
    told["changed"] = plain(running) != before
    if kept and type(kept[0]) is list:
        LIST.append(kept[0], "written by the caller")  # whatever its class overrides
    return told
