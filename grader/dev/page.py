"""The tables of docs/strength.md, from what was recorded.

Left out: the measuring (`programs.py`, `mutate.py`).
"""

from statistics import median
from typing import TypeAlias

from grader import catalogue
from grader.catalogue import ROOT, Drill
from grader.error import DrillError
from grader.strength import KINDS, Rejection, rejected, strength

Cells: TypeAlias = tuple[str, ...]  # of one row

PATH = ROOT / "docs" / "strength.md"
MARK = "<!-- What follows is written by the commands above. -->\n"


def write() -> None:
    """Write the tables anew; the words above the mark stay."""
    if not PATH.is_file():
        raise DrillError(f"{PATH} is not there", hint="the page is kept in a clone alone")
    words = PATH.read_text(encoding="utf-8").split(MARK)[0]
    PATH.write_text(words + MARK + tables(), encoding="utf-8")


def tables() -> str:
    """Return all that is measured; a drill that changed since it was measured says so."""
    drills = [catalogue.find(name) for name in catalogue.names()]
    parts = ["", "## All drills", "", _summary(drills)]
    parts += ["## The answers changed in one place", "", _mutants(drills)]
    for drill in drills:
        parts += [f"## {drill.name}", "", table(rejected(drill))]
    return "\n".join(parts)


def table(rejections: list[Rejection]) -> str:
    """Return the wrong programs of a drill as a table."""
    rows: list[Cells] = [
        (
            rejection.name.replace("_", " "),
            rejection.kind,
            rejection.rule,
            _size(rejection),
            f"{rejection.median}, {rejection.worst}",
            f"{rejection.seconds:.2f}",
        )
        for rejection in rejections
    ]
    if not rows:
        return "Not measured since its files changed.\n"
    return _table(("program", "kind", "told", "size", "scenarios", "seconds"), rows)


def _size(rejection: Rejection) -> str:
    unit = rejection.unit.removesuffix("s") if rejection.size == 1 else rejection.unit
    return f"{rejection.size} {unit}" if unit else ""


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
    rows: list[Cells] = []
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
    rows: list[Cells] = []
    for drill in drills:
        sheet = strength(drill)
        if sheet.mutants:
            share = f"{sheet.killed / sheet.mutants:.1%}"
            numbers = (sheet.given, sheet.equivalent)
            cells = (str(sheet.mutants), str(sheet.killed), share, *map(str, numbers))
            rows.append((drill.name, *cells))
    return _table(heads, rows)


def _table(heads: Cells, rows: list[Cells]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
