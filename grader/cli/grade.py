"""`drill grade`: the verdict on a file."""

import json
import os

import click

from grader import folder, history
from grader.check import Scenario
from grader.error import DrillError
from grader.folder import Place
from grader.report import Report


@click.command("grade")
@click.argument("what", required=False)
@click.option("--drill", "name", help="The drill that the file answers.")
@click.option("--seed", help="Play the scenarios of this seed (hexadecimal, as reports show it).")
@click.option("--scenarios", default=600, show_default=True, type=click.IntRange(1, 100_000))
@click.option("--rule", help="Ask only this rule and those that it needs.")
@click.option("--case", help="Play one saved case only.")
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
    place = folder.locate(what, name)
    cases = folder.cases(place)
    if case is not None:
        if case not in cases:
            raise DrillError(f"no case is saved as {case!r}", hint=_known(list(cases)))
        cases = {case: cases[case]}
    report = _graded(place, _seed(seed), scenarios, rule, list(cases.values()), case is not None)
    _save(place, report)
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        _show(report, place, settings)
    return report.exit_code


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
        return history.record(refused(place.drill, file, seed, str(error)), "")
    report = judge(
        place.drill,
        source,
        seed=seed,
        scenarios=scenarios,
        file=file,
        cases=cases,
        rule=rule,
        only_cases=only_cases,
    )
    return history.record(report, source)


def _show(report: Report, place: Place, settings: dict[str, str]) -> None:
    from grader.screen.terminal import Terminal
    from grader.screen.verdict import verdict

    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    hint = ""
    if report.counterexample:
        found = report.counterexample
        if place.is_folder_of_ours:
            hint = f"Saved as case {found.case}.   Again:  drill grade --case {found.case}\n"
        hint += f"Stuck?  drill hint {found.rule}"
    terminal.print(*verdict(report, terminal.width, hint))


def _save(place: Place, report: Report) -> None:
    if report.counterexample and place.is_folder_of_ours:
        folder.save_case(place, report.counterexample)


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
