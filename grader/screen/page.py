"""A Markdown text: rendered on a terminal, as it stands in a pipe."""

import sys

from rich.markdown import Markdown

from grader.screen.terminal import Terminal


def page(text: str, settings: dict[str, str]) -> None:
    """Print Markdown; in a pipe the source itself, which another program can use."""
    if sys.stdout.isatty():
        Terminal(settings["color"]).print(Markdown(text))  # type: ignore[arg-type]
    else:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
