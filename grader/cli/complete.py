"""What the Tab key offers: names of drills, rules, saved cases, versions of the file.

Loads neither the judge nor anything heavy, and answers nothing rather than fail.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from grader import cases as kept
from grader import catalogue, folder, history
from grader.catalogue import Drill
from grader.error import DrillError

Names: TypeAlias = Callable[[click.Context], list[tuple[str, str]]]  # of (name, what it is)
Completion: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _offered(names: Names) -> Completion:
    @wraps(names)
    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        try:
            found = names(ctx)
        except DrillError:  # no drill here, no history: nothing to offer
            found = []
        start = incomplete.lower()
        return [
            CompletionItem(name, help=what)
            for name, what in found
            if name.lower().startswith(start)
        ]

    return complete


@_offered
def drills(ctx: click.Context) -> list[tuple[str, str]]:
    """Offer the names of all drills."""
    return [(name, catalogue.find(name).title) for name in catalogue.names()]


@_offered
def rules(ctx: click.Context) -> list[tuple[str, str]]:
    """Offer the rules of the drill that the command is about."""
    return [(rule.id, rule.says) for rule in _drill(ctx).rules]


@_offered
def cases(ctx: click.Context) -> list[tuple[str, str]]:
    """Offer the cases that are saved beside the learner's file, and those of cases.toml."""
    place = folder.locate(ctx.params.get("what"), ctx.params.get("name"))
    return [(name, "") for name in kept.names(place)]


@_offered
def versions(ctx: click.Context) -> list[tuple[str, str]]:
    """Offer the attempts at a drill and what was kept of its file, the newest first."""
    drill = _drill(ctx)
    put_by = [(one.name, f"kept ({one.why})") for one in history.snapshots(drill.name)]
    graded = [(str(one.number), one.status) for one in history.of(drill.name)]
    return [*reversed(graded), *reversed(put_by)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the names of all drills, and files."""
    named = drills(ctx, param, incomplete)
    return named or [CompletionItem(incomplete, type="file")]


def _drill(ctx: click.Context) -> Drill:
    name = ctx.params.get("name")
    return catalogue.find(name) if name else folder.locate(ctx.params.get("what")).drill
