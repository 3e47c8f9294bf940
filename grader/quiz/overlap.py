"""Overlap: the CPU plans the next step while the GPU runs this one."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say

SETTING = "the CPU plans a step while the GPU runs the one before, at most two steps in flight"


class _Run:
    """Some steps, each with a time on the CPU and one on the GPU; 0.1 ms counts."""

    def __init__(self, rng: random.Random) -> None:
        self.cpu = Fraction(rng.choice([10, 15, 20, 25, 30, 50, 60]), 10)
        self.gpu = Fraction(rng.choice([20, 24, 30, 40, 48, 50]), 10)
        self.steps = rng.choice([10, 20, 50, 100])
        self.longer = max(self.cpu, self.gpu)
        self.overlapped = self.cpu + (self.steps - 1) * self.longer + self.gpu
        self.one_by_one = self.steps * (self.cpu + self.gpu)
        self.text = (
            f"{self.steps} steps take {say(self.cpu)} ms of planning on the CPU and {say(self.gpu)}"
            " ms on the GPU each."
        )
        self.hidden = (
            f"the longer of {say(self.cpu)} and {say(self.gpu)} sets the pace: {say(self.longer)}",
            f"{say(self.cpu)} + {self.steps - 1} * {say(self.longer)} + {say(self.gpu)}"
            f" = {say(self.overlapped)} ms",
        )
        self.plain = (
            f"one after the other: {self.steps} * ({say(self.cpu)} + {say(self.gpu)})"
            f" = {say(self.one_by_one)} ms"
        )
        self.numbers: dict[str, Plain] = {
            "cpu": say(self.cpu),
            "gpu": say(self.gpu),
            "steps": self.steps,
        }


def makespan(rng: random.Random) -> Question:
    """All steps, overlapped."""
    run = _Run(rng)
    text = (
        f"{run.text} With overlap ({SETTING}), how long do they take, from the first planning to"
        " the end of the last step on the GPU?"
    )
    return Question(text, run.numbers, run.overlapped, "ms", run.hidden, 0)


def overlap_saves(rng: random.Random) -> Question:
    """What overlap saves."""
    run = _Run(rng)
    saved = run.one_by_one - run.overlapped
    text = (
        f"{run.text} How much time does overlap save ({SETTING}), against planning only when the"
        " GPU is done?"
    )
    line = f"{say(run.one_by_one)} - {say(run.overlapped)} = {say(saved)} ms"
    return Question(text, run.numbers, saved, "ms", (*run.hidden, run.plain, line), 0)


def overlap_speedup(rng: random.Random) -> Question:
    """How much faster."""
    run = _Run(rng)
    ratio = run.one_by_one / run.overlapped
    text = (
        f"{run.text} By which factor is overlap faster ({SETTING}) than planning only when the"
        " GPU is done?"
    )
    line = f"{say(run.one_by_one)} / {say(run.overlapped)} = {say(ratio)}"
    return Question(text, run.numbers, ratio, "", (*run.hidden, run.plain, line), 2)


def gpu_busy(rng: random.Random) -> Question:
    """The share of the time in which the GPU works."""
    run = _Run(rng)
    while run.steps * run.gpu > Fraction(98, 100) * run.overlapped:
        run = _Run(rng)  # within 1 %, 99 could be taken for all of the time
    busy = run.steps * run.gpu
    share = 100 * busy / run.overlapped
    text = (
        f"{run.text} With overlap ({SETTING}), which share of the whole time is the GPU busy, from"
        " the first planning to the end of the last step on the GPU?"
    )
    lines = (
        *run.hidden,
        f"the GPU works {run.steps} * {say(run.gpu)} = {say(busy)} ms",
        f"{say(busy)} / {say(run.overlapped)} = {say(share)} %",
    )
    return Question(text, run.numbers, share, "%", lines, 1)


def late_stop(rng: random.Random) -> Question:
    """An end token is seen one step late."""
    prompt, most = rng.randint(2, 12), rng.randint(4, 12)
    stop = rng.randint(2, most - 1)
    answer = prompt + stop
    text = (
        f"One request of {prompt} prompt tokens, prefilled in one step, may generate {most}. It"
        f" samples the end token as output {stop}. With overlap, the next step is launched"
        " before a sample is known, with at most two steps in flight. How many tokens are launched"
        " in all, prompt included?"
    )
    lines = (
        f"{prompt} prompt tokens sample output 1",
        f"outputs 2 to {stop}: {stop} - 1 = {stop - 1} more token{'s' * (stop > 2)}",
        f"one step too many is in flight when output {stop} is seen: 1 more",
        f"{prompt} + {stop - 1} + 1 = {answer} tokens",
    )
    numbers: dict[str, Plain] = {"prompt": prompt, "most": most, "stop": stop}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def known_stop(rng: random.Random) -> Question:
    """A length stop is known beforehand, and the last token's KV is never needed."""
    prompts = [rng.randint(2, 12) for _ in range(3)]
    outputs = [rng.randint(1, 8) for _ in range(3)]
    each = [a + b - 1 for a, b in zip(prompts, outputs, strict=True)]
    pairs = [f"{a} + {b}" for a, b in zip(prompts, outputs, strict=True)]
    text = (
        f"Three requests (prompt + generated tokens: {', '.join(pairs)}) all stop at their maximum"
        " length, which the scheduler foresees. How many tokens go through the model as input in"
        " all?"
    )
    lines = (
        *(
            f"{pair} - 1 = {total}: the last one is not fed back"
            for pair, total in zip(pairs, each, strict=True)
        ),
        f"{' + '.join(map(str, each))} = {sum(each)} tokens",
    )
    numbers: dict[str, Plain] = {"prompts": [*prompts], "outputs": [*outputs]}
    return Question(text, numbers, Fraction(sum(each)), "tokens", lines)


QUESTIONS = (makespan, overlap_saves, overlap_speedup, gpu_busy, late_stop, known_stop)
