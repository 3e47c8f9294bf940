"""`drill hint [RULE]`: the next of three hints, mild to strong; each is recorded."""

import click

from grader import folder, history
from grader.catalogue import Drill
from grader.cli import complete
from grader.error import DrillError
from grader.hints import ladder
from grader.mock import guard


@click.command("hint")
@click.argument("rule", required=False, shell_complete=complete.rules)
@click.option(
    "--drill",
    "name",
    help="The drill; without it, that of this folder.",
    shell_complete=complete.drills,
)
def command(rule: str | None, name: str | None) -> int:
    """Show the next hint for a rule; without a rule, for the one broken last."""
    drill = folder.locate(None, name).drill
    guard.refuse_help(drill.name)
    wanted = drill.rule(rule or _last_broken(drill)).id
    steps = ladder(drill).get(wanted, [])
    if not steps:
        raise DrillError(f"{drill.name} has no hints for {wanted}", code=70)
    shown = history.since_begun(drill.name, "hint").count(wanted)  # a review begins mildly again
    number = min(shown, len(steps) - 1)
    click.echo(click.wrap_text(f"{wanted}  {drill.rule(wanted).says}", 78, "  ", "      ") + "\n")
    for step in range(number + 1):
        click.echo(click.wrap_text(f"{step + 1}. {steps[step]}", 78, "  ", "     "))
    if shown < len(steps):
        history.note(drill.name, "hint", wanted)
    left = len(steps) - number - 1
    click.echo(
        f"\n  {number + 1} of {len(steps)}; recorded." + ("  Again for the next." if left else "")
    )
    return 0


def _last_broken(drill: Drill) -> str:
    rule = history.last_broken(drill.name)
    if rule is None:
        raise DrillError("a hint for which rule?", hint=f"drill hint {drill.rules[0].id}")
    return rule
