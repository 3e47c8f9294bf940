"""Plays calls on a module that weighs swapping against recomputing."""

from types import ModuleType
from typing import Any

from given import Gpu, Model
from grader.plain import Plain, attempt, plain

KEPT = 101  # entries kept of a list that the learner returns


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Make every call of the scenario; a call that raises does not stop the next.

    Sizes come as whole numbers: mfu in percent, the latency of a copy in nanoseconds.
    A call {"call": "victims", "running": [["A", 2, 0, 0]], "need_blocks": 1, "policy": "fcfs"}
    gives the answer {"returned": ["A"], "changed": False}.
    """
    card: dict[str, Any] = scenario["gpu"]
    sizes: dict[str, Any] = {**scenario["model"], "params": float(scenario["model"]["params"])}
    model = Model(**sizes)
    gpu = Gpu(
        flops=float(card["flops"]),
        mfu=card["mfu_percent"] / 100,
        pcie=float(card["pcie"]),
        copy_latency=card["copy_ns"] / 10**9,
    )
    return {"answers": [_play(module, call, model, gpu) for call in scenario["calls"]]}


def _play(module: ModuleType, call: dict[str, Any], model: Model, gpu: Gpu) -> dict[str, Plain]:
    if call["call"] == "victims":
        return _victims(module, call)
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


def _victims(module: ModuleType, call: dict[str, Any]) -> dict[str, Plain]:
    running = [tuple(entry) for entry in call["running"]]
    before = plain(running)
    policy = [call["policy"]] if "policy" in call else []
    told = attempt(lambda: module.victims(running, call["need_blocks"], *policy))
    answer = told.get("returned")
    if type(answer) is list:
        told["returned"] = answer[:KEPT]
    return {**told, "changed": plain(running) != before}
