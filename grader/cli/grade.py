"""`drill grade`: the verdict on a file."""

import json
import secrets

import click

from grader import folder, history
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
    from grader.judge import judge

    place = folder.locate(what, name)
    source = folder.source(place)
    cases = folder.cases(place)
    if case is not None:
        if case not in cases:
            raise DrillError(f"no case is saved as {case!r}", hint=_known(list(cases)))
        cases, scenarios = {case: cases[case]}, 1
    report = judge(
        place.drill,
        source,
        seed=_seed(seed),
        scenarios=scenarios,
        file=str(place.file),
        cases=list(cases.values()),
        rule=rule,
        only_cases=case is not None,
    )
    report = history.record(report, source)
    _save(place, report)
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        _show(report, place, settings)
    return report.exit_code


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
        return secrets.randbits(32)
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
