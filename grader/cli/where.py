"""`drill where NAME`: the path of the learner's file, for an editor or a script."""

import click

from grader import folder
from grader.cli import complete


@click.command("where")
@click.argument("name", required=False, shell_complete=complete.drills)
def command(name: str | None) -> int:
    """Say where your file of a drill is: one path on one line."""
    click.echo(str(folder.locate(name).file.resolve()))
    return 0
