"""`drill dev`: for authors of drills."""

import json
import time
from dataclasses import asdict

import click

from grader import catalogue


@click.group("dev")
def command() -> None:
    """For authors: make drills and prove them."""


@command.command("check")
@click.argument("names", nargs=-1)
@click.option("--seeds", default=12, show_default=True, type=click.IntRange(1, 1000))
@click.option("--only", default="", help="Judge only this right or wrong program.")
@click.option("--record", is_flag=True, help="Write down the strength that reports then show.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def check(names: tuple[str, ...], seeds: int, only: str, record: bool, as_json: bool) -> int:
    """Prove drills: files, texts, reference, every right and every wrong program."""
    from grader.dev.check import Finding
    from grader.dev.check import check as prove
    from grader.strength import record as write_down

    table: list[tuple[str, Finding]] = []
    for name in names or catalogue.names():
        drill = catalogue.find(name)
        began = time.monotonic()
        found: list[Finding] = []
        for finding in prove(drill, seeds, only):
            found.append(finding)
            _tell(name, finding.what, finding.problem or finding.rule, bool(finding.problem))
        wrong = [finding for finding in found if finding.what.startswith("wrong: ")]
        killed = sum(not finding.problem for finding in wrong)
        if record and not only:
            write_down(drill, len(wrong), killed, seeds)
        seconds = time.monotonic() - began
        click.echo(f"  {name}: {killed} of {len(wrong)} rejected, {seconds:.0f} s", err=True)
        table += [(name, finding) for finding in found]
    failures = [finding for _, finding in table if finding.problem]
    if as_json:
        rows = [{"drill": name, **asdict(finding)} for name, finding in table]
        click.echo(json.dumps({"schema": 1, "failures": len(failures), "findings": rows}))
    else:
        click.echo(f"  {len(failures)} of {len(table)} findings are not as they must be")
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


def _tell(drill: str, what: str, detail: str, is_bad: bool) -> None:
    """Say on stderr, as it is found, how one thing stands."""
    word = "FAIL" if is_bad else "ok"
    click.echo(f"  {word:<5} {drill}  {what}  {detail}".rstrip(), err=True)
