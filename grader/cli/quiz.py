"""`drill quiz`: the arithmetic round of an interview, against the clock."""

import json
import re
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from grader import history
from grader.error import DrillError, reason
from grader.quiz.clock import Answers, Clock
from grader.quiz.draw import Asked, draw
from grader.quiz.score import Result, judged, table, weakest_topic

MOST_MINUTES = 240


@click.command("quiz")
@click.option("--topic", help="Ask about one topic only.")
@click.option("--questions", default="10", show_default=True, help="How many.")
@click.option("--minutes", default="8", show_default=True, help="For all of them; 0.5 is a half.")
@click.option("--seed", help="Ask the questions of this seed (hexadecimal, as a round shows it).")
@click.option("--answers", "file", help="Judge the lines of this file, an answer a line.")
@click.option("--workings", is_flag=True, help="With --no-input: print the workings too.")
@click.option("--json", "as_json", is_flag=True, help="Print the questions as one JSON object.")
@click.pass_obj
def command(
    settings: dict[str, object],
    topic: str | None,
    questions: str,
    minutes: str,
    seed: str | None,
    file: str | None,
    workings: bool,
    as_json: bool,
) -> int:
    """Ask for numbers, one after the other: right or wrong, and how it is worked out.

    Without a terminal the answers are the lines of the input, or of the file of --answers. Ends
    with 0 if all are right and with 1 otherwise. `drill --no-input quiz` only prints the questions.
    """
    number, seconds = _seed(seed), _seconds(minutes)
    asked = draw(number, _count(questions), topic)
    if as_json:
        entries = [one.to_json() for one in asked]
        head = {"schema": 1, "seed": f"{number:08x}", "topic": topic, "seconds": seconds}
        click.echo(json.dumps({**head, "questions": entries}))
        return 0
    clock = "" if file else f"{minutes} min, "
    click.echo(f"  {_questions(len(asked))}, {clock}seed {number:08x}")
    if workings and not settings["no_input"]:
        raise DrillError(
            "--workings would tell before you were asked", hint="drill --no-input quiz --workings"
        )
    if file is not None:
        return _finish(_read(asked, file), number, topic)
    if settings["no_input"]:
        _print_only(asked, workings)
        return 0
    return _finish(_ask(asked, seconds), number, topic)


def _read(asked: Sequence[Asked], file: str) -> list[Result]:
    """Judge the answers of a file, where no clock runs; an empty line is no answer."""
    try:
        lines = Path(file).read_text(encoding="utf-8").rstrip().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DrillError(
            f"{file} cannot be read: {reason(error)}", hint="a text file with an answer a line"
        ) from error
    if len(lines) > len(asked):
        raise DrillError(
            f"{file} has {len(lines)} lines for {_questions(len(asked))}",
            hint="an answer a line, an empty line for none",
        )
    results: list[Result] = []
    for number, one in enumerate(asked, 1):
        _show_question(number, one)
        typed = lines[number - 1].strip() if number <= len(lines) else None
        result, shown = judged(one, typed, 0.0)
        _show(shown)
        results.append(result)
    return results


def _print_only(asked: Sequence[Asked], with_workings: bool) -> None:
    for number, one in enumerate(asked, 1):
        _show_question(number, one)
        if with_workings:
            click.echo(f"     {one.question.solution}")
            _show([f"  {line}" for line in one.question.working])


def _ask(asked: Sequence[Asked], seconds: float) -> Iterator[Result]:
    """Ask one question after the other; what is left when time or input ends is not answered."""
    clock = Clock(seconds)
    answers = Answers(sys.stdin.fileno(), clock)
    for number, one in enumerate(asked, 1):
        _show_question(number, one)
        begun = time.monotonic()
        typed = _typed(answers, clock, one)
        result, lines = judged(one, typed, time.monotonic() - begun)
        if typed is None:
            click.echo("\n  The time is over." if not clock.left() else "\n  No more answers.")
            yield from (Result(rest, "not answered") for rest in asked[number - 1 :])
            return
        _show(lines)
        yield result


def _typed(answers: Answers, clock: Clock, one: Asked) -> str | None:
    """Return an answer; a person whose answer cannot be read is told why and asked again."""
    while True:
        click.echo(f"  [{clock}] > ", err=True, nl=False)
        typed = answers.next()
        if not sys.stdin.isatty():
            click.echo(err=True)
        if not typed or not sys.stdin.isatty():
            return typed
        try:
            one.question.accepts(typed)
        except DrillError as error:
            click.echo(f"     {error.problem}\n     {error.hint}")
        else:
            return typed


def _finish(results: Iterable[Result], seed: int, topic: str | None) -> int:
    """Show the table and remember the round; return 0 if all answers are right, 1 otherwise."""
    done = [*results]
    entry = {
        "schema": 1,
        "seed": f"{seed:08x}",
        "topic": topic,
        "right": sum(result.status == "right" for result in done),
        "questions": [result.to_json() for result in done],
        "weakest": weakest_topic(done),
    }
    history.note("quiz", "quiz", json.dumps(entry))
    click.echo()
    for line in table(done):
        click.echo(f"  {line}".rstrip())
    return 0 if entry["right"] == len(done) else 1


def _show_question(number: int, one: Asked) -> None:
    click.echo()
    click.echo(click.wrap_text(f"{number}. {one.question.text}", 78, "  ", "     "))
    click.echo(f"     In {one.question.asks}.   ({one.template.topic})")


def _show(lines: Sequence[str]) -> None:
    for line in lines:
        indent = "     " + "  " * line.startswith("  ")
        click.echo(click.wrap_text(line.strip(), 78, indent, indent + "  "))


def _questions(count: int) -> str:
    return f"{count} question{'s' * (count != 1)}"


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise DrillError(f"{text!r} is no number of questions", hint="--questions 10")
    return int(text)


def _seconds(text: str) -> float:
    minutes = float(text) if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) else 0.0
    if not 0 < minutes <= MOST_MINUTES:
        raise DrillError(
            f"{text!r} is no number of minutes", hint=f"above 0, up to {MOST_MINUTES}: --minutes 8"
        )
    return minutes * 60


def _seed(text: str | None) -> int:
    if text is None:
        return secrets.randbits(32)
    if not re.fullmatch(r"[0-9a-fA-F]{1,8}", text):
        raise DrillError(
            f"{text!r} is no seed", hint="a seed is up to 8 hexadecimal digits: 5f3a91c2"
        )
    return int(text, 16)
