"""`drill watch`: the verdict on a file, again whenever it is saved."""

import io
import os
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

import click

from grader import cases, catalogue, folder, history
from grader.clean import clean
from grader.cli import complete
from grader.error import DrillError
from grader.folder import Place
from grader.mock import guard

KEYS = "h hint   t trace   s solution   n next   q quit"
CLEAR = "\x1b[2J\x1b[H"


@click.command("watch")
@click.argument("what", required=False, shell_complete=complete.files)
@click.option(
    "--drill", "name", help="The drill that the file answers.", shell_complete=complete.drills
)
@click.pass_obj
def command(settings: dict[str, str], what: str | None, name: str | None) -> int:
    """Grade a file whenever it is saved, until q is pressed.

    WHAT is a file, a drill's name or a folder; without it, the drill of this folder. One seed holds
    for the whole watch, so two verdicts differ only by what you changed.
    """
    place = folder.locate(what, name)
    guard.refuse_help(place.drill.name)  # a grade on every save would use up those of a mock
    if settings["no_input"] or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise DrillError(
            "drill watch needs a terminal, to read keys from and to stay on",
            hint="drill grade  grades once and needs none",
        )
    watched: Place | None = place
    while watched is not None:
        watched = Session(watched, settings["color"]).run()
    return 0


class Session:
    """One file under watch."""

    def __init__(self, place: Place, color: str) -> None:
        self.place = place
        self.color = color
        self.seed = os.urandom(4).hex()
        self.after: Place | None = None

    def run(self) -> Place | None:
        """Grade on every save and do what the keys say; return what to watch next, if anything."""
        from grader.watch import SAVED, events

        file = self.place.file
        told = events([file, file.parent / cases.OWN])
        acts = {"h": self.hint, "t": self.trace, "s": self.solution, "n": self.next}
        for event in told:
            if event == SAVED:
                self.grade()
            elif event in acts:
                click.echo()
                acts[event]()
                if not self.after:
                    self._foot()
            if event == "q" or self.after:
                break
        told.close()
        return self.after

    def grade(self) -> None:
        """Clear the screen and grade the file; modules, reference and scenarios stay warm."""
        began = time.monotonic()
        click.echo(CLEAR, nl=False)
        self._drill("grade", str(self.place.file), "--drill", self.place.drill.name)
        self._foot(f"   {time.monotonic() - began:.2f} s")

    def hint(self) -> None:
        """Show the next hint for the rule that broke last."""
        self._drill("hint", "--drill", self.place.drill.name)

    def trace(self) -> None:
        """Draw the case that was saved last."""
        self._drill("trace", "--file", str(self.place.file), "--drill", self.place.drill.name)

    def solution(self) -> None:
        """Show the answer page by page, if it is open, so that the verdict stays on the screen."""
        text = io.StringIO()
        with redirect_stdout(text):
            self._drill("solution", self.place.drill.name)
        if text.getvalue():
            click.echo_via_pager(text.getvalue())

    def next(self) -> None:
        """Go on to the next drill, but only from one that passed."""
        drill = self.place.drill
        if not history.passed(drill.name):
            click.echo(f"  {drill.name} has not passed yet; q leaves it.")
            return
        left = [name for name in catalogue.names() if not history.passed(name)]
        if not left:
            click.echo("  Every drill has passed;  drill due  says what comes back.")
            return
        self.after = _place(left[0], self.place.file.resolve().parent.parent)

    def _drill(self, *arguments: str) -> None:
        """Run a command of ours in this process; what goes wrong is told by it."""
        from grader.cli.app import run

        seed = ["--seed", self.seed] if arguments[0] == "grade" else []
        run(["--color", self.color, *arguments, *seed])

    def _foot(self, more: str = "") -> None:
        click.echo(f"\n  watching {clean(str(self.place.file))}{more}\n  {KEYS}")


def _place(name: str, parent: Path) -> Place:
    """Return the learner's file of a drill, started beside the others if it was not yet."""
    drill = catalogue.find(name)
    try:
        return folder.locate(name)
    except DrillError:
        folder.start(drill, parent)
        return Place(drill, parent / name / drill.file)
