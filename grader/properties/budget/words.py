"""A workload and a plan in words."""

from typing import cast

from grader import check
from grader.properties.budget.shapes import NAMES, Planned, Scenario


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload as lines that a person can draw."""
    s = cast(Scenario, scenario)
    lines = [
        f"{_count(s['blocks'], 'block')} of {_count(s['size'], 'token')}, "
        f"{_count(s['budget'], 'token')} a step, at most {s['seqs']} running"
    ]
    extras = [
        f"chunk_cap {s['cap']}" * bool(s["cap"]),
        "full_fit off" * (not s["full_fit"]),
        f"watermark {s['watermark']}" * bool(s["watermark"]),
    ]
    if any(extras):
        lines.append(", ".join(filter(None, extras)))
    if s.get("beside"):
        lines.append("once more beside a second scheduler with an A of its own")
    for name, request in zip(NAMES, s["requests"], strict=False):
        line = f"{name}    prompt {_count(request['prompt'], 'token')}, max_tokens "
        line += str(request["max_tokens"])
        if s["eos"] is not None and 0 < request["eos_at"] <= request["max_tokens"]:
            line += f", its output {request['eos_at']} is eos ({s['eos']})"
        if request["at"]:
            line += f", added before step {request['at'] + 1}"
        lines.append(line)
    says = {
        "missing": "without one sampled rid",
        "unknown": "with a rid that was never added, ghost",
        "unsampled": "with a rid that was not sampled",
        "swapped": "with ghost in the place of a sampled rid",
    }
    lines += [
        f"step {w['step']}: update is also called {says[w['kind']]}" for w in s["wrong_updates"]
    ]
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def plan_words(step: Planned) -> str:
    """Return a plan in words: "A1 B5", "A1 (preempts B)"."""
    words = " ".join(f"{rid}{n}" for rid, n in zip(step["rids"], step["counts"], strict=True))
    lost = f" (preempts {' '.join(step['preempted'])})" if step["preempted"] else ""
    return (words or "nothing") + lost
