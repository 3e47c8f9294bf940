"""Bare `drill`: where you are and what to type next."""

from collections.abc import Iterator
from datetime import date

import click

from grader import catalogue
from grader.screen.words import ago, several
from grader.standing import Standing, standing


@click.command("home")
def command() -> int:
    """Say what is due and what is under way, or how to begin."""
    drills = [standing(catalogue.find(name)) for name in catalogue.names()]
    shown = [*_reviews(drills), *_started(drills)]
    for line in shown or _fresh(drills):
        click.echo(f"  {line}")
    return 0


def _reviews(drills: list[Standing]) -> Iterator[str]:
    if not any(one.passes for one in drills):
        return
    from grader import review  # the schedule: a fiftieth of a second to import

    today = date.today()
    for one in review.agenda():
        name = one.drill.name
        if review.is_under_way(name):
            yield f"{name:<12} review under way      drill grade {name}"
        elif one.is_due(today):
            when = ago(date.fromtimestamp(one.last.at), today)
            yield f"{name:<12} due, passed {when}      drill review {name}"


def _started(drills: list[Standing]) -> Iterator[str]:
    started = [one for one in drills if one.state == "started"]
    for one in started:
        yield f"{one.drill.name:<12} started, {several(one.attempts, 'attempt')}"
    if started:
        yield f"Go on:  drill grade {started[-1].drill.name}      drill list"


def _fresh(drills: list[Standing]) -> Iterator[str]:
    fresh = next((one.drill for one in drills if not one.passes), None)
    if fresh is None:
        yield f"Nothing due. All {len(drills)} drills have passed."
        yield "drill due      drill status"
        return
    is_new = not any(one.passes for one in drills)
    what = "New here? The first drill is" if is_new else "The next drill is"
    yield f"Nothing due. {what}  {fresh.name}  (about {fresh.minutes} min)."
    yield f"drill start {fresh.name}      drill list      drill mock"
