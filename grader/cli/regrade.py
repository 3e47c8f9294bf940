"""`drill regrade FILE`: grade again what a candidate sent back."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from grader.mock.mark import SKIPPED, counts, is_graded
from grader.mock.regrade import Regrade


@click.command("regrade")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(file: str, as_json: bool) -> int:
    """Grade the snapshots in FILE again and say whether the result agrees: 0 if so, else 1."""
    from grader.mock.regrade import regrade

    click.echo("  Grading the snapshots …", err=True)
    found = regrade(Path(file))
    if as_json:
        click.echo(json.dumps({"schema": 1, **asdict(found), "agrees": not found.differs}))
    else:
        _show(found)
    return int(bool(found.differs))


def _show(found: Regrade) -> None:
    click.echo(f"  {found.round}, seed {found.seed:08x}")
    for number, part in enumerate(found.parts, 1):
        told = "never begun" if part["kind"] == SKIPPED else "read, not graded by rules"
        if part.get("marks"):
            held, of = counts(part["marks"][0])
            is_run = is_graded(part["marks"][0])
            told = f"{held} of {of} rules hold" if is_run else part["marks"][0]["status"]
        elif part.get("questions"):
            right = sum(q["status"] == "right" for q in part["questions"])
            told = f"{right} of {len(part['questions'])} right"
        click.echo(f"  part {number}  {told}")
    for line in found.remarks:
        click.echo(f"  note: {line}")
    for line in found.differs:
        click.echo(f"  {line}")
    click.echo("  DOES NOT AGREE" if found.differs else "  AGREES with what was sent back")
