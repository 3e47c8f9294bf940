"""`drill history [NAME]`: every graded attempt, and what was kept of the file."""

import click

from grader import catalogue, history
from grader.catalogue import Drill
from grader.cli import complete
from grader.history import Attempt, Snapshot
from grader.report import ALL, PRACTICE

HEADS = (">attempt", "when", "verdict", "case", ">since start", ">hints", "seed")


@click.command("history")
@click.argument("name", required=False, shell_complete=complete.drills)
@click.pass_obj
def command(settings: dict[str, str], name: str | None) -> int:
    """Show every attempt at a drill, or at all drills, oldest first."""
    from grader.screen.table import table
    from grader.screen.terminal import Terminal

    names = [name] if name else catalogue.names()
    drills = [catalogue.find(one) for one in names]
    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    shown = False
    for drill in drills:
        rows = _rows(drill)
        if rows:
            terminal.print(f"  {drill.name}", table(HEADS, rows, terminal.width), "")
            shown = True
    if not shown:
        click.echo("  Nothing was graded yet.      drill start batching      drill list")
        return 0
    click.echo("  drill diff A B      drill restore ATTEMPT      drill export FILE")
    return 0


def _rows(drill: Drill) -> list[list[str]]:
    """Return attempts and snapshots of a drill in the order of time."""
    found: list[tuple[float, list[str]]] = [
        *((one.at, _attempt(one)) for one in history.of(drill.name)),
        *((one.at, _kept(one)) for one in history.snapshots(drill.name)),
    ]
    return [row for _, row in sorted(found, key=lambda pair: pair[0])]


def _attempt(one: Attempt) -> list[str]:
    from grader.screen.words import moment, span

    return [
        str(one.number),
        moment(one.at),
        _verdict(one),
        (one.case or "") if one.disclosure == PRACTICE else "",
        "" if one.since_start is None else span(one.since_start),
        str(one.hints or ""),
        str(one.report["seed"]),
    ]


def _verdict(one: Attempt) -> str:
    words = one.status
    if one.told and one.disclosure == PRACTICE:
        words += f" {one.told}"
    notes = [text for text in (one.scope, one.disclosure) if text not in (ALL, PRACTICE)]
    return words + f" ({', '.join(notes)})" * bool(notes)


def _kept(one: Snapshot) -> list[str]:
    from grader.screen.words import moment

    return [one.name, moment(one.at), f"kept ({one.why})", "", "", "", ""]
