"""`drill show NAME`: the statement, or afterwards what to say about it."""

import click

from grader import catalogue, folder, history
from grader.cli import complete
from grader.error import DrillError
from grader.mock import guard


@click.command("show")
@click.argument("name", required=False, shell_complete=complete.drills)
@click.option("--talk", is_flag=True, help="What to say in the interview; open like the solution.")
@click.pass_obj
def command(settings: dict[str, str], name: str | None, talk: bool) -> int:
    """Show a drill's statement: Markdown in a pipe, set as a page on a terminal."""
    from grader.screen.page import page

    drill = catalogue.find(name) if name else folder.locate(None).drill
    if talk:
        guard.refuse_help(drill.name)
    if talk and not history.is_open(drill.name):
        raise DrillError(
            f"{drill.name} has not passed yet, so its notes stay closed",
            hint=f"drill hint      or, recorded:  drill solution {drill.name} --give-up",
            code=1,
        )
    page(drill.text("talk.md" if talk else "task.md"), settings)
    return 0
