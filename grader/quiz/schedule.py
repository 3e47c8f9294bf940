"""Small schedules, to be drawn as a step table: prefill first, and one budget for everything."""

import random
from dataclasses import dataclass, field
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, up

MIXED = (
    "A step computes at most {budget} tokens. Running requests come first, in order of admission:"
    " one that still has prompt left gets as much of it as the budget allows, any other one decodes"
    " a token. What is left of the budget goes to waiting requests, in order, in part if need be."
)
FIRST = (
    "While a prompt or the rest of one waits, a step only prefills: at most {budget} tokens, in"
    " order, and only the first prompt of a step may be cut; one that does not fit waits for the"
    " next step, and so do all behind it. Otherwise every running request decodes one token."
)


@dataclass
class _Request:
    name: str
    prompt: int
    outputs: int
    computed: int = 0
    sampled: int = 0
    first: int = 0  # step of the first sample
    last: int = 0

    @property
    def left(self) -> int:
        """Return the tokens that have no KV yet; the last sample never gets any."""
        return self.prompt + self.sampled - self.computed

    def compute(self, count: int, step: int) -> None:
        """Compute tokens; once all are, a token is sampled."""
        self.computed += count
        if self.left == 0:
            self.sampled += 1
            self.first = self.first or step
            self.last = step


@dataclass
class _Table:
    """The steps of a schedule: what each computed."""

    requests: list[_Request]
    budget: int
    steps: list[dict[str, int]] = field(default_factory=list[dict[str, int]])

    def play(self, prefill_first: int) -> None:
        """Run to the end: prefill_first 0 mixes prefill and decode."""
        while unfinished := [r for r in self.requests if r.sampled < r.outputs]:
            plan = self._prefill(unfinished) if prefill_first else self._mixed(unfinished)
            self.steps.append({request.name: count for request, count in plan})
            for request, count in plan:
                request.compute(count, len(self.steps))

    def lines(self) -> list[str]:
        """Return a line a step: "step 2: A 1, B 5"."""
        return [
            f"step {number}: {', '.join(f'{name} {count}' for name, count in step.items())}"
            for number, step in enumerate(self.steps, 1)
        ]

    def _mixed(self, unfinished: list[_Request]) -> list[tuple[_Request, int]]:
        plan: list[tuple[_Request, int]] = []
        left = self.budget
        for request in unfinished:  # in order of arrival, which is that of admission
            count = min(request.left, left)
            if count:
                plan.append((request, count))
            left -= count
        return plan

    def _prefill(self, unfinished: list[_Request]) -> list[tuple[_Request, int]]:
        plan: list[tuple[_Request, int]] = []
        left = self.budget
        for request in (r for r in unfinished if r.sampled == 0):
            if left == 0 or (plan and request.left > left):
                break
            plan.append((request, min(request.left, left)))
            left -= plan[-1][1]
        return plan or [(request, 1) for request in unfinished]


def mixed_steps(rng: random.Random) -> Question:
    """How long a mixed schedule takes."""
    table = _played(rng, 0)
    lines = [*table.lines(), f"{len(table.steps)} steps"]
    text = "How many steps does it take until all are done?"
    return _question(table, MIXED, text, len(table.steps), "steps", lines)


def mixed_first_token(rng: random.Random) -> Question:
    """When a request samples its first token."""
    table = _played(rng, 0)
    return _about_one(rng, table, MIXED, "first")


def mixed_last_token(rng: random.Random) -> Question:
    """When a request is done."""
    table = _played(rng, 0)
    return _about_one(rng, table, MIXED, "last")


def prefill_first_steps(rng: random.Random) -> Question:
    """How long a schedule that prefills first takes."""
    table = _played(rng, 1)
    lines = [*table.lines(), f"{len(table.steps)} steps"]
    text = "How many steps does it take until all are done?"
    return _question(table, FIRST, text, len(table.steps), "steps", lines)


def prefill_first_last_token(rng: random.Random) -> Question:
    """When a request is done in a schedule that prefills first."""
    table = _played(rng, 1)
    return _about_one(rng, table, FIRST, "last")


def blocks_held(rng: random.Random) -> Question:
    """Blocks in use after a step of a mixed schedule."""
    table = _played(rng, 0)
    size = rng.choice([2, 4])
    step = rng.randint(1, len(table.steps) - 1)  # a schedule has 2 steps at least
    held = 0
    lines = table.lines()[:step]
    for request in table.requests:
        computed = sum(part.get(request.name, 0) for part in table.steps[:step])
        if computed and request.last > step:
            blocks = up(computed, size)
            held += blocks
            lines.append(f"{request.name}: {computed} tokens / {size}, rounded up = {blocks}")
    lines.append(f"{held} block{'s' * (held != 1)}")
    text = (
        f"KV blocks hold {size} tokens, a request takes one when a token that it computes needs it,"
        f" and one that is done gives all of its blocks back at the end of its last step."
        f" How many blocks are in use after step {step}?"
    )
    asks = _question(table, MIXED, text, held, "blocks", lines)
    asks.numbers.update({"size": size, "step": step})
    return asks


def _played(rng: random.Random, prefill_first: int) -> _Table:
    requests = [_Request(name, rng.randint(1, 7), rng.randint(2, 4)) for name in "ABC"]
    table = _Table(requests, rng.choice([4, 5, 6]))
    table.play(prefill_first)
    return table


def _question(
    table: _Table, rules: str, text: str, answer: int, unit: str, lines: list[str]
) -> Question:
    parts = [f"{r.name} {r.prompt} + {r.outputs}" for r in table.requests]
    numbers: dict[str, Plain] = {
        "prompts": [r.prompt for r in table.requests],
        "outputs": [r.outputs for r in table.requests],
        "budget": table.budget,
    }
    full = (
        f"{rules.format(budget=table.budget)} All wait from the start (prompt + tokens to"
        f" generate): {', '.join(parts)}. The step that computes the last of a prompt"
        f" samples the first token. {text}"
    )
    return Question(full, numbers, Fraction(answer), unit, tuple(lines))


def _about_one(rng: random.Random, table: _Table, rules: str, which: str) -> Question:
    request = rng.choice(table.requests)
    answer = request.first if which == "first" else request.last
    text = f"In which step does {request.name} sample its {which} token?"
    lines = [*table.lines()[:answer], f"{request.name} samples its {which} token in step {answer}"]
    asks = _question(table, rules, text, answer, "", lines)
    asks.numbers.update({"who": request.name, "which": which})
    return asks


QUESTIONS = (
    mixed_steps,
    mixed_first_token,
    mixed_last_token,
    prefill_first_steps,
    prefill_first_last_token,
    blocks_held,
)
