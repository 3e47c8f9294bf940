"""A workload and a step in the words that a person reads.

Left out: what differs between two plays (`facets.py`, `rows.py`).
"""

from typing import cast

from grader import check
from grader.properties.scheduler.parting import Parting, preempted_between
from grader.properties.scheduler.shapes import Request, Scenario, State, Step

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def show(scenario: check.Scenario) -> list[str]:
    """Return the workload in words: "A    prompt 3 tokens, 1 completion"."""
    it = cast(Scenario, scenario)
    total = sum(request["copies"] for request in it["requests"])
    parts = [
        f"{counted(it['num_blocks'], 'block')} of {counted(it['block_size'], 'token')}",
        f"{counted(it['budget'], 'token')} a step",
    ]
    if it["max_num_seqs"] < total:
        parts.append(f"{counted(it['max_num_seqs'], 'sequence')} a step")
    lines = ["      ".join(parts)]
    if it["caching"]:
        lines.append("the block manager shares equal prefixes")
    if it.get("beside"):
        lines.append("beside a second scheduler with an A of its own")
    step, first = 1, 0
    for request in it["requests"]:
        step += request["after"]
        lines.append(_request_words(request, it, step, first))
        first += request["copies"]
    if it["eos"]:
        lines.append(f"eos is {token_of(it['eos'])}")
    for probe in it["probes"]:
        amount = counted(abs(probe["extra"]), "token") + " too "
        amount += "many" if probe["extra"] > 0 else "few"
        lines.append(f"in step {probe['step']} postprocess() is first called with {amount}")
    return lines


def _request_words(request: Request, it: Scenario, step: int, first: int) -> str:
    tokens = counted(len(request["prompt"]), "token")
    if it["caching"]:
        tokens += " (" + " ".join(map(str, request["prompt"])) + ")"
    words = f"{_name(first)}    prompt {tokens}, {counted(request['max_tokens'], 'completion')}"
    if it["eos"]:
        words += ", ignores eos" if request["ignore_eos"] else " or eos"
    if step > 1:
        words += f", added before step {step}"
    if request["copies"] > 1:
        words += f"; and {request['copies'] - 1} more like it"
    return words


def token_of(choice: int) -> int:
    """Return the token for the model's choice, as the driver does: 1 is token 0, 2 is 100,002."""
    return 0 if choice == 1 else 100_000 + choice


def _name(index: int) -> str:
    return NAMES[index] if index < len(NAMES) else f"S{index + 1}"


def step_words(at: Parting, step: Step, before: State) -> str:
    """Return "prefill A 2 of 3 tokens" or "decode A, B; C preempted"."""
    if not step["batch"]:
        words = "nothing, as prefill" if step["kind"] == "prefill" else "nothing"
    elif step["kind"] == "prefill":
        pairs = zip(step["batch"], step["scheduled"], strict=False)
        state = step["planned"] or before
        words = "prefill " + listed([_chunk_words(at, n, count, state) for n, count in pairs])
    else:
        words = "decode " + listed(step["batch"])
        if step["scheduled"] != [1] * len(step["batch"]):
            words += f" with {listed([str(n) for n in step['scheduled']])} tokens"
    planned = step["planned"]
    gone = preempted_between(before, planned or before)
    if gone:
        words += f"; {listed([name for name in at.seats if name in gone])} preempted"
    return words


def _chunk_words(at: Parting, name: str, count: int, state: State) -> str:
    seat = at.seats.get(name, len(state["tokens"]))
    if seat >= len(state["tokens"]):
        return f"{name} {count} tokens"
    more = " more" if state["cached"][seat] else ""
    return f"{name} {count}{more} of {counted(state['tokens'][seat], 'token')}"


def listed(names: list[str]) -> str:
    """Return "A, B, C", at most twelve and the number of the others, or "nobody"."""
    if len(names) > 12:
        return ", ".join(names[:12]) + f" and {len(names) - 12} more"
    return ", ".join(names) or "nobody"


def counted(number: int, thing: str) -> str:
    """Return "1 token" or "2 tokens"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
