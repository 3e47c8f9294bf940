"""The group `drill` and what surrounds every command: lazy loading, errors, exit codes."""

import importlib
import sys

import click

from grader import __version__
from grader.error import DrillError

COMMANDS = {  # name -> one line for --help; the module of that name, "-" as "_", holds the command
    "list": "Show all drills.",
    "start": "Make a folder with a drill's statement and stub.",
    "show": "Show a drill's statement.",
    "info": "Say what a drill asks for and how strong its judge is.",
    "grade": "Say which rule a file breaks, on the smallest scenario.",
    "watch": "Grade a file whenever it is saved.",
    "trace": "Show what your own code does in one scenario, step by step.",
    "hint": "Show the next hint for a rule.",
    "solution": "Show the answer, after a pass or with --give-up.",
    "review": "Write a drill again that passed some days ago.",
    "due": "Show which drills come back, and when.",
    "status": "Show how far you are, and what breaks most.",
    "notes": "Show how real engines do it, after a pass.",
    "history": "Show every attempt, and what was kept of the file.",
    "diff": "Show what changed in the file between two attempts.",
    "restore": "Put the file of an attempt back; the present one is kept.",
    "export": "Write the history into one file.",
    "import": "Add a history that was exported elsewhere.",
    "forget": "Delete the history, after asking.",
    "reset": "Put a drill's stub back; what was there is kept.",
    "where": "Say where your file of a drill is.",
    "gpu": "Run a scheduler under a real model: is it right, how fast is it.",
    "quiz": "Ask for numbers, as an interviewer would, against the clock.",
    "mock": "Hold a mock interview: parts, deadlines, counts only.",
    "report": "Show what became of a mock interview.",
    "regrade": "Grade again what a candidate sent back.",
    "doctor": "Say what this machine offers and what is missing.",
    "completion": "Print the script that lets your shell complete names.",
    "grade-all": "Grade a folder of files, on all cores or a cluster.",
    "compare": "Say which files of a folder are nearly the same.",
    "dev": "For authors: make drills and prove them.",
}


class Lazy(click.Group):
    """A group that knows its commands' names without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"grader.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; an unknown one is answered with the nearest name."""
        is_meant = not ctx.resilient_parsing  # else the Tab key asks
        if is_meant and args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise DrillError(f"there is no command {args[0]!r}", hint=_nearest(args[0]))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, invoke_without_command=True)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto")
@click.option("--no-input", is_flag=True, help="Never ask anything.")
@click.version_option(__version__, prog_name="drill")
@click.pass_context
def drill(ctx: click.Context, color: str, no_input: bool) -> None:
    """Practise for interviews on inference infrastructure."""
    ctx.obj = {"color": color, "no_input": no_input}
    if ctx.invoked_subcommand is None:
        ctx.invoke(importlib.import_module("grader.cli.home").command)


def main() -> None:
    """Run the command line and exit; no traceback of ours reaches a person."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Return the exit code of one command line."""
    try:
        code = drill.main(args=arguments, prog_name="drill", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except DrillError as error:
        _tell(error.problem, error.hint)
        return error.code
    except click.exceptions.Exit as error:
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _tell("interrupted", "")
        return 130
    except click.ClickException as error:
        _tell(error.format_message(), "drill --help")
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing is left to say it to
        return 0
    except Exception as error:
        return _fault(error)


def _tell(problem: str, hint: str) -> None:
    from grader.clean import clean

    click.echo(f"drill: {clean(problem)}", err=True)
    if hint:
        click.echo(f"       {clean(hint)}", err=True)


def _fault(error: Exception) -> int:
    """Save the traceback of a fault of ours; return exit code 70."""
    import traceback

    from grader.history import home

    text = "".join(traceback.format_exception(error))
    try:
        home().mkdir(parents=True, exist_ok=True)
        path = home() / "fault.txt"
        path.write_text(text, encoding="utf-8", errors="replace")
        where = f"the details are in {path}"
    except OSError:
        where = "its details could not be saved"
    _tell(f"a fault of ours ({type(error).__name__}); {where}", "please report it with that file")
    return 70


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    return f"did you mean  drill {near[0]} ?" if near else "drill --help  shows all commands"
