"""A Markdown text: rendered on a terminal, as it stands in a pipe."""

import sys

import click
from rich.markdown import Markdown

from grader.screen.terminal import Terminal


def page(text: str, settings: dict[str, str]) -> None:
    """Print Markdown; in a pipe the source itself, which another program can use."""
    if sys.stdout.isatty():
        Terminal(settings["color"]).print(Markdown(text))  # type: ignore[arg-type]
    else:
        click.echo(text)
