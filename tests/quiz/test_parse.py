"""How a typed answer is read: exactly, in the units that belong to it, and never by guessing."""

from fractions import Fraction

import pytest

from grader.error import DrillError
from grader.quiz.answer import LONGEST, example, kind_of, parse
from grader.quiz.draw import TEMPLATES, draw

GOOD = [
    ("42", "tokens", Fraction(42)),
    ("  42  ", "tokens", Fraction(42)),
    ("42 tokens", "tokens", Fraction(42)),
    ("1 token", "tokens", Fraction(1)),
    ("1,024", "tokens", Fraction(1024)),
    ("1,234,567 tokens", "tokens", Fraction(1234567)),
    ("007", "steps", Fraction(7)),
    ("1e3", "tokens", Fraction(1000)),
    ("2.5E-3 s", "ms", Fraction(5, 2)),
    ("3/4", "", Fraction(3, 4)),
    ("3 / 4", "", Fraction(3, 4)),
    ("1,000/3", "ms", Fraction(1000, 3)),
    (".5", "ms", Fraction(1, 2)),
    ("0.1", "ms", Fraction(1, 10)),
    ("1.25x", "", Fraction(5, 4)),
    ("1.5 MiB", "KiB", Fraction(1536)),
    ("1 MB", "MiB", Fraction(10**6, 2**20)),
    ("1GB", "B", Fraction(10**9)),
    ("10 kB", "B", Fraction(10_000)),
    ("500us", "ms", Fraction(1, 2)),
    ("500 \u00b5s", "ms", Fraction(1, 2)),
    ("500 \u03bcs", "ms", Fraction(1, 2)),
    ("2 TB/s", "GB/s", Fraction(2000)),
    ("100 tokens/s", "tok/s", Fraction(100)),
    ("75 %", "%", Fraction(75)),
    ("75", "%", Fraction(75)),
    ("75 percent", "%", Fraction(75)),
    ("3/4", "%", Fraction(75)),
    ("0.5 %", "%", Fraction(1, 2)),
    ("1 %", "%", Fraction(1)),
]
BAD = [
    ("", "tokens", "does not begin with a number"),
    ("many", "tokens", "does not begin with a number"),
    ("-3", "tokens", "does not begin with a number"),
    ("nan", "ms", "does not begin with a number"),
    ("inf", "ms", "does not begin with a number"),
    ("\u0663", "tokens", "does not begin with a number"),
    ("1,5", "ms", "a comma that does not group thousands"),
    ("0,5", "ms", "a comma that does not group thousands"),
    ("1,0000", "tokens", "a comma that does not group thousands"),
    ("1234,567", "tokens", "a comma that does not group thousands"),
    ("1.2.3", "ms", "does not begin with a number"),
    ("1e999", "ms", "unit that is not known"),
    ("1/0", "", "divides by 0"),
    ("0.75", "%", "a share or a percentage"),
    ("1", "%", "a share or a percentage"),
    ("12 ms", "KiB", "is a time, and the answer is memory"),
    ("12 KiB", "ms", "is memory, and the answer is a time"),
    ("12 GB", "GB/s", "is memory, and the answer is a bandwidth"),
    ("12 blocks", "tokens", "is a number of blocks, and the answer is a number of tokens"),
    ("12 gb", "GiB", "GB is written so"),
    ("12 Gb", "GiB", "GB is written so"),
    ("12 parsecs", "ms", "unit that is not known here, 'parsecs'"),
    ("12 13", "ms", "unit that is not known here, '13'"),
    ("1" * (LONGEST + 1), "tokens", "goes on too long"),
]


@pytest.mark.parametrize(("text", "unit", "value"), GOOD)
def test_an_answer_is_read_exactly(text: str, unit: str, value: Fraction) -> None:
    assert parse(text, unit) == value


@pytest.mark.parametrize(("text", "unit", "why"), BAD)
def test_an_unclear_answer_is_named_and_shown_how_to_write(text: str, unit: str, why: str) -> None:
    with pytest.raises(DrillError) as refused:
        parse(text, unit)

    assert why in refused.value.problem
    assert refused.value.hint == f"for example: {example(unit)}"


@pytest.mark.parametrize("unit", sorted({a.question.unit for a in draw(1, len(TEMPLATES))}))
def test_the_example_of_every_unit_that_is_asked_for_can_be_read(unit: str) -> None:
    for shown in example(unit).replace("or as a fraction ", "or ").split(" or "):
        assert parse(shown.strip(" ,"), unit) > 0
    assert kind_of(unit)
