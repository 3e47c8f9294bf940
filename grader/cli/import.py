"""`drill import FILE`: add what another machine recorded."""

from pathlib import Path

import click

from grader.error import DrillError, reason
from grader.screen.words import several
from grader.state import archive


@click.command("import")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
def command(source: Path) -> int:
    """Add what FILE holds to your history; what is known already is not added again."""
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DrillError(
            f"{source} cannot be read: {reason(error)}", hint="a file that drill export wrote"
        ) from error
    for table, (new, known) in archive.merge(text).items():
        what = several(new, table.removesuffix("s"))
        click.echo(f"  {what} added, {known} known already")
    return 0
