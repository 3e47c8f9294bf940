"""`drill mock`: an interview against the clock, with a live window or by commands."""

import re
import secrets
import sys
from pathlib import Path

import click

from grader.error import DrillError
from grader.mock import guard, room, told
from grader.mock import round as rounds
from grader.mock.round import Round

USUAL = "scheduler-45"


@click.group("mock", invoke_without_command=True)
@click.option("--round", "name", help="A round by its name, or a TOML file of your own.")
@click.option("--minutes", type=float, help="Stretch or squeeze the round to so many minutes.")
@click.option("--list", "show_list", is_flag=True, help="Show all rounds.")
@click.pass_context
def command(ctx: click.Context, name: str | None, minutes: float | None, show_list: bool) -> int:
    """Hold a mock interview: parts with deadlines, counts only, a report at the end.

    On a terminal: start a round, or come back to the one that runs, in a window with its clock.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    if show_list:
        return _list()
    session_id = guard.active()
    if session_id is None and not name and (over := guard.ungraded()):
        return _after(room.look(over, "command"))
    if session_id is None:
        if not _is_interactive(ctx.obj):
            return _list()
        view = _start(ctx.obj, rounds.load(name or USUAL), minutes, None, {})
        session_id = view.session.id
    elif name or minutes:
        raise DrillError("a round is running already", hint="drill mock status")
    return _window(ctx.obj, session_id) if _is_interactive(ctx.obj) else _status(session_id)


@command.command("start")
@click.argument("file", required=False)
@click.option("--round", "name", help="A round by its name, or a TOML file of your own.")
@click.option("--minutes", type=float, help="Stretch or squeeze the round to so many minutes.")
@click.option("--seed", help="Draw its numbers from this seed (hexadecimal).")
@click.pass_obj
def start(
    settings: dict[str, str],
    file: str | None,
    name: str | None,
    minutes: float | None,
    seed: str | None,
) -> int:
    """Start a round, or the FILE that an interviewer sent; its clock runs at once."""
    if guard.active() is not None:
        raise DrillError("a round is running already", hint="drill mock status")
    if file is None or not Path(file).is_file() or file.endswith(".toml"):
        chosen = rounds.load(file or name or USUAL)
        _start(settings, chosen, minutes, None if seed is None else _seed(seed), {})
    else:
        if name or minutes or seed:
            raise DrillError(
                "the file fixes round, minutes and seed", hint=f"drill mock start {file}"
            )
        from grader.mock import host

        sent = host.read(Path(file))
        _start(settings, sent.round, None, sent.seed, sent.about)
    click.echo("  The clock:  drill mock      or by commands:  drill mock status", err=True)
    return 0


@command.command("status")
def status() -> int:
    """Say which part runs, how long, and how many grades are left."""
    return _status(_running())


@command.command("submit")
def submit() -> int:
    """End the part that runs; the time that is left goes to the next one."""
    view = room.hand_in(room.look(_running(), "command"), "submit")
    return _after(view)


@command.command("stop")
def stop() -> int:
    """End the whole round now; every part is graded as it stands."""
    view = room.hand_in(room.look(_running(), "command"), "stop")
    return _after(view)


@command.command("host")
@click.argument("name")
@click.option("--seed", help="Draw its numbers from this seed (hexadecimal).")
@click.option("--minutes", type=float, help="Stretch or squeeze the round to so many minutes.")
@click.option("--days", default=7.0, show_default=True, help="It can be started for so long.")
@click.option("--out", help="Where to write it; without it NAME.mock.json in this folder.")
def host_(name: str, seed: str | None, minutes: float | None, days: float, out: str | None) -> int:
    """Write a round as one file for a candidate, with a fixed seed and an expiry."""
    from grader.mock import host

    chosen = rounds.load(name)
    chosen = chosen.lasting(minutes) if minutes else chosen
    number = secrets.randbits(32) if seed is None else _seed(seed)
    path = Path(out or f"{chosen.name}.mock.json")
    until = host.write(path, chosen, number, days)
    click.echo(f"  Wrote {path}: {chosen.title}, {chosen.minutes:g} minutes, seed {number:08x}")
    click.echo(f"  It can be started until {until}.")
    click.echo(f"  The candidate:  drill mock start {path.name}")
    click.echo("  You, with what comes back:  drill regrade FILE")
    return 0


def _start(
    settings: dict[str, str],
    chosen: Round,
    minutes: float | None,
    seed: int | None,
    host: dict[str, object],
) -> room.View:
    if minutes is not None:
        chosen = chosen.lasting(minutes)
    _say(*told.offer(chosen))
    if _is_interactive(settings):
        click.confirm("  Start?", abort=True)
    number = secrets.randbits(32) if seed is None else seed
    view = room.begin(chosen, number, Path(), host)
    _say("", f"Started {chosen.name}, mock {view.session.id}, seed {number:08x}", *view.told)
    return view


def _status(session_id: str) -> int:
    view = room.look(session_id, "command")
    if view.is_over:
        return _after(view)
    _say(*view.told, *told.status(view))
    return 0


def _after(view: room.View) -> int:
    """Say what comes after a part, or grade everything when the round is over."""
    _say(*view.told)
    if not view.is_over:
        return 0
    from grader.mock import debrief

    click.echo("  The round is over; grading the files as they stood …", err=True)
    found = debrief.of(view.session.id)
    _say(*found.short())
    return 0


def _window(settings: dict[str, str], session_id: str) -> int:
    from grader.screen.window import Window

    Window(settings["color"], session_id).run()  # type: ignore[arg-type]
    click.echo()
    return _status(session_id)


def _list() -> int:
    _say(*told.rounds_known())
    return 0


def _running() -> str:
    session_id = guard.active()
    if session_id is None:
        raise DrillError("no mock interview is running", hint="drill mock start      drill report")
    return session_id


def _is_interactive(settings: dict[str, str]) -> bool:
    return not settings["no_input"] and sys.stdin.isatty() and sys.stdout.isatty()


def _say(*lines: str) -> None:
    for line in lines:
        click.echo(f"  {line}".rstrip())


def _seed(text: str) -> int:
    if not re.fullmatch(r"[0-9a-fA-F]{1,8}", text):
        raise DrillError(
            f"{text!r} is no seed", hint="a seed is up to 8 hexadecimal digits: 5f3a91c2"
        )
    return int(text, 16)
