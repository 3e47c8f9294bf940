"""`drill diff A B`: what changed in the learner's file between two attempts."""

import difflib

import click

from grader import version
from grader.clean import clean
from grader.cli import complete
from grader.cli.learner import drill_of


@click.command("diff")
@click.argument("a", shell_complete=complete.versions)
@click.argument("b", required=False, shell_complete=complete.versions)
@click.option(
    "--drill",
    "name",
    help="The drill; without it, that of this folder.",
    shell_complete=complete.drills,
)
def command(a: str, b: str | None, name: str | None) -> int:
    """Show what changed from A to B, as a unified diff.

    A and B are numbers of attempts, or s1, s2 ... for what was kept; without B, the present file.
    """
    drill = drill_of(name)
    old = version.find(drill, a)
    new = version.find(drill, b) if b else version.present(version.last_place(drill))
    lines = list(
        difflib.unified_diff(
            clean(old.text).splitlines(),
            clean(new.text).splitlines(),
            old.name,
            new.name,
            lineterm="",
        )
    )
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(f"{old.name} and {new.name} are the same text.", err=True)
    return 0
