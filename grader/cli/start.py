"""`drill start NAME`: make the learner's folder."""

from pathlib import Path

import click

from grader import catalogue, folder
from grader.cli import complete
from grader.folder import Place

WHAT = {
    "task.md": "what to build, and its {rules} rules",
    "given.py": "what you are handed",
    "test_examples.py": "a few examples to run yourself:  pytest {name}/",
    "cases.toml": "your own scenarios, for drill grade and drill trace",
    "tasks.json": "drill grade as the test task of VS Code",
}
NOTEBOOK = "the same as a notebook; its last cell grades it"


@click.command("start")
@click.argument("name", shell_complete=complete.drills)
@click.option("--editor", is_flag=True, help="Open the file to write in $VISUAL or $EDITOR.")
@click.option("--notebook", is_flag=True, help="Write a Jupyter notebook too.")
@click.option("--vscode", is_flag=True, help="Write a task for VS Code that marks problems.")
@click.pass_obj
def command(settings: dict[str, str], name: str, editor: bool, notebook: bool, vscode: bool) -> int:
    """Make a folder with the statement, the stub, what is given, and a few examples."""
    drill = catalogue.find(name)
    if notebook:
        from grader.notebook import need

        need()
    files = folder.start(drill, Path())
    place = Place(drill, Path(drill.name) / drill.file)
    if notebook:
        from grader.notebook import write

        files.append(write(drill, place.file.parent))
    if vscode:
        from grader.editor import vscode as tasks

        files.append(tasks(place.file.parent))
    _show(drill, files, settings["color"])
    if editor:
        from grader.editor import edit

        edit(place.file)
    return 0


def _show(drill: catalogue.Drill, files: list[Path], color: str) -> None:
    from grader.screen.terminal import Terminal, link, styled

    terminal = Terminal(color)  # type: ignore[arg-type]
    terminal.print(f"  Created {drill.name}/")
    for file in files:
        name = file.relative_to(drill.name).as_posix()
        written = NOTEBOOK if file.suffix == ".ipynb" else "to write: " + _unwritten(drill)
        what = WHAT.get(file.name, written).format(rules=len(drill.rules), name=drill.name)
        terminal.print(link(styled(f"    {name:<18} {what}"), name, file))
    terminal.print(f"  Next:  edit {drill.name}/{drill.file}, then  drill grade")


def _unwritten(drill: catalogue.Drill) -> str:
    """Return the names that the stub leaves to write: "schedule(), preempt()"."""
    text = drill.text("stub.py")
    written = [part.split('"')[0] for part in text.split('raise NotImplementedError("write ')[1:]]
    return ", ".join(written)
