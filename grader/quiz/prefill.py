"""Prefill: how long a prompt holds everybody up, and what cutting it into chunks changes."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say, up

COST = "A token costs 2 FLOP a parameter, attention left out."


class _Machine:
    """A model on a GPU, as far as a prefill is concerned; time is linear in tokens."""

    def __init__(self, rng: random.Random) -> None:
        self.billions = rng.choice([4, 8, 10, 16, 20])
        self.tflops = rng.choice([200, 400, 500, 800, 1000])
        self.percent = rng.choice([40, 50, 80])
        self.reached = Fraction(self.tflops * self.percent, 100)
        self.token_ms = Fraction(2 * self.billions) / self.reached  # 1e9 / 1e12 s = 1 ms
        self.text = (
            f"A model of {self.billions}e9 parameters runs on a GPU that reaches {self.percent} %"
            f" of {self.tflops:,} TFLOP/s. {COST}"
        )
        self.lines = (
            f"{self.tflops:,} * {self.percent} % = {say(self.reached)} TFLOP/s",
            f"2 * {self.billions}e9 / {say(self.reached)}e12 = {say(self.token_ms)} ms a token",
        )
        self.numbers: dict[str, Plain] = {
            "billions": self.billions,
            "tflops": self.tflops,
            "percent": self.percent,
        }


def prefill_stall(rng: random.Random) -> Question:
    """The time of one whole prompt."""
    machine, tokens = _Machine(rng), 1000 * rng.choice([1, 2, 4, 5, 8, 10])
    answer = tokens * machine.token_ms
    text = f"{machine.text} For how long does a prompt of {tokens:,} tokens, in one step, keep it?"
    lines = (*machine.lines, f"{tokens:,} * {say(machine.token_ms)} ms = {say(answer)} ms")
    return Question(text, {**machine.numbers, "tokens": tokens}, answer, "ms", lines, 2)


def stalled_steps(rng: random.Random) -> Question:
    """The same in decode steps."""
    machine, tokens = _Machine(rng), 1000 * rng.choice([2, 4, 5, 8, 10])
    step = rng.choice([4, 5, 8, 10])
    stall = tokens * machine.token_ms
    answer = stall / step
    text = (
        f"{machine.text} A decode step takes {step} ms. How many of them, not rounded, fit into"
        f" the prefill of one prompt of {tokens:,} tokens?"
    )
    lines = (
        *machine.lines,
        f"{tokens:,} * {say(machine.token_ms)} ms = {say(stall)} ms",
        f"{say(stall)} ms / {step} ms = {say(answer)} steps",
    )
    numbers: dict[str, Plain] = {**machine.numbers, "tokens": tokens, "step": step}
    return Question(text, numbers, answer, "steps", lines, 2)


def chunked_steps(rng: random.Random) -> Question:
    """Decodes come first, the prompt gets the rest of the budget."""
    budget = rng.choice([256, 512, 1024, 2048])
    decodes = rng.choice([6, 12, 24, 31, 48, 56])
    tokens = 1000 * rng.randint(2, 20)
    chunk = budget - decodes
    answer = up(tokens, chunk)
    text = (
        f"Each step computes at most {budget:,} tokens. {decodes} sequences decode in every step,"
        f" one token each; a prompt of {tokens:,} tokens gets the rest. After how many steps is"
        " it prefilled?"
    )
    lines = (
        f"{budget:,} - {decodes} = {chunk:,} tokens a step",
        f"{tokens:,} / {chunk:,}, rounded up = {answer} steps",
    )
    numbers: dict[str, Plain] = {"budget": budget, "decodes": decodes, "tokens": tokens}
    return Question(text, numbers, Fraction(answer), "steps", lines)


def full_step(rng: random.Random) -> Question:
    """The longest that a budget makes anybody wait."""
    machine, budget = _Machine(rng), rng.choice([250, 500, 1000, 2000])
    answer = budget * machine.token_ms
    text = f"{machine.text} How long is a step that computes its whole budget of {budget:,} tokens?"
    lines = (*machine.lines, f"{budget:,} * {say(machine.token_ms)} ms = {say(answer)} ms")
    return Question(text, {**machine.numbers, "budget": budget}, answer, "ms", lines, 2)


def budget_for_target(rng: random.Random) -> Question:
    """The budget that keeps a promise."""
    machine, target = _Machine(rng), rng.choice([10, 20, 40, 50, 100])
    answer = target / machine.token_ms
    text = f"{machine.text} With which token budget does a full step take {target} ms?"
    lines = (
        *machine.lines,
        f"{target} ms / {say(machine.token_ms)} ms = {say(answer)} tokens",
    )
    return Question(text, {**machine.numbers, "target": target}, answer, "tokens", lines, 2)


def chunk_reloads(rng: random.Random) -> Question:
    """Every chunk reads the KV of all chunks before it."""
    chunk, chunks = rng.choice([256, 500, 512, 1000]), rng.randint(4, 16)
    loads = chunks * (chunks - 1) // 2
    answer = loads * chunk
    text = (
        f"A prompt of {chunk * chunks:,} tokens is prefilled in chunks of {chunk:,}. Each chunk"
        " reads the KV of all chunks before it from memory. How many tokens of KV are read so?"
    )
    lines = (
        f"{chunk * chunks:,} / {chunk:,} = {chunks} chunks",
        f"0 + 1 + ... + {chunks - 1} = {chunks} * {chunks - 1} / 2 = {loads} chunks read",
        f"{loads} * {chunk:,} = {answer:,} tokens",
    )
    numbers: dict[str, Plain] = {"prompt": chunk * chunks, "chunk": chunk}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


QUESTIONS = (
    prefill_stall,
    stalled_steps,
    chunked_steps,
    full_step,
    budget_for_target,
    chunk_reloads,
)
