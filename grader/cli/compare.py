"""`drill compare`: which files of a folder are nearly the same."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from grader import catalogue
from grader.batch.files import File, find_files, read
from grader.catalogue import Drill
from grader.clean import clean
from grader.cli import complete
from grader.error import DrillError
from grader.folder import decoded

SHOWN = 50  # pairs on the screen; --json has all
NOTE = (
    "A row is a place to look, not a finding: short right answers to one task are often alike.\n"
    "  Names, comments, texts and layout do not count, nor does what was handed out\n"
    "  or what more than half of twelve or more files have."
)


@click.command("compare")
@click.argument("what", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--drill", "name", help="The drill that all files answer.", shell_complete=complete.drills
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(what: tuple[Path, ...], name: str | None, as_json: bool) -> int:
    """Say which files of a folder are nearly the same, each drill's among themselves.

    WHAT are folders and files, as in `drill grade-all`. Nothing of them is run.
    """
    from grader.alike.pairs import pairs

    files, _ = find_files(list(what), catalogue.find(name) if name else None)
    texts, unread = _texts(files)
    if sum(map(len, texts.values())) < 2:
        raise DrillError("there are no two files to compare", hint="in a folder every *.py counts")
    found = [
        (drill.name, pair)
        for drill, sources in texts.items()
        for pair in pairs(sources, (drill.text("stub.py"), drill.text("given.py")))
    ]
    compared = sum(map(len, texts.values()))
    if as_json:
        rows = [{"drill": drill, **asdict(pair)} for drill, pair in found]
        body = {"schema": 1, "files": compared, "unread": unread, "pairs": rows, "note": NOTE}
        click.echo(json.dumps(body))
        return 0
    click.echo(f"  {compared} files compared, {len(found)} pairs nearly the same")
    for _, pair in found[:SHOWN]:
        one, other = clean(pair.one), clean(pair.other)
        first, second = pair.lines
        click.echo(f"  {pair.share:>5.0%}  {one}:{first}   {other}:{second}")
    if len(found) > SHOWN:
        click.echo(f"  and {len(found) - SHOWN} more:  --json")
    click.echo(f"\n  {NOTE}" if found else "")
    if unread:
        click.echo(f"  not read: {', '.join(map(clean, unread))}", err=True)
    return 0


def _texts(files: list[File]) -> tuple[dict[Drill, dict[str, str]], list[str]]:
    """Return the texts by drill and name, and the names of what is no text."""
    found: dict[Drill, dict[str, str]] = {}
    unread: list[str] = []
    for file in files:
        task = read(file, 0, 1)
        try:
            if task.problem:
                raise DrillError(task.problem)
            found.setdefault(file.drill, {})[file.name] = decoded(task.content, task.size)
        except DrillError:
            unread.append(file.name)
    return found, unread
