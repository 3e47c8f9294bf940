"""`drill show NAME`: the statement."""

import click

from grader import catalogue


@click.command("show")
@click.argument("name")
@click.pass_obj
def command(settings: dict[str, str], name: str) -> int:
    """Show a drill's statement: Markdown in a pipe, set as a page on a terminal."""
    from grader.screen.page import page

    page(catalogue.find(name).text("task.md"), settings)
    return 0
