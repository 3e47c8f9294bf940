"""docs/strength.md, from what was recorded: nothing in it is written by hand but its words.

Left out: the measuring (`programs.py`, `mutate.py`).
"""

from statistics import median

from grader import catalogue
from grader.catalogue import ROOT, Drill
from grader.strength import KINDS, Rejection, rejected, strength

PATH = ROOT / "docs" / "strength.md"
HEAD = """# How strong the judge is

A rule that no program breaks proves nothing, so every drill comes with programs that must fail and programs that must pass.
This page is written by the two commands that measure, and by nothing else:

```console
$ drill dev check --record             # every right and every wrong program
$ python -m grader.dev.mutate          # every change of the answers in one place
```

- A wrong program counts as rejected if each of 12 seeds rejects it at the usual number of scenarios, 600, and names the rule that its author would call the cause.
  One that the fixed scenarios reject is judged with two seeds, since the others would play the same.
- *Size* is that of the counterexample that a person is shown.
- *Scenarios* is how many were played until one broke a rule: the median and the worst of the seeds.
- *Seconds* is the slowest grade, shrinking included, on two shared cores; it says more of the machine than of the judge.
- `python -m grader.dev.mutate NAME` changes the answer in one place, in every way that cosmic-ray knows (an operator, a number, a condition, a loop), and grades each change.
  A change that lives stands either in a line that the stub hands over, or in `grader/mutants/NAME/equivalent.toml` with the reason why nobody can tell it from the answer; anything else fails the run.
- `drill dev check --only right --right-seeds 100` judges every right program with 100 seeds.
- `DRILL_CHECKS=all python -m pytest tests/drills/test_checks.py` takes away each check in turn and sees that a wrong program passes.
"""


def page() -> str:
    """Return the whole page; a drill that was not measured since it changed says so."""
    drills = [catalogue.find(name) for name in catalogue.names()]
    parts = [HEAD, "## All drills\n", _summary(drills), "## Changes of the answers\n"]
    parts.append(_mutants(drills))
    for drill in drills:
        parts += [f"## {drill.name}\n", table(rejected(drill))]
    return "\n".join(parts)


def write() -> None:
    """Write the page to docs/strength.md."""
    PATH.write_text(page(), encoding="utf-8")


def table(rejections: list[Rejection]) -> str:
    """Return the wrong programs of a drill as a table."""
    rows = [
        (
            rejection.name.replace("_", " "),
            rejection.kind,
            rejection.rule,
            f"{rejection.size} {rejection.unit}" if rejection.unit else "",
            f"{rejection.median}, {rejection.worst}",
            f"{rejection.seconds:.2f}",
        )
        for rejection in rejections
    ]
    if not rows:
        return "Not measured since its files changed.\n"
    return _table(("program", "kind", "told", "size", "scenarios", "seconds"), rows)


def _summary(drills: list[Drill]) -> str:
    kinds = tuple(KINDS.values())
    heads = (
        "drill",
        "wrong",
        "rejected",
        *kinds,
        "right",
        "size: median, largest",
        "worst scenarios",
    )
    rows: list[tuple[str, ...]] = []
    for drill in drills:
        sheet, rejections = strength(drill), rejected(drill)
        numbers = (sheet.known, sheet.rejected, *(sheet.kinds.get(kind, 0) for kind in KINDS))
        worst = max((rejection.worst for rejection in rejections), default=0)
        cells = [str(number) for number in (*numbers, sheet.right)]
        rows.append((drill.name, *cells, _sizes(rejections), str(worst)))
    return _table(heads, rows)


def _sizes(rejections: list[Rejection]) -> str:
    said: list[str] = []
    for unit in ("requests", "operations"):
        sizes = [rejection.size for rejection in rejections if rejection.unit == unit]
        if sizes:
            said.append(f"{median(sizes):g}, {max(sizes)} {unit}")
    return "; ".join(said)


def _mutants(drills: list[Drill]) -> str:
    heads = ("drill", "changes", "killed", "share", "handed over", "equivalent")
    rows: list[tuple[str, ...]] = []
    for drill in drills:
        sheet = strength(drill)
        if sheet.mutants:
            share = f"{sheet.killed / sheet.mutants:.1%}"
            numbers = (sheet.given, sheet.equivalent)
            cells = (str(sheet.mutants), str(sheet.killed), share, *map(str, numbers))
            rows.append((drill.name, *cells))
    return _table(heads, rows)


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
