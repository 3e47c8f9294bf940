"""`drill status`: how far one is, and what breaks most."""

import json
from datetime import date

import click

from grader import catalogue, review
from grader.review import Review
from grader.screen.words import ahead, span
from grader.standing import Family, Standing, Weakness, families, standing, weaknesses


@click.command("status")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.pass_obj
def command(settings: dict[str, str], as_json: bool) -> int:
    """Show every drill with its best time, and the rules that break most."""
    drills = [standing(catalogue.find(name)) for name in catalogue.names()]
    reviews = {one.drill.name: one for one in review.agenda()}
    if as_json:
        click.echo(json.dumps(_json(drills, reviews)))
        return 0
    from grader.screen.table import table
    from grader.screen.terminal import Terminal

    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    heads = ("drill", "state", ">attempts", ">passes", ">best time", "next review")
    rows = [_row(one, reviews.get(one.drill.name)) for one in drills]
    terminal.print(table(heads, rows, terminal.width))
    weak = families()
    if weak:
        columns = ("weakest in", ">broken", "most often", "rule")
        terminal.print("", table(columns, [_family(one) for one in weak], terminal.width))
        worst = weak[0].weakest
        click.echo(f"\n  drill hint {worst.rule.id} --drill {worst.drill.name}")
    return 0


def _row(one: Standing, next_review: Review | None) -> list[str]:
    return [
        one.drill.name,
        one.state,
        str(one.attempts or ""),
        str(one.passes or ""),
        "" if one.best is None else span(one.best),
        ahead(next_review.day(), date.today()) if next_review else "",
    ]


def _family(one: Family) -> list[str]:
    worst = one.weakest
    return [
        one.name,
        f"{one.broken} of {one.told}",
        f"{worst.drill.name} {worst.rule.id}",
        worst.rule.says,
    ]


def _json(drills: list[Standing], reviews: dict[str, Review]) -> dict[str, object]:
    return {
        "schema": 1,
        "drills": [
            {
                "name": one.drill.name,
                "state": one.state,
                "attempts": one.attempts,
                "passes": one.passes,
                "best_seconds": one.best,
                "next_review": str(reviews[one.drill.name].day())
                if one.drill.name in reviews
                else None,
            }
            for one in drills
        ],
        "families": [
            {"name": one.name, "broken": one.broken, "told": one.told} for one in families()
        ],
        "rules": [_rule(one) for one in weaknesses()],
    }


def _rule(one: Weakness) -> dict[str, object]:
    return {
        "drill": one.drill.name,
        "id": one.rule.id,
        "title": one.rule.says,
        "family": one.rule.family,
        "broken": one.broken,
        "told": one.told,
    }
