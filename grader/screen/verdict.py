"""The screen after a grade: verdict, rules, the smallest scenario, the first step that differs."""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from grader.check import Difference
from grader.clean import boxed, clean
from grader.jail import LEVELS, missing
from grader.report import Counterexample, Problem, Report, RuleReport
from grader.screen.passed import passed, unchanged
from grader.screen.terminal import link

WORDS = {"ok": "ok", "failed": "FAIL", "wait": "wait", "unwritten": "open", "untold": "-"}
STYLES = {"ok": "green", "failed": "bold red", "wait": "yellow"}
LIMITS = ("time", "memory", "output", "reply", "processes", "grade")
INDENT = "  "
MARK = "   <-"


def verdict(report: Report, width: int, hint: str = "") -> Iterator[RenderableType]:
    """Yield the whole screen for a report, set in `width` columns."""
    yield _head(report, width)
    if report.problem and not report.counterexample:
        yield from _problem(report, report.problem, width)
    else:
        yield Text()
        yield from _rules(report, width)
        yield from _parts(report)
    if report.counterexample:
        yield from _counterexample(report, report.counterexample, width)
    if report.status == "passed":
        yield from passed(report, width)
    yield from unchanged(report)
    yield from _output(report, width)
    yield from _isolation(report, width)
    if hint:
        yield Text()
        yield from wrapped(hint, width)


def wrapped(text: str, width: int, style: str = "") -> Iterator[Text]:
    """Yield a paragraph, indented, its own line breaks kept."""
    for line in text.split("\n"):
        lines = textwrap.wrap(line, width - len(INDENT)) or [""]
        yield from (Text(INDENT + part, style=style) for part in lines)


def _inset(lines: Iterable[str], width: int) -> Iterator[Text]:
    """Yield a scenario or a state, set in; what is too long for a line hangs below it."""
    left = INDENT + "    "
    for line in lines:
        parts = textwrap.wrap(line, width - len(left), subsequent_indent="  ") or [""]
        yield from (Text(left + part) for part in parts)


def _head(report: Report, width: int) -> Text:
    attempt = f"attempt {report.attempt}" if report.attempt else ""
    left = f"{INDENT}{report.drill}  {attempt}".rstrip()
    word = {"ungradable": "could not be graded", "limit": "a limit was hit"}.get(report.status)
    right = word or f"seed {report.seed:08x}"
    gap = max(2, width - len(left) - len(right))
    return Text.assemble(left, " " * gap, (right, "bold red" if word else "dim"))


def _rules(report: Report, width: int) -> Iterator[Text]:
    ids = max(len(rule.id) for rule in report.rules)
    yield Text(" " * (width - 9) + "scenarios", style="dim")
    for rule in report.rules:
        yield from _rule(rule, ids, width)


def _rule(rule: RuleReport, ids: int, width: int) -> Iterator[Text]:
    start = len(INDENT) + 6 + ids + 2
    count = f"needs {', '.join(rule.needs)}" if rule.needs else str(rule.scenarios or "")
    lines = textwrap.wrap(rule.title, max(20, width - start - max(9, len(count)) - 1))
    for number, line in enumerate(lines or [""]):
        if number:
            yield Text(" " * start + line)
            continue
        row = Text(INDENT)
        row.append(f"{WORDS[rule.status]:<6}", style=STYLES.get(rule.status, "dim"))
        row.append(f"{rule.id:<{ids}}  {line}")
        row.append(" " * max(1, width - row.cell_len - len(count)) + count, style="dim")
        yield row


def _parts(report: Report) -> Iterator[Text]:
    for part, status in (report.parts or {}).items():
        yield Text(f"{INDENT}part {part}: {'not written yet' if status == 'unwritten' else status}")


