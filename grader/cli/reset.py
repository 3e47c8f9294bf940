"""`drill reset NAME`: begin again; what was there is kept."""

import click

from grader import folder, version
from grader.cli import complete


@click.command("reset")
@click.argument("name", required=False, shell_complete=complete.drills)
def command(name: str | None) -> int:
    """Put a drill's stub back; the file that was there stays beside it under another name."""
    place = folder.locate(name)
    kept = version.reset(place)
    click.echo(f"  {place.file} is the stub again; what was there is {kept.name}")
    return 0
