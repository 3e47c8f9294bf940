"""`drill list`: all drills, in the order in which to meet them."""

import json

import click

from grader import catalogue, history
from grader.catalogue import Drill

LEVELS = {1: "warm-up", 2: "core", 3: "hard"}


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(as_json: bool) -> int:
    """Show all drills."""
    drills = [catalogue.find(name) for name in catalogue.names()]
    if as_json:
        click.echo(json.dumps({"schema": 1, "drills": [_entry(drill) for drill in drills]}))
        return 0
    wide = max(len(drill.name) for drill in drills)
    for drill in drills:
        state = _state(drill)
        level = f"{LEVELS[drill.level]}, {drill.minutes} min"
        click.echo(f"  {drill.name:<{wide}}  {level:<15}  {state:<8}  {drill.title}".rstrip())
    click.echo("\n  drill start NAME")
    return 0


def _entry(drill: Drill) -> dict[str, object]:
    return {
        "name": drill.name,
        "title": drill.title,
        "minutes": drill.minutes,
        "level": LEVELS[drill.level],
        "rules": len(drill.rules),
        "parts": list(drill.parts),
        "rounds": list(drill.rounds),
        "state": _state(drill),
    }


def _state(drill: Drill) -> str:
    if history.passed(drill.name):
        return "passed"
    return "started" if history.details(drill.name, "start") else "new"
