"""`drill notes NAME`: what real engines do, after a pass."""

import re

import click

from grader import history
from grader.cli import complete
from grader.cli.learner import drill_of
from grader.error import DrillError

HEADING = "Real engines"


@click.command("notes")
@click.argument("name", required=False, shell_complete=complete.drills)
@click.pass_obj
def command(settings: dict[str, str], name: str | None) -> int:
    """Show how real engines do what a drill asks for; open like the solution."""
    from grader.screen.page import page

    drill = drill_of(name)
    if not history.is_open(drill.name):
        raise DrillError(
            f"{drill.name} has not passed yet, so its notes stay closed",
            hint=f"drill hint      or, recorded:  drill solution {drill.name} --give-up",
            code=1,
        )
    sections = re.split(r"^## ", drill.text("talk.md"), flags=re.MULTILINE)
    notes = next((text for text in sections if text.startswith(HEADING)), None)
    if notes is None:
        raise DrillError(f"{drill.name} has no notes on real engines", code=70)
    page(f"# {drill.title}\n\n## {notes}", settings)
    return 0
