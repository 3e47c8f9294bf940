"""`drill solution NAME`: the answer, after a pass or when given up, which is recorded."""

import click

from grader import catalogue, folder, history
from grader.cli import complete
from grader.error import DrillError
from grader.mock import guard


@click.command("solution")
@click.argument("name", required=False, shell_complete=complete.drills)
@click.option("--give-up", is_flag=True, help="Open it without a pass; this is recorded.")
def command(name: str | None, give_up: bool) -> int:
    """Show the answer, and what to say about it in an interview."""
    drill = catalogue.find(name) if name else folder.locate(None).drill
    guard.refuse_help(drill.name)
    if not history.is_open(drill.name):
        if not give_up:
            raise DrillError(
                f"{drill.name} has not passed yet, so its answer stays closed",
                hint=f"drill hint      or, recorded:  drill solution {drill.name} --give-up",
                code=1,
            )
        history.note(drill.name, "solution", "gave up")
    click.echo(drill.reference.read_text(encoding="utf-8"))
    click.echo(f"What to say about it:  drill show {drill.name} --talk", err=True)
    return 0
