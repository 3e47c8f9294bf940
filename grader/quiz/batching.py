"""Static and continuous batching: steps, finish times, utilization."""

import random
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

from grader.plain import Plain
from grader.quiz.question import Question, listed, say, up

STATIC = "They run in fixed groups: the next group starts when the whole one before is done."
CONTINUOUS = "A slot that frees takes the next request, in order, from the following step on."


@dataclass(frozen=True)
class Load:
    """A few requests and the slots that they share."""

    lengths: list[int]
    slots: int

    @property
    def text(self) -> str:
        """Return the load as the first sentences of a question."""
        return (
            f"Requests that generate {listed(self.lengths)} tokens, one a step, share {self.slots}"
            " slots and are served in that order."
        )

    @property
    def tokens(self) -> int:
        """Return all tokens to be generated."""
        return sum(self.lengths)

    def static(self) -> tuple[int, list[str]]:
        """Return the steps in groups, and how they add up."""
        starts = range(0, len(self.lengths), self.slots)
        groups = [self.lengths[first : first + self.slots] for first in starts]
        longest = [max(group) for group in groups]
        lines = [f"group [{listed(group)}] lasts {max(group)}" for group in groups]
        total = sum(longest)
        return total, [*lines, f"{' + '.join(map(str, longest))} = {total} steps"]

    def continuous(self) -> tuple[list[int], list[str]]:
        """Return the step at whose end each request is done, and how that comes about."""
        free = [0] * self.slots  # the step at whose end each slot is free
        finish: list[int] = []
        lines: list[str] = []
        for number, length in enumerate(self.lengths, 1):
            start = heappop(free)
            finish.append(start + length)
            heappush(free, finish[-1])
            lines.append(
                f"request {number}: steps {start + 1} to {finish[-1]} ({start} + {length})"
            )
        return finish, lines

    def question(
        self, text: str, answer: Fraction | int, unit: str, lines: list[str], percent: int = 0
    ) -> Question:
        """Return a question about this load."""
        numbers: dict[str, Plain] = {"lengths": [*self.lengths], "slots": self.slots}
        full = f"{self.text} {text}"
        return Question(full, numbers, Fraction(answer), unit, tuple(lines), percent)


def static_steps(rng: random.Random) -> Question:
    """How long static batching takes."""
    load = _load(rng)
    total, lines = load.static()
    return load.question(f"{STATIC} How many steps does it all take?", total, "steps", lines)


def continuous_steps(rng: random.Random) -> Question:
    """How long continuous batching takes."""
    load = _load(rng)
    finish, lines = load.continuous()
    lines.append(f"the last one ends at {max(finish)} steps")
    text = f"{CONTINUOUS} How many steps does it all take?"
    return load.question(text, max(finish), "steps", lines)


def static_utilization(rng: random.Random) -> Question:
    """The share of slots that work under static batching."""
    load = _load(rng)
    total, lines = load.static()
    text = f"{STATIC} Which share of all slots generates a token?"
    return load.question(text, *_share(load, total, lines), 2)


def continuous_utilization(rng: random.Random) -> Question:
    """The share of slots that work under continuous batching."""
    load = _load(rng)
    finish, lines = load.continuous()
    lines.append(f"all is done after {max(finish)} steps")
    text = f"{CONTINUOUS} Which share of all slots generates a token?"
    return load.question(text, *_share(load, max(finish), lines), 2)


def continuous_finish(rng: random.Random) -> Question:
    """When one request is done under continuous batching."""
    load = _load(rng)
    finish, lines = load.continuous()
    which = rng.randint(load.slots + 1, len(load.lengths))
    lines = [*lines[:which], f"request {which} is done after {finish[which - 1]} steps"]
    text = f"{CONTINUOUS} After how many steps is request {which} done (the first is request 1)?"
    asked = load.question(text, finish[which - 1], "steps", lines)
    asked.numbers["which"] = which
    return asked


def steps_saved(rng: random.Random) -> Question:
    """What continuous batching saves."""
    load = _load(rng)
    static, first = load.static()
    finish, second = load.continuous()
    saved = static - max(finish)
    lines = ["in groups:", *first, "continuous:", *second]
    lines.append(f"{static} - {max(finish)} = {saved} steps")
    text = (
        "How many steps does continuous batching (a freed slot takes the next request at once)"
        f" save against static batching (groups of {load.slots}, the next one starts when the"
        " whole one before is done)?"
    )
    return load.question(text, saved, "steps", lines)


def lower_bound(rng: random.Random) -> Question:
    """What no order of service can beat."""
    load = _load(rng)
    even = up(load.tokens, load.slots)
    longest = max(load.lengths)
    lines = [
        f"the longest request alone takes {longest}",
        f"{load.tokens} tokens over {load.slots} slots take at least"
        f" {load.tokens}/{load.slots}, rounded up {even}",
        f"the larger of {longest} and {even} = {max(longest, even)} steps",
    ]
    text = (
        "Which number of steps can no batching go below: the larger of the longest request"
        " and of all tokens spread evenly over the slots, rounded up?"
    )
    return load.question(text, max(longest, even), "steps", lines)


def idle_slots(rng: random.Random) -> Question:
    """How much of static batching is spent idle."""
    load = _load(rng)
    total, lines = load.static()
    all_slots = load.slots * total
    idle = all_slots - load.tokens
    lines += [
        f"{load.slots} slots * {total} steps = {all_slots} tokens at most",
        f"{all_slots} - {load.tokens} generated = {idle} tokens",
    ]
    text = (
        f"{STATIC} How many tokens more could the {load.slots} slots, used or not, have generated"
        " in that time?"
    )
    return load.question(text, idle, "tokens", lines)


def _share(load: Load, steps: int, lines: list[str]) -> tuple[Fraction, str, list[str]]:
    percent = Fraction(100 * load.tokens, load.slots * steps)
    lines = [
        *lines,
        f"{load.tokens} tokens of {load.slots} slots * {steps} steps = {load.slots * steps}",
        f"{load.tokens}/{load.slots * steps} = {say(percent)} %",
    ]
    return percent, "%", lines


def _load(rng: random.Random) -> Load:
    """Draw requests of which one is long, so that static batching has something to wait for."""
    slots = rng.choice([2, 2, 3])
    lengths = [rng.randint(1, 6) for _ in range(rng.randint(slots + 2, 2 * slots + 2))]
    lengths[rng.randrange(slots)] = rng.choice([8, 10, 12])
    return Load(lengths, slots)


QUESTIONS = (
    static_steps,
    continuous_steps,
    static_utilization,
    continuous_utilization,
    continuous_finish,
    steps_saved,
    lower_bound,
    idle_slots,
)
