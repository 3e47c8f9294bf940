"""What must hold without asking the reference."""

from collections.abc import Iterator
from functools import lru_cache

from grader.properties.budget.shapes import Scenario, Step
from grader.properties.budget.words import plan_words


def breaches(s: Scenario, steps: list[Step]) -> Iterator[tuple[int, str, str]]:
    """Yield (index, must, got) for every step that cannot be right whatever the right one is."""
    running: list[str] = []
    for index, step in enumerate(steps):
        for holds, must, got in _laws(s, running, step):
            if not holds:
                yield index, must, got
        if "updated" not in step:
            return
        running = step["updated"]["running"]


def _laws(s: Scenario, running: list[str], step: Step) -> Iterator[tuple[bool, str, str]]:
    plan, used, lost = plan_words(step), sum(step["counts"]), step["preempted"]
    yield used <= s["budget"], f"at most {s['budget']} tokens", f"{plan}: {used} tokens"
    yield all(n >= 1 for n in step["counts"]), "at least 1 token each", plan
    stalled = [rid for rid in running if rid not in step["rids"] and rid not in lost]
    yield not stalled, "every running request is planned or preempted", f"{plan}, not {stalled}"
    tail = running[len(running) - len(lost) :][::-1]
    yield lost == tail, f"the last of running go first: {tail}", plan
    both = bool(lost and step["admitted"])
    yield not both, "no admission in a step that preempts", f"{plan}, admits {step['admitted']}"
    if "planned" not in step:
        return
    held = 0
    for text in step["planned"]["requests"]:
        rid, state, computed, holds, *_ = text.split()
        blocks = -(-int(computed) // s["size"])
        held += int(holds)
        yield blocks == int(holds), f"{rid} holds {blocks}, for {computed} tokens", f"{holds}"
        open_ = state != "finished" and not step["rids"]
        yield not open_, "at least one token, as requests are unfinished", plan
    free = step["free"]
    says = f"{free} free and {held} held"
    yield free + held == s["blocks"], f"free and held make {s['blocks']}", says
    yield free == step["planned"]["free"], "plan.free is what is free", says


@lru_cache(maxsize=64)
def outputs_alone(
    prompt: tuple[int, ...], max_tokens: int, eos_at: int, eos: int | None
) -> list[int]:
    """Return what a request generates with nobody else there; the model is the driver's."""
    outputs: list[int] = []
    while len(outputs) < max_tokens:
        if eos is not None and len(outputs) + 1 == eos_at:
            return [*outputs, eos]
        state = 17
        for token in (*prompt, *outputs):
            state = (state * 31 + token + 1) % 9973
        outputs.append(state % 89 + (10 if eos is None or eos < 10 else eos + 1))
    return outputs
