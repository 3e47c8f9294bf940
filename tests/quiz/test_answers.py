"""Every answer of the quiz against one that was worked out another way."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from grader.plain import Plain
from grader.quiz.draw import TEMPLATES
from grader.quiz.question import Question, Template
from tests.quiz import formulas, simulated, stepped
from tests.quiz.drawn import Drawn

SEEDS = range(50)
INDEPENDENT: dict[str, Callable[[Drawn], Fraction | int]] = {
    name: function
    for module in (formulas, simulated, stepped)
    for name, function in vars(module).items()
    if not name.startswith("_") and getattr(function, "__module__", "") == module.__name__
}
each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.name)


def _asked(template: Template, seeds: range = SEEDS) -> Iterator[Question]:
    return (template.make(random.Random(seed)) for seed in seeds)


def test_every_template_has_an_independent_answer_and_no_answer_is_left_over() -> None:
    assert sorted(INDEPENDENT) == sorted(template.name for template in TEMPLATES)


def test_there_are_enough_templates_and_none_has_the_name_of_another() -> None:
    names = [template.name for template in TEMPLATES]

    assert len(names) == len(set(names))
    assert len(names) >= 40


@each_template
def test_the_answer_is_what_an_independent_computation_gives(template: Template) -> None:
    for question in _asked(template):
        assert question.answer == INDEPENDENT[template.name](Drawn(question.numbers)), question.text


@each_template
def test_the_text_tells_every_number_that_the_answer_is_made_of(template: Template) -> None:
    for question in _asked(template):
        for value in _leaves(question.numbers):
            assert _is_told(value, question.text), f"{value!r}: {question.text}"


@each_template
def test_the_questions_differ(template: Template) -> None:
    assert len({question.text for question in _asked(template)}) >= 10


@each_template
def test_the_displayed_solution_is_accepted_and_ends_the_working(template: Template) -> None:
    for question in _asked(template, range(300)):
        assert question.accepts(question.solution), (question.solution, question.answer)
        shown = question.solution.split()[0]
        assert shown in question.working[-1], (shown, question.working[-1])


@each_template
def test_an_exact_answer_is_displayed_exactly(template: Template) -> None:
    for question in _asked(template, range(300)):
        if not question.percent:
            assert Fraction(question.solution.split()[0].replace(",", "")) == question.answer


@each_template
def test_another_answer_is_refused(template: Template) -> None:
    for question in _asked(template):
        off = question.answer * Fraction(question.percent, 100)
        beyond = Fraction(1, 10**6)
        assert question.holds(question.answer + off)
        assert question.holds(question.answer - off)
        assert not question.holds(question.answer + off + beyond)
        assert not question.holds(question.answer - off - beyond)
        assert not question.accepts(f"0 {question.unit}".strip()) or question.answer == 0


@each_template
def test_no_seed_stops_a_template(template: Template) -> None:
    for question in _asked(template, range(3_000)):
        assert question.answer >= 0


def _leaves(value: Plain) -> Iterator[int | str]:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        assert isinstance(value, int | str)
        yield value


def _is_told(value: int | str, text: str) -> bool:
    shown = {str(value), f"{value:,}" if isinstance(value, int) else value}
    words = text.replace("e9 ", " ").replace("(", " ").replace(")", " ").split()
    return bool(shown & {word.strip(".,:;?%") for word in words})
