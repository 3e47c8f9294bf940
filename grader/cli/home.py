"""Bare `drill`: where you are and what to type next."""

import click

from grader import catalogue, history


@click.command("home")
def command() -> int:
    """Say what is under way, or how to begin."""
    drills = [catalogue.find(name) for name in catalogue.names()]
    under_way = [
        drill
        for drill in drills
        if history.details(drill.name, "start") and not history.passed(drill.name)
    ]
    if under_way:
        for drill in under_way:
            tries = history.attempts(drill.name)
            click.echo(f"  {drill.name:<12} started, {tries} attempt{'s' * (tries != 1)}")
        click.echo(f"  Go on:  drill grade {under_way[-1].name}      drill list")
        return 0
    fresh = next((drill for drill in drills if not history.passed(drill.name)), None)
    if fresh is None:
        click.echo(f"  All {len(drills)} drills have passed.  drill list")
        return 0
    click.echo(f"  New here? The next drill is  {fresh.name}  (about {fresh.minutes} min).")
    click.echo(f"  drill start {fresh.name}      drill list")
    return 0
