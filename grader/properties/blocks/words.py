"""Scenarios, calls and steps in the words that a person reads.

Left out: what is said of the step that differs (`rows.py`).
"""

from collections.abc import Sequence
from typing import cast

from grader import check
from grader.properties.blocks.shapes import Answer, Number, Scenario, Step


def show(scenario: check.Scenario) -> list[str]:
    """Return the pool, the hash when it collides, and the sequences."""
    one = cast(Scenario, scenario)
    lines = [f"{many(one['blocks'], 'block')} of {many(one['size'], 'token')}"]
    if one["hash"] == "sum":
        lines.append("hash_fn: sum of all tokens so far, modulo 3")
    if one["hash"] == "same":
        lines.append("hash_fn: always 0")
    if one["hash"] == "zero":
        lines.append("hash_fn: 0 for a first block, else a number that tells all tokens")
    return lines + [f"{p['name']}    {token_words(p['tokens'])}" for p in one["prompts"]]


def call_words(scenario: Scenario, step: Step) -> str:
    """Return the calls of a step, in words."""
    if step["op"] < 0:
        another = " and another" if len(step["answers"]) > 1 else ""
        return f"BlockManager({scenario['blocks']}, {scenario['size']}){another}"
    op = scenario["ops"][step["op"]]
    name, n, answers = op["seq"], op["n"], step["answers"]
    if op["do"] == "take" and len(answers) > 1:
        return f"allocate({name}, {max(0, cast(int, answers[0]) - n)})"
    if op["do"] == "run":
        return f"compute {f'{n} of {name}' if n else name}, hash_blocks"
    return {
        "take": f"can_allocate({name})",
        "ask": f"can_allocate({name})",
        "force": f"allocate({name}, {n})",
        "grow": f"append {n} to {name}, may_append",
        "free": f"deallocate({name})",
        "crowd": f"{n} requests with prefix {name}",
    }[op["do"]]


def step_words(step: Step, scenario: Scenario) -> str:
    """Return a step in a few lines: an answer of note, the table at hand, the free list."""
    state, op = step["state"], scenario["ops"][step["op"]]
    if op["do"] == "ask":
        return hit_words(step["answers"][0])
    lines = [] if state and step["answers"][-1] == "done" else [answer_words(step, scenario)]
    if state:
        lines.append(f"{op['seq']}: {list_words(state['tables'].get(op['seq'], []))}")
        lines.append(f"free: {list_words(state['free'])}")
    return "\n".join(lines)


def answer_words(step: Step, scenario: Scenario) -> str:
    """Return what was answered, in words; the hits of an allocate stand in its label."""
    do = scenario["ops"][step["op"]]["do"] if step["op"] >= 0 else "new"
    answers = step["answers"]
    if do == "grow" and answers[:1] == answers[1:2]:
        answers = answers[1:]  # asked twice, the same answer
    if do == "take" and len(answers) > 1:
        answers = answers[1:]
    texts = [f"raises {one['raised']}" if isinstance(one, dict) else str(one) for one in answers]
    if do == "grow":
        texts = [f"can_append: {text}" for text in texts[:-1]] + texts[-1:]
    if do == "crowd":
        texts[0] += " prefill tokens skipped"
    return ", ".join(text for text in texts if text != "done") or "done"


def hit_words(answer: Answer) -> str:
    """Return what can_allocate answered: "2, room and 2 hits" or "-1, no room"."""
    if isinstance(answer, dict):
        return f"raises {answer['raised']}"
    if isinstance(answer, str):
        return f"answers {answer}"
    return "-1, no room" if answer == -1 else f"{answer}, room and {many(answer, 'hit')}"


def token_words(tokens: Sequence[int]) -> str:
    """Return the tokens, those behind the first 8 counted where there are over 16."""
    if len(tokens) <= 16:
        return " ".join(map(str, tokens))
    return f"{' '.join(map(str, tokens[:8]))} ... {len(tokens):,} tokens"


def list_words(items: Sequence[Number]) -> str:
    """Return numbers with spaces between them, at most 20; "none" for no number."""
    if not items:
        return "none"
    more = f" ... {len(items)} in all" if len(items) > 20 else ""
    return " ".join(map(str, items[:20])) + more


def many(count: int, noun: str) -> str:
    """Return "1 block" or "3 blocks"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
