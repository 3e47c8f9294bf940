"""`drill grade`: the verdict on a file."""

import json
import os
from dataclasses import replace
from pathlib import Path

import click

from grader import cases, folder, history, notebook
from grader.check import Scenario
from grader.clean import clean
from grader.cli import complete
from grader.error import DrillError, reason
from grader.folder import Place
from grader.jail import LEVELS
from grader.mock import guard
from grader.report import Practice, Report

FORMATS = ("classroom", "exercism", "gradescope", "junit", "prairielearn")


@click.command("grade")
@click.argument("what", required=False, shell_complete=complete.files)
@click.option(
    "--drill", "name", help="The drill that the file answers.", shell_complete=complete.drills
)
@click.option("--seed", help="Play the scenarios of this seed (hexadecimal, as reports show it).")
@click.option("--scenarios", default=600, show_default=True, type=click.IntRange(1, 100_000))
@click.option(
    "--rule", help="Ask only this rule and those that it needs.", shell_complete=complete.rules
)
@click.option(
    "--case",
    help="Play one only: a saved case, or a scenario of your cases.toml.",
    shell_complete=complete.cases,
)
@click.option(
    "--require-isolation",
    "isolation",
    type=click.Choice(LEVELS),
    default=LEVELS[0],
    help="Run nothing, and exit 6, where the jail is weaker than this.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option("--junit", type=click.Path(path_type=Path), help="Write JUnit XML to this file, too.")
@click.option(
    "--write",
    "files",
    type=(click.Choice(FORMATS), click.Path(path_type=Path)),
    multiple=True,
    metavar="FORMAT FILE",
    help=f"Write the report for another grader, too: {', '.join(FORMATS)}.",
)
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever the verdict.")
@click.pass_obj
def command(
    settings: dict[str, str],
    what: str | None,
    name: str | None,
    seed: str | None,
    scenarios: int,
    rule: str | None,
    case: str | None,
    isolation: str,
    as_json: bool,
    junit: Path | None,
    files: tuple[tuple[str, Path], ...],
    exit_zero: bool,
) -> int:
    """Say which rule a file breaks, on the smallest scenario, at which step.

    WHAT is a file, a drill's name or a folder; without it, the drill of this folder.
    """
    session_id = _running()
    if session_id is not None and guard.concerns(session_id, what, name):
        return _counted(session_id, as_json)
    place = folder.locate(what, name)
    kept = cases.load(place) if case is None else {case: cases.find(place, case)}
    played = list(kept.values())
    only_cases = case is not None
    number = seed_of_text(seed)
    report = _graded(place, number, scenarios, rule, played, only_cases, isolation)
    is_saved = _save(place, report)
    _write(report, [*files, *([("junit", junit)] if junit else [])])
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        _show(report, is_saved, settings)
    return 0 if exit_zero else report.exit_code


def _running() -> str | None:
    """Return the mock interview that runs; a verdict stands without a history, so None for none."""
    try:
        return guard.active()
    except DrillError:
        return None


def _counted(session_id: str, as_json: bool) -> int:
    """Grade the part of a running mock interview: counts only."""
    from grader.mock import counted

    found = counted.grade(session_id)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        click.echo("".join(f"  {line}\n" for line in found.lines()), nl=False)
    return found.exit_code


def _graded(
    place: Place,
    seed: int,
    scenarios: int,
    rule: str | None,
    kept: list[Scenario],
    only_cases: bool,
    isolation: str,
) -> Report:
    """Grade a file, or say why it cannot be read; either way the attempt is recorded."""
    from grader.judge import judge, refused

    file = str(place.file)
    try:
        source = folder.source(place)
    except DrillError as error:
        if error.code != 3:
            raise
        return _recorded(refused(place.drill, file, seed, str(error)), "")
    report = judge(
        place.drill,
        source,
        seed=seed,
        scenarios=scenarios,
        file=file,
        cases=kept,
        rule=rule,
        only_cases=only_cases,
        isolation=isolation,
        lenders=guard.lenders(place.file),
    )
    return _recorded(_placed(report, place), source)


def _placed(report: Report, place: Place) -> Report:
    """Return the report with a problem's line told by cell, if the file is a notebook."""
    problem = report.problem
    if place.file.suffix != notebook.SUFFIX or not problem or not problem.line:
        return report
    cell, line = notebook.place(place.file.read_text(encoding="utf-8-sig"), problem.line)
    return replace(report, file=f"{report.file} cell {cell}", problem=replace(problem, line=line))


def _recorded(report: Report, source: str) -> Report:
    """Record an attempt and say when a pass comes back; a verdict stands without a history."""
    try:
        report = history.record(report, source)
        return _scheduled(report) if report.status == "passed" else report
    except DrillError as error:
        _warn(f"this attempt was not recorded: {error.problem}", error.hint)
        return report


def _scheduled(report: Report) -> Report:
    from grader import catalogue, review

    found = review.of(catalogue.find(report.drill))
    day = str(found.day()) if found else None
    practice = replace(report.practice or Practice(), next_review=day)
    return replace(report, practice=practice)


def _warn(problem: str, hint: str) -> None:
    click.echo(f"drill: {clean(problem)}\n       {clean(hint)}", err=True)


def _show(report: Report, is_saved: bool, settings: dict[str, str]) -> None:
    from grader.screen.terminal import Terminal
    from grader.screen.verdict import verdict

    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    hint = ""
    if report.counterexample:
        found = report.counterexample
        if is_saved:
            hint = f"Saved as case {found.case}.   Again:  drill grade --case {found.case}\n"
            hint += f"See what your code does in it:  drill trace {found.case}\n"
        hint += f"Stuck?  drill hint {found.rule}"
    terminal.print(*verdict(report, terminal.width, hint))


def _save(place: Place, report: Report) -> bool:
    """Keep the counterexample as a case beside the learner's file; return whether that was done."""
    if not report.counterexample or not place.is_folder_of_ours:
        return False
    try:
        cases.save(place, report.counterexample)
    except DrillError as error:
        _warn(f"the case was not saved: {error.problem}", error.hint)
        return False
    return True


def _write(report: Report, files: list[tuple[str, Path]]) -> None:
    """Write the report in the words of other graders."""
    if not files:
        return
    from grader.formats import FORMATS as WRITERS

    for name, path in files:
        try:
            path.write_text(WRITERS[name](report), encoding="utf-8")
        except OSError as error:
            raise DrillError(f"{path} cannot be written: {reason(error)}") from error


def seed_of_text(text: str | None) -> int:
    """Return the seed that was typed, or one drawn by chance."""
    if text is None:
        return int.from_bytes(os.urandom(4), "big")
    try:
        seed = int(text, 16)
    except ValueError:
        seed = -1
    if not 0 <= seed < 2**32:
        raise DrillError(
            f"{text!r} is no seed", hint="a seed is up to 8 hexadecimal digits: 5f3a91c2"
        )
    return seed
