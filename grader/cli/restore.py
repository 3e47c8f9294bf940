"""`drill restore ATTEMPT`: put an earlier version of the learner's file back."""

import click

from grader import version
from grader.cli import complete
from grader.cli.learner import drill_of
from grader.error import DrillError


@click.command("restore")
@click.argument("attempt", shell_complete=complete.versions)
@click.option(
    "--drill",
    "name",
    help="The drill; without it, that of this folder.",
    shell_complete=complete.drills,
)
def command(attempt: str, name: str | None) -> int:
    """Put the file of an attempt back, or s1, s2 ... that was kept; the present one is kept."""
    drill = drill_of(name)
    wanted = version.find(drill, attempt)
    if not wanted.content:
        raise DrillError(
            f"{wanted.name} at {drill.name} holds no text: the file was empty or could not be read",
            hint=f"drill history {drill.name}  shows the others",
        )
    place = version.last_place(drill)
    if place.file.exists() and version.present(place).content == wanted.content:
        click.echo(f"  {place.file} is {wanted.name} already; nothing was changed")
        return 0
    kept = version.put(place, wanted.content, "restore")
    click.echo(f"  {place.file} is {wanted.name} again.")
    if kept:
        click.echo(f"  What was there is kept:  drill restore {kept.name} --drill {drill.name}")
    return 0
