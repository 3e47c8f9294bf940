"""A report as a list of rules with a sentence each, which is what all other graders want."""

from dataclasses import dataclass
from typing import Literal

from grader.check import Row
from grader.formats.text import harmless
from grader.report import ALL, PRACTICE, Counterexample, Report, RuleReport

SAYS = 1000  # characters of what went wrong, which may be said again for each rule

# held: it was at stake and held; broken; open: its part may stay unwritten, and is;
# unknown: nothing can be said, so it does not count as held
Outcome = Literal["held", "broken", "open", "unknown"]


@dataclass(frozen=True)
class Entry:
    """One rule: `name` is "R3  a prefill step computes …", `says` explains the outcome."""

    id: str
    name: str
    outcome: Outcome
    says: str


def entries(report: Report) -> list[Entry]:
    """Return one entry for each rule that was asked, in the drill's order."""
    return [_entry(report, rule) for rule in report.rules]


def points(report: Report) -> tuple[int, int]:
    """Return how many rules hold, and of how many: 15 of 16.

    A rule of a part that may stay unwritten, and is, counts as not held: the part is worth points.
    """
    found = entries(report)
    return sum(entry.outcome == "held" for entry in found), len(found)


def headline(report: Report) -> str:
    """Return the verdict in a sentence, with what it was limited to."""
    limited = "" if report.scope == ALL else f" (only {report.scope})"
    if report.status == "passed":
        return f"Passed: every rule of {report.drill} that was asked holds{limited}."
    if report.counterexample:
        return f"Failed: {report.counterexample.rule} is broken{limited}."
    says = harmless(report.problem.says, SAYS) if report.problem else "no reason was given"
    if report.status == "limit":
        return f"A limit was hit, so nothing passed: {says}"
    line = f"line {report.problem.line}: " if report.problem and report.problem.line else ""
    return f"Could not be graded, so nothing passed: {line}{says}"


def _entry(report: Report, rule: RuleReport) -> Entry:
    name = f"{rule.id}  {rule.title}"
    if rule.status == "ok":
        return Entry(rule.id, name, "held", f"Held in {rule.scenarios} scenarios.")
    if rule.status == "failed":
        return Entry(rule.id, name, "broken", _broken(report, rule))
    if rule.status == "unwritten":
        return Entry(rule.id, name, "open", "Its part is not written yet.")
    if rule.needs:
        says = f"Cannot be told while {', '.join(rule.needs)} is broken."
        return Entry(rule.id, name, "unknown", says)
    return Entry(rule.id, name, "unknown", headline(report))


def _broken(report: Report, rule: RuleReport) -> str:
    found = report.counterexample
    if found is None or found.rule != rule.id or report.disclosure != PRACTICE:
        told = f"; {found.rule} is told first" if found and found.rule != rule.id else ""
        return f"Broken in a scenario that was played{told}."
    return harmless("\n".join(_told(found)))


def _told(found: Counterexample) -> list[str]:
    difference, before = found.difference, list[str]()
    if difference.before:
        before = ["", f"Before the last {difference.heading}:", difference.before]
    return [
        found.means,
        "",
        "The smallest scenario that breaks it:",
        *(f"    {line}" for line in found.shown),
        *before,
        "",
        *_row(difference.heading, difference.rows[-1]),
        *([] if found.repeats else ["", "It depends on earlier calls or on chance."]),
    ]


def _row(heading: str, row: Row) -> list[str]:
    return [
        f"{heading} {row.label}",
        "  must hold:",
        *(f"    {line}" for line in row.must.split("\n")),
        "  yours:",
        *(f"    {line}" for line in row.got.split("\n")),
    ]
