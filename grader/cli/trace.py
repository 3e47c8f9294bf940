"""`drill trace`: what the learner's own code does in one scenario, step by step."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import cases, folder
from grader.check import Scenario
from grader.cli import complete
from grader.error import DrillError
from grader.folder import Place
from grader.mock import guard

if TYPE_CHECKING:
    from grader.screen.terminal import Terminal


@click.command("trace")
@click.argument("case", required=False, shell_complete=complete.cases)
@click.option(
    "--drill",
    "name",
    help="The drill; without it, that of this folder.",
    shell_complete=complete.drills,
)
@click.option("--file", help="The file to play; without it, that of the drill.")
@click.option("--pdb", is_flag=True, help="Step through your code in Python's debugger.")
@click.option("--svg", type=click.Path(), help="Write the picture to this file, as SVG.")
@click.option("--html", type=click.Path(), help="Write the picture to this file, as HTML.")
@click.pass_obj
def command(
    settings: dict[str, str],
    case: str | None,
    name: str | None,
    file: str | None,
    pdb: bool,
    svg: str | None,
    html: str | None,
) -> int:
    """Show what your own code does in one scenario, step by step.

    CASE is a saved case, a scenario of yours from cases.toml, or `lesson`, the worked run of the
    task. Without it: the case that was saved last, or the lesson.
    """
    if case and case.endswith(".py"):
        raise DrillError(f"{case} is a file, not a case", hint=f"drill trace --file {case}")
    place = folder.locate(file, name)
    guard.refuse_help(place.drill.name)
    case, scenario = _chosen(place, case)
    if pdb:
        from grader.trace.debug import debug

        return debug(place.drill, folder.source(place), place.file, scenario)
    return _draw(place, case, scenario, settings, svg, html)


def _draw(
    place: Place,
    case: str,
    scenario: Scenario,
    settings: dict[str, str],
    svg: str | None,
    html: str | None,
) -> int:
    from grader.screen.terminal import Terminal
    from grader.screen.trace import save, trace_screen
    from grader.trace.play import trace

    source = folder.source(place)
    found = trace(place.drill, source, case, scenario)
    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    if found is None:
        return _untraced(place, source, scenario, terminal)
    if not (svg or html):
        terminal.print(*trace_screen(found, str(place.file), terminal.width))
    for path, ending in ((svg, "svg"), (html, "html")):
        if path:
            save(found, place.file.name, Path(path), ending)
            click.echo(f"wrote {path}", err=True)
    return 0


def _untraced(place: Place, source: str, scenario: Scenario, terminal: "Terminal") -> int:
    """Say why there is nothing to draw, as a grade of the same scenario does."""
    from grader.judge import judge
    from grader.screen.verdict import verdict

    report = judge(
        place.drill, source, seed=0, file=str(place.file), cases=[scenario], only_cases=True
    )
    terminal.print(*verdict(report, terminal.width))
    return report.exit_code


def _chosen(place: Place, name: str | None) -> tuple[str, Scenario]:
    """Return the scenario of this name; without one, that of the case saved last, or the lesson."""
    if name is None:
        files = cases.saved_files(place) if place.has_cases else []
        latest = max(files, key=lambda path: path.stat().st_mtime, default=None)
        name = latest.stem if latest else cases.LESSON
    if name == cases.LESSON:
        from grader.trace.play import lesson

        return name, lesson(place.drill)
    return name, cases.find(place, name)
