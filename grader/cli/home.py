"""Bare `drill`: where you are and what to type next."""

from datetime import date

import click

from grader import catalogue, review
from grader.review import Review
from grader.screen.words import ago, several
from grader.standing import Standing, standing


@click.command("home")
def command() -> int:
    """Say what is due and what is under way, or how to begin."""
    drills = [standing(catalogue.find(name)) for name in catalogue.names()]
    today = date.today()
    due = [one for one in review.agenda() if one.is_due(today)] if _any_passed(drills) else []
    under_way = [one for one in drills if one.state == "started"]
    _due(due, today)
    _under_way(under_way)
    if not due and not under_way:
        _fresh(drills)
    return 0


def _any_passed(drills: list[Standing]) -> bool:
    return any(one.passes for one in drills)


def _due(due: list[Review], today: date) -> None:
    for one in due:
        name, last = one.drill.name, one.last
        when = ago(date.fromtimestamp(last.at), today)
        if review.is_under_way(name):
            click.echo(f"  {name:<12} review under way      drill grade {name}")
        else:
            click.echo(f"  {name:<12} due, passed {when}      drill review {name}")


def _under_way(under_way: list[Standing]) -> None:
    for one in under_way:
        click.echo(f"  {one.drill.name:<12} started, {several(one.attempts, 'attempt')}")
    if under_way:
        click.echo(f"  Go on:  drill grade {under_way[-1].drill.name}      drill list")


def _fresh(drills: list[Standing]) -> None:
    fresh = next((one.drill for one in drills if not one.passes), None)
    if fresh is None:
        click.echo(f"  Nothing due. All {len(drills)} drills have passed.")
        click.echo("  drill due      drill status")
        return
    new = " New here? The first drill is" if not _any_passed(drills) else " The next drill is"
    click.echo(f"  Nothing due.{new}  {fresh.name}  (about {fresh.minutes} min).")
    click.echo(f"  drill start {fresh.name}      drill list")