def _problem(report: Report, problem: Problem, width: int) -> Iterator[RenderableType]:
    where = f"{report.file}:{problem.line}" if problem.line else report.file
    for line in wrapped(f"{where}  {clean(problem.says)}", width, "bold"):
        yield link(line, where, Path(report.file))
    if problem.shown:
        yield from wrapped("It happened in this scenario:", width)
        yield Text()
        yield from _inset(problem.shown, width)
        yield Text()
    if problem.kind in LIMITS:
        yield from wrapped(f"Limit: {problem.kind}. A file that hits a limit does not pass.", width)
    else:
        yield from wrapped("Nothing ran against the rules, so nothing passed.", width)


def _counterexample(report: Report, found: Counterexample, width: int) -> Iterator[RenderableType]:
    yield Text()
    yield Text(f"{INDENT}{found.rule}: the smallest scenario that breaks it", style="bold")
    yield Text()
    yield from _inset(found.shown, width)
    yield Text()
    if found.difference.before:
        yield Text(f"{INDENT}before the last {found.difference.heading}, by the rules:")
        yield from _inset(found.difference.before.split("\n"), width)
        yield Text()
    yield from _table(found.difference, width)
    yield Text()
    last = found.difference.rows[-1].label
    if len(last) <= 12:
        after = f"The first {found.difference.heading} that differs is {clean(last)}; "
        yield from wrapped(f"{after}later ones are not compared.", width)
    if found.repeats:
        yield from wrapped(f"Why {found.rule}: {found.means}", width)
    else:  # what a rule is for would lead astray
        yield from wrapped(
            "Played alone in a fresh process it did not break: your answer depends on earlier calls"
            " or on chance. What is shown is the first time.",
            width,
            "yellow",
        )
    if report.problem:
        yield from wrapped(f"Later on: {clean(report.problem.says)}.", width)
    if found.also:
        more = "One more rule is" if found.also == 1 else f"{found.also} more rules are"
        yield from wrapped(f"{more} broken; this one is told first.", width)


def _table(difference: Difference, width: int) -> Iterator[Text]:
    """Yield the step table: label, must hold, yours; the last row is the one that differs."""
    rows = [(row.label, row.must, row.got) for row in difference.rows]
    table = [(difference.heading, "must hold", "yours"), *rows]
    left = min(2 * width // 5, max(len(clean(label)) for label, _, _ in table))
    half = (width - len(INDENT) - left - 4 - len(MARK)) // 2
    middle = min(half, max(len(line) for _, must, _ in table for line in must.split("\n")))
    right = width - len(INDENT) - left - middle - 4 - len(MARK)
    for number, row in enumerate(table):
        cells = [_cell(text, wide) for text, wide in zip(row, (left, middle, right), strict=True)]
        differs = number == len(rows)
        for index, (label, must, got) in enumerate(zip_longest(*cells, fillvalue="")):
            mark = MARK if differs and not index else ""
            line = Text(f"{INDENT}{label:<{left}}  {must:<{middle}}  ")
            line.append(got, style="red" if differs else "")
            line.append(mark, style="bold red")
            line.rstrip()
            if not number:
                line.stylize("dim")
            yield line


def _cell(text: str, width: int) -> list[str]:
    return [part for line in clean(text).split("\n") for part in textwrap.wrap(line, width) or [""]]


def _isolation(report: Report, width: int) -> Iterator[Text]:
    """Say what confined the code when it was less than all, so that no level drops silently."""
    found = report.isolation
    if found is None or not found.layers or found.level == LEVELS[-1]:
        return
    yield Text()
    yield Text(f"{INDENT}jail: {found.level}, not {LEVELS[-1]}; missing", style="dim")
    for line in missing(found.layers):
        yield from wrapped(f"- {clean(line)}", width, "dim")


def _output(report: Report, width: int) -> Iterator[RenderableType]:
    if not report.output:
        return
    lines, cut = boxed(report.output)
    yield Text()
    yield Text(f"{INDENT}your code printed:", style="dim")
    for line in lines:
        yield Text(f"{INDENT}  | {line}"[:width], style="dim")
    if cut or report.output_cut:
        yield Text(f"{INDENT}  | ... (more was cut)", style="dim")
