"""`drill forget --all`: delete everything that is recorded."""

import click

from grader import history
from grader.error import DrillError
from grader.screen.words import several
from grader.state import archive


@click.command("forget")
@click.option("--all", "everything", is_flag=True, help="Attempts, hints, reviews, kept files.")
@click.pass_obj
def command(settings: dict[str, bool], everything: bool) -> int:
    """Delete your whole history, after asking; files in your folders stay as they are."""
    if not everything:
        raise DrillError("forget what?", hint="drill forget --all      deletes everything recorded")
    if settings["no_input"]:
        raise DrillError("this asks before it deletes, and --no-input forbids it to ask")
    count = several(len(history.of()), "attempt")
    click.echo(f"  {count} and all that belongs to them will be gone from {history.home()}")
    click.echo("  To keep a copy, say no, and then:  drill export FILE")
    if not click.confirm("  Forget everything?", default=False):
        click.echo("  Nothing was changed.")
        return 0
    archive.forget()
    (history.home() / "fault.txt").unlink(missing_ok=True)
    click.echo("  Forgotten.")
    return 0
