"""`drill info NAME`: what a drill asks for, and what its rules were measured to reject."""

import json
from dataclasses import asdict

import click

from grader import catalogue, folder
from grader.catalogue import Drill
from grader.strength import KINDS, Strength, strength

LEVELS = {1: "warm-up", 2: "core", 3: "hard"}


@click.command("info")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(name: str | None, as_json: bool) -> int:
    """Say what a drill asks for and what its rules were measured to reject."""
    drill = catalogue.find(name) if name else folder.locate(None).drill
    sheet = strength(drill)
    if as_json:
        click.echo(json.dumps({"schema": 1, **_about(drill), "strength": asdict(sheet)}))
        return 0
    for line in [*_lines(drill), "", *_sheet(drill, sheet)]:
        click.echo(f"  {line}".rstrip())
    return 0


def _about(drill: Drill) -> dict[str, object]:
    return {
        "name": drill.name,
        "title": drill.title,
        "minutes": drill.minutes,
        "level": LEVELS[drill.level],
        "rules": len(drill.rules),
        "parts": drill.parts,
        "uses": list(drill.uses),
    }


def _lines(drill: Drill) -> list[str]:
    lines = [f"{drill.name}   {drill.title}"]
    lines.append(f"{LEVELS[drill.level]}, {drill.minutes} min, {len(drill.rules)} rules")
    lines += [f"part {name}: {title}" for name, title in drill.parts.items()]
    if drill.uses:
        lines.append(f"builds on {', '.join(drill.uses)}")
    return [*lines, f"to write: {', '.join(need.name for need in drill.signatures)}"]


def _sheet(drill: Drill, sheet: Strength) -> list[str]:
    """Return the kill sheet: what the rules reject, and what they must not and do not."""
    if not sheet.known:
        check = f"drill dev check {drill.name} --record"
        return ["How strong the judge is was not measured since its files changed:", f"  {check}"]
    lines = [f"{'What the rules reject':<44}known  rejected"]
    for kind, name in KINDS.items():
        number = sheet.kinds.get(kind, 0)
        lines.append(f"  {name:<42}{number:>5}  {number:>8}")
    lines.append(f"  {'all':<42}{sheet.known:>5}  {sheet.rejected:>8}")
    if sheet.mutants:
        lines.append(
            f"  {'changes of the answer in one place':<42}{sheet.mutants:>5}  {sheet.killed:>8}"
        )
        lines.append(f"    {sheet.equivalent} of the others do what the answer does,")
        lines.append(f"    {sheet.given} stand where nothing is to be written")
    rules = ", ".join(f"{rule} {number}" for rule, number in sheet.rules.items())
    lines += ["", f"By what is told: {rules}"]
    lines.append(f"{sheet.right} right programs of other make were accepted.")
    return lines
