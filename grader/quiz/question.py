"""A question, the template that makes it, and how numbers are written in it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.answer import parse


@dataclass(frozen=True)
class Question:
    """One question with its answer and the way there.

    `answer` counts `unit`s; `percent` is how far off an answer may be, 0 for exact. `numbers` are
    those that the text is made of, for tests and for other programs.
    """

    text: str
    numbers: dict[str, Plain]
    answer: Fraction
    unit: str
    working: tuple[str, ...]
    percent: int = 0

    @property
    def asks(self) -> str:
        """Return the unit and the tolerance, as the question states them: "ms, within 2 %"."""
        precision = f"within {self.percent} %" if self.percent else "exact"
        return f"{self.unit or 'a plain number'}, {precision}"

    @property
    def solution(self) -> str:
        """Return the answer with its unit, to four digits where it does not come out even."""
        return with_unit(self.answer, self.unit)

    def accepts(self, text: str) -> bool:
        """Return whether a typed answer is right; DrillError if it cannot be read."""
        return self.holds(parse(text, self.unit))

    def holds(self, value: Fraction) -> bool:
        """Return whether a number of `unit`s is right: 98 to 102 for 100 within 2 %."""
        return abs(value - self.answer) * 100 <= self.answer * self.percent


@dataclass(frozen=True)
class Template:
    """A question without its numbers; `make` draws them."""

    name: str  # "static_steps"
    topic: str
    make: Callable[[random.Random], Question]


def say(number: Fraction | int) -> str:
    """Return a number as text: 1,024, 4.794 (four digits), 2.5."""
    number = Fraction(number)
    if number.denominator == 1:
        return f"{number.numerator:,}"
    if abs(number) >= 1000:
        return f"{float(number):,.1f}"
    return f"{float(number):.4g}"


def with_unit(number: Fraction | int, unit: str) -> str:
    """Return a number with its unit: "75 %", "1 block", "1.5" for a plain number."""
    word = (
        unit[:-1] if number == 1 and unit.isalpha() and len(unit) > 2 and unit[-1] == "s" else unit
    )
    return f"{say(number)} {word}".rstrip()


def listed(items: list[int]) -> str:
    """Return numbers as text: "5, 1, 3"."""
    return ", ".join(say(item) for item in items)


def up(above: int, below: int) -> int:
    """Return a quotient rounded up: up(17, 16) is 2."""
    return -(-above // below)
