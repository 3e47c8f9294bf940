"""`drill due`: which drills come back, and when."""

from datetime import date

import click

from grader import review
from grader.review import Review
from grader.screen.words import ago, ahead, span


@click.command("due")
@click.pass_obj
def command(settings: dict[str, str]) -> int:
    """Show when each drill that passed comes back, the first one first."""
    from grader.screen.table import table
    from grader.screen.terminal import Terminal

    agenda, today = review.agenda(), date.today()
    if not agenda:
        click.echo("  Nothing comes back: no drill has passed, or reviews are off.")
        return 0
    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    heads = ("drill", "comes back", "last pass", ">time", ">hints", "went", ">times")
    terminal.print(table(heads, [_row(one, today) for one in agenda], terminal.width))
    first = agenda[0]
    when = "" if first.is_due(today) else "      any time, also before"
    click.echo(f"\n  drill review {first.drill.name}{when}")
    return 0


def _row(one: Review, today: date) -> list[str]:
    last = one.last
    return [
        one.drill.name,
        ahead(one.day(), today),
        f"{ago(date.fromtimestamp(last.at), today)}, attempt {last.number}",
        "" if last.since_start is None else span(last.since_start),
        str(last.hints or ""),
        one.grade,
        str(one.times),
    ]
