"""`drill info NAME`: what a drill asks for, and what its rules were measured to reject."""

import ast
import json
from dataclasses import asdict
from textwrap import wrap

import click

from grader import catalogue, folder
from grader.catalogue import Drill
from grader.strength import KINDS, Strength, strength

WIDTH = 78
GLUE = "\u00a0"  # a space at which no line ends
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
        for part in wrap(line, WIDTH, subsequent_indent="  ") or [""]:
            click.echo(f"  {part}".rstrip().replace(GLUE, " "))
    return 0


def _about(drill: Drill) -> dict[str, object]:
    return {
        "name": drill.name,
        "title": drill.title,
        "minutes": drill.minutes,
        "level": LEVELS[drill.level],
        "rules": len(drill.rules),
        "to_write": _to_write(drill),
        "parts": drill.parts,
        "uses": list(drill.uses),
    }


def _lines(drill: Drill) -> list[str]:
    lines = [f"{drill.name}   {drill.title}"]
    lines.append(f"{LEVELS[drill.level]}, {drill.minutes} min, {len(drill.rules)} rules")
    lines += [f"part {name}: {title}" for name, title in drill.parts.items()]
    if drill.uses:
        lines.append(f"builds on {', '.join(drill.uses)}")
    return [*lines, f"to write: {', '.join(_to_write(drill))}"]


def _to_write(drill: Drill) -> list[str]:
    """Return the functions of the stub that raise, in its order: "Scheduler.schedule"."""
    found: list[str] = []
    for node in ast.parse(drill.text("stub.py")).body:
        items = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        functions = [item for item in items if isinstance(item, ast.FunctionDef)]
        found += [prefix + f.name for f in functions if isinstance(f.body[-1], ast.Raise)]
    return found


def _sheet(drill: Drill, sheet: Strength) -> list[str]:
    """Return the kill sheet: what the rules reject, and what they must not and do not."""
    if not sheet.known:
        check = f"drill dev check {drill.name} --record"
        return ["How strong the judge is was not measured since its files changed:", f"  {check}"]
    lines = [f"The rules reject {sheet.rejected} of {sheet.known} known wrong programs:"]
    lines += [f"  {sheet.kinds.get(kind, 0):>4} {name}" for kind, name in KINDS.items()]
    if sheet.mutants:
        lines.append(f"and {sheet.killed} of {sheet.mutants} changes of the answer in one place;")
        lines += _others(sheet)
    rules = ", ".join(f"{rule}{GLUE}{number}" for rule, number in sheet.rules.items())
    lines += ["", f"By what is told: {rules}"]
    lines.append(f"{sheet.right} right programs were accepted, the answer among them.")
    return lines


def _others(sheet: Strength) -> list[str]:
    """Return why the other changes live."""
    lines: list[str] = []
    if sheet.equivalent:
        lines.append(f"  {sheet.equivalent:>4} of the others cannot be told from the answer")
    if sheet.given:
        lines.append(f"  {sheet.given:>4} of the others stand where nothing is to be written")
    return lines
