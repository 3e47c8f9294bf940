"""A workload and an event in words."""

from typing import cast

from grader import check
from grader.properties.overlap.events import event_of
from grader.properties.overlap.shapes import Scenario, names_of


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload as lines that a person can draw."""
    s = cast(Scenario, scenario)
    eos = s["eos"]
    sizes = f"token_budget {s['budget']}, max_seqs {s['seqs']}, depth {s['depth']}, eos {eos}"
    are_left_out = (s["depth"], eos) == (2, None)  # as in the driver
    lines = [sizes + " (both left out)" * are_left_out]
    for name, request in zip(names_of(s), s["requests"], strict=True):
        line = f"{name:3}  prompt_tokens {request['prompt']}, max_tokens {request['max_tokens']}"
        tokens = request.get("tokens", [])[: max(0, request["max_tokens"])]
        if tokens:
            line += f", its first tokens are {' '.join(map(str, tokens))}"
        if 0 < request["eos_at"] <= request["max_tokens"]:
            line += f", its token {request['eos_at']} is {'0' if eos is None else 'eos'}"
        lines.append(line)
    return lines if s["requests"] else [*lines, "no requests"]


def event_words(text: str | None) -> str:
    """Return an event in words: "launch 3: A1 B1, A's input from step 2"."""
    if text is None:
        return "nothing more"
    event = event_of(text)
    if event.launch:
        parts = (f"{rid}{'*' * rid[-1].isdigit()}{n}" for rid, n in event.entries.items())
        words = " ".join(parts) or "nothing"
        inputs = [f"{rid}'s input from step {n}" for rid, n in event.sources.items()]
        return f"launch {event.step}: " + ", ".join([words, *inputs])
    words = " ".join(f"{rid}={token}" for rid, token in event.entries.items()) or "no token"
    ends = [f"{' '.join(event.finished)} done"] if event.finished else []
    return f"deliver {event.step}: " + ", ".join([words, *ends])
