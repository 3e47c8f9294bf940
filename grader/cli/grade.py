"""`drill grade`: the verdict on a file."""

import json
import os
from dataclasses import replace

import click

from grader import folder, history
from grader.check import Scenario
from grader.clean import clean
from grader.cli import complete
from grader.error import DrillError
from grader.folder import Place
from grader.mock import guard
from grader.report import Practice, Report


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
@click.option("--case", help="Play one saved case only.", shell_complete=complete.cases)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.pass_obj
def command(
    settings: dict[str, str],
    what: str | None,
    name: str | None,
    seed: str | None,
    scenarios: int,
    rule: str | None,
    case: str | None,
    as_json: bool,
) -> int:
    """Say which rule a file breaks, on the smallest scenario, at which step.

    WHAT is a file, a drill's name or a folder; without it, the drill of this folder.
    """
    session_id = _running()
    if session_id is not None and guard.concerns(session_id, what, name):
        return _counted(session_id, as_json)
    place = folder.locate(what, name)
    cases = folder.cases(place)
    if case is not None:
        if case not in cases:
            raise DrillError(f"no case is saved as {case!r}", hint=_known(list(cases)))
        cases = {case: cases[case]}
    report = _graded(place, _seed(seed), scenarios, rule, list(cases.values()), case is not None)
    is_saved = _save(place, report)
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        _show(report, is_saved, settings)
    return report.exit_code


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
    cases: list[Scenario],
    only_cases: bool,
) -> Report:
    """Grade a file, or say why it cannot be read; either way the attempt is recorded."""
    from grader.judge import judge, refused

    file = str(place.file)
    try:
        source = folder.source(place)
    except DrillError as error:
        return _recorded(refused(place.drill, file, seed, str(error)), "")
    report = judge(
        place.drill,
        source,
        seed=seed,
        scenarios=scenarios,
        file=file,
        cases=cases,
        rule=rule,
        only_cases=only_cases,
        lenders=guard.lenders(place.file),
    )
    return _recorded(report, source)


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
        hint += f"Stuck?  drill hint {found.rule}"
    terminal.print(*verdict(report, terminal.width, hint))


def _save(place: Place, report: Report) -> bool:
    """Keep the counterexample as a case beside the learner's file; return whether that was done."""
    if not report.counterexample or not place.is_folder_of_ours:
        return False
    try:
        folder.save_case(place, report.counterexample)
    except DrillError as error:
        _warn(f"the case was not saved: {error.problem}", error.hint)
        return False
    return True


def _seed(text: str | None) -> int:
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


def _known(cases: list[str]) -> str:
    return f"saved here: {', '.join(cases)}" if cases else "no case is saved here"
