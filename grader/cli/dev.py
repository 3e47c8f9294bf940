"""`drill dev`: for authors of drills."""

import json
import sys

import click

from grader import catalogue


@click.group("dev")
def command() -> None:
    """For authors: make drills and prove them."""


@command.command("check")
@click.argument("names", nargs=-1)
@click.option("--seeds", default=12, show_default=True, type=click.IntRange(1, 1000))
@click.option("--only", default="", help="Judge only this right or wrong program.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def check(names: tuple[str, ...], seeds: int, only: str, as_json: bool) -> int:
    """Prove drills: files, texts, reference, every right and every wrong program."""
    from grader.dev.check import check as prove

    failures = 0
    table: list[dict[str, object]] = []
    for name in names or catalogue.names():
        drill = catalogue.find(name)
        count = 0
        for finding in prove(drill, seeds, only):
            count += 1
            failures += bool(finding.problem)
            table.append({"drill": name, **finding.__dict__})
            if finding.problem or not as_json:
                _tell(finding.what, finding.problem, finding.rule, as_json)
        click.echo(f"  {name}: {count} things looked at", err=True)
    if as_json:
        click.echo(json.dumps({"schema": 1, "failures": failures, "findings": table}))
    else:
        click.echo(f"  {failures} of {len(table)} not as they must be")
    return 1 if failures else 0


@command.command("new")
@click.argument("name")
def new(name: str) -> int:
    """Write the skeleton of a drill: every file that the check will ask for."""
    from grader.dev.new import new as write

    for path in write(name):
        click.echo(f"  {path.relative_to(catalogue.ROOT)}")
    click.echo(f"  Next:  drill dev check {name}")
    return 0


def _tell(what: str, problem: str, rule: str, to_stderr: bool) -> None:
    word = "FAIL" if problem else "ok"
    click.echo(f"  {word:<5} {what}  {problem or rule}".rstrip(), err=to_stderr)
    sys.stdout.flush()
