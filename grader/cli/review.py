"""`drill review [NAME]`: write a drill again that passed some days ago."""

from datetime import date
from pathlib import Path

import click

from grader import catalogue, folder, history, review, version
from grader.catalogue import Drill
from grader.cli import complete
from grader.error import DrillError
from grader.review import Review
from grader.screen.words import ago, ahead, several, span


@click.command("review")
@click.argument("name", required=False, shell_complete=complete.drills)
@click.option("--off", "switch", flag_value="off", help="Let it, or everything, never come back.")
@click.option("--on", "switch", flag_value="on", help="Undo --off.")
def command(name: str | None, switch: str | None) -> int:
    """Put the stub of a drill back, to write it again; without NAME, of the one due first.

    What stood in the file is kept, and `drill restore` brings it back.
    """
    drill = catalogue.find(name) if name else None
    if switch:
        review.switch(drill.name if drill else None, switch)
        what = drill.name if drill else "all drills"
        click.echo(f"  Reviews of {what} are {switch}.")
        return 0
    if drill:
        return _begin(_of(drill))
    agenda = review.agenda()
    if agenda and agenda[0].is_due(date.today()):
        return _begin(agenda[0])
    click.echo("  Nothing is due.")
    if agenda:
        first = agenda[0]
        when = ahead(first.day(), date.today())
        click.echo(f"  {first.drill.name} comes back {when}; to do it now:")
        click.echo(f"  drill review {first.drill.name}")
    return 0


def _of(drill: Drill) -> Review:
    if not history.passed(drill.name):
        raise DrillError(
            f"{drill.name} has not passed yet, so there is nothing to review",
            hint=f"drill start {drill.name}      drill grade {drill.name}",
        )
    found = review.of(drill)
    if found is None:
        raise DrillError(
            f"reviews of {drill.name} are off",
            hint=f"drill review --on      drill review {drill.name} --on",
        )
    return found


def _begin(one: Review) -> int:
    drill = one.drill
    if review.is_under_way(drill.name):
        click.echo(f"  The review of {drill.name} is under way; nothing was changed.")
        click.echo(f"  Go on:  drill grade {drill.name}")
        return 0
    try:
        place = version.last_place(drill)
    except DrillError:  # the folder is gone, or the file was graded from elsewhere
        place = folder.Place(drill, Path(drill.name) / drill.file)
        folder.start(drill, Path())
        kept = None
    else:
        kept = version.put(place, drill.text("stub.py").encode(), "review")
    history.note(drill.name, "review", str(place.file.resolve()))
    _tell(one)
    click.echo(f"  {place.file} is the stub again.")
    if kept:
        click.echo(f"  What was there is kept:  drill restore {kept.name} --drill {drill.name}")
    click.echo(f"  Next:  write it within {drill.minutes} min, then  drill grade {drill.name}")
    return 0


def _tell(one: Review) -> None:
    last = one.last
    when = ago(date.fromtimestamp(last.at), date.today())
    time = "" if last.since_start is None else f", {span(last.since_start)}"
    hints = f", {several(last.hints, 'hint')}"
    click.echo(f"  {one.drill.name} passed {when}: attempt {last.number}{time}{hints}.")
