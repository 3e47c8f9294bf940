"""`drill report`: what became of a mock interview."""

import sys
from pathlib import Path

import click

from grader.error import DrillError, reason


@click.command("report")
@click.argument("mock", required=False)
@click.option("--last", is_flag=True, help="The last one; the same as naming none.")
@click.option(
    "--format",
    "kind",
    default="text",
    show_default=True,
    type=click.Choice(["text", "md", "html", "json"]),
)
@click.option("--out", help="Write it into this file.")
def command(mock: str | None, last: bool, kind: str, out: str | None) -> int:
    """Show the report of a mock interview, the last one unless MOCK names another."""
    from grader.mock import debrief

    if mock and last:
        raise DrillError(f"the last one, or {mock}?", hint="drill report --last")
    found = debrief.of(mock)
    said = _made(found, kind)
    if out is None:
        sys.stdout.write(said if said.endswith("\n") else said + "\n")
        return 0
    try:
        Path(out).write_text(said, encoding="utf-8")
    except OSError as error:
        raise DrillError(f"{out} cannot be written: {reason(error)}") from error
    click.echo(f"  Wrote {out}")
    return 0


def _made(found: "object", kind: str) -> str:
    from grader.mock.debrief import Debrief, to_json
    from grader.mock.page import page
    from grader.mock.text import markdown, text

    assert isinstance(found, Debrief), "a report is made of a debrief"
    if kind == "json":
        return to_json(found)
    if kind == "html":
        return page(found)
    if kind == "md":
        return markdown(found)
    return text(found, _width())


def _width() -> int:
    from shutil import get_terminal_size

    return max(60, min(100, get_terminal_size((80, 24)).columns))
