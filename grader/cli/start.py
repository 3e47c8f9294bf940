"""`drill start NAME`: make the learner's folder."""

from pathlib import Path

import click

from grader import catalogue, folder
from grader.cli import complete

WHAT = {
    "task.md": "what to build, and its {rules} rules",
    "given.py": "what you are handed",
    "test_examples.py": "a few examples to run yourself:  pytest {name}/",
    "cases.toml": "your own scenarios, for drill grade and drill trace",
}


@click.command("start")
@click.argument("name", shell_complete=complete.drills)
def command(name: str) -> int:
    """Make a folder with the statement, the stub, what is given, and a few examples."""
    drill = catalogue.find(name)
    files = folder.start(drill, Path())
    click.echo(f"  Created {drill.name}/")
    for file in files:
        what = WHAT.get(file.name, "to write: " + _unwritten(drill))
        click.echo(f"    {file.name:<18} {what.format(rules=len(drill.rules), name=drill.name)}")
    click.echo(f"  Next:  edit {drill.name}/{drill.file}, then  drill grade")
    return 0


def _unwritten(drill: catalogue.Drill) -> str:
    """Return the names that the stub leaves to write: "schedule(), preempt()"."""
    text = drill.text("stub.py")
    written = [part.split('"')[0] for part in text.split('raise NotImplementedError("write ')[1:]]
    return ", ".join(written)
