"""The end of the screen after a pass: what it took, what it opened, when the drill comes back."""

from collections.abc import Iterator
from datetime import date
from textwrap import wrap

from rich.text import Text

from grader.report import ALL, Practice, Report
from grader.screen.words import ahead, several, span
from grader.strength import KINDS, Strength

INDENT = "  "


def passed(report: Report, width: int) -> Iterator[Text]:
    """Yield the lines for a grade in which every rule held."""
    yield Text()
    if report.scope != ALL:
        yield Text(f"{INDENT}HELD  ({report.scope}); the whole grade:  drill grade")
        return
    yield Text.assemble(INDENT, ("PASSED", "bold green"), f"  {report.drill}   {_effort(report)}")
    left = [part for part, status in (report.parts or {}).items() if status == "unwritten"]
    if left:
        yield Text(f"{INDENT}All rules hold but those of the open part: {', '.join(left)}.")
    if report.judge.known:
        sheet = f"Judge strength: these rules reject {kill_sheet(report.judge)}."
        yield from (Text(INDENT + line) for line in wrap(sheet, width - len(INDENT)))
    name = report.drill
    yield Text(f"{INDENT}Unlocked: drill solution {name}")
    yield Text(f"{INDENT}          drill notes {name}     what real engines do")
    yield from _review(report)


def kill_sheet(strength: Strength) -> str:
    """Return how many known wrong files are rejected, by kind: "9 of 9 known wrong files: …"."""
    there = [(name, strength.kinds.get(kind, 0)) for kind, name in KINDS.items()]
    kinds = ", ".join(f"{number} {name}" for name, number in there if number)
    return f"{strength.rejected} of {strength.known} known wrong files: {kinds}"


def _effort(report: Report) -> str:
    """Return what a pass took: "attempt 6   31 min 12 s since start   1 hint"."""
    practice = report.practice or Practice()
    time = "" if practice.since_start is None else f"   {span(practice.since_start)} since start"
    return f"attempt {report.attempt}{time}   {several(practice.hints, 'hint')}"


def _review(report: Report) -> Iterator[Text]:
    practice = report.practice or Practice()
    if practice.next_review:
        when = ahead(date.fromisoformat(practice.next_review), date.today())
        yield Text(f"{INDENT}Next review {when}.")


def unchanged(report: Report) -> Iterator[Text]:
    """Yield a line when the code is that of an earlier attempt."""
    if report.practice and report.practice.unchanged_since:
        yield Text()
        yield Text(
            f"{INDENT}The code is unchanged since attempt {report.practice.unchanged_since}."
        )
