"""`drill export FILE`: everything that is recorded, as one JSON file."""

from pathlib import Path

import click

from grader import file
from grader.error import DrillError
from grader.state import archive


@click.command("export")
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
def command(target: Path) -> int:
    """Write all attempts, events and kept files into FILE, for `drill import` elsewhere."""
    if target.exists():
        raise DrillError(
            f"{target} is there already; nothing was changed", hint="name another file"
        )
    file.write(target, archive.export())
    click.echo(f"  {target} holds your history.      Elsewhere:  drill import {target.name}")
    return 0
