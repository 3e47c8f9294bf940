"""`drill dev`: for authors of drills."""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from grader import catalogue, strength
from grader.catalogue import Drill

if TYPE_CHECKING:
    from grader.dev.programs import Finding


@click.group("dev")
def command() -> None:
    """For authors: make drills and prove them."""


@command.command("check")
@click.argument("names", nargs=-1)
@click.option(
    "--seeds",
    default=12,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Seeds for each wrong program.",
)
@click.option(
    "--right-seeds",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Seeds for each right program.",
)
@click.option("--only", default="", help="Judge only this program, or all that are 'right'.")
@click.option("--record", is_flag=True, help="Write down the strength that reports then show.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def check(
    names: tuple[str, ...], seeds: int, right_seeds: int, only: str, record: bool, as_json: bool
) -> int:
    """Prove drills: files, texts, reference, every right and every wrong program.

    Prints the table of docs/strength.md.
    """
    from grader.dev import page
    from grader.dev.check import check as prove
    from grader.dev.pool import pool

    found: dict[str, list[Finding]] = {}
    with pool() as processes:
        for name in names or catalogue.names():
            drill = catalogue.find(name)
            found[name] = _told(name, prove(drill, processes, seeds, right_seeds, only))
            if record and not only:
                _record(drill, found[name], seeds)
    if record:
        page.write()
    bad = sum(bool(finding.problem) for findings in found.values() for finding in findings)
    if as_json:
        rows = [{"drill": name, **asdict(f)} for name, findings in found.items() for f in findings]
        click.echo(json.dumps({"schema": 1, "failures": bad, "findings": rows}))
    else:
        for name, findings in found.items():
            if _rejections(findings):
                click.echo(f"## {name}\n\n{page.table(_rejections(findings))}")
        total = sum(map(len, found.values()))
        click.echo(f"  {bad} of {total} findings are not as they must be")
    return 1 if bad else 0


@command.command("new")
@click.argument("name")
def new(name: str) -> int:
    """Write the skeleton of a drill: every file that the check will ask for."""
    from grader.dev.new import new as write

    for path in write(name):
        click.echo(f"  {path.relative_to(catalogue.ROOT)}")
    click.echo(f"  Next:  drill dev check {name}")
    return 0


def _told(drill: str, findings: "Iterator[Finding]") -> "list[Finding]":
    """Say on stderr, as it is found, how each thing stands; at the end, how many are rejected."""
    began = time.monotonic()
    found: list[Finding] = []
    for finding in findings:
        found.append(finding)
        word = "FAIL" if finding.problem else "ok"
        detail = finding.problem or (finding.rejection.rule if finding.rejection else "")
        click.echo(f"  {word:<5} {drill}  {finding.what}  {detail}".rstrip(), err=True)
    right, rejected, seconds = _right(found), len(_rejections(found)), time.monotonic() - began
    counts = f"{right} right programs accepted, {rejected} of {_wrong(found)} wrong ones rejected"
    click.echo(f"  {drill}: {counts}, {seconds:.0f} s", err=True)
    return found


def _record(drill: Drill, findings: "list[Finding]", seeds: int) -> None:
    strength.record(drill, _rejections(findings), _wrong(findings), _right(findings), seeds)


def _rejections(findings: "list[Finding]") -> list[strength.Rejection]:
    return [finding.rejection for finding in findings if finding.rejection]


def _right(findings: "list[Finding]") -> int:
    return sum(f.what.startswith("right: ") and not f.problem for f in findings)


def _wrong(findings: "list[Finding]") -> int:
    return sum(finding.what.startswith("wrong: ") for finding in findings)
