"""`drill completion SHELL`: the script that lets a shell complete our names."""

import click
from click.shell_completion import get_completion_class

from grader.cli.app import drill

FILES = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/drill.fish",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(list(FILES)))
def command(shell: str) -> int:
    """Print the completion script of a shell: names of drills, rules, cases and attempts.

    Add it to what your shell reads when it starts, for bash:
    drill completion bash >> ~/.bashrc
    """
    made = get_completion_class(shell)
    assert made is not None, f"click knows no shell {shell}"
    click.echo(made(drill, {}, "drill", "_DRILL_COMPLETE").source())
    return 0
