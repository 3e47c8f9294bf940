"""What became of many files, counted; and as a table for a spreadsheet."""

import csv
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.batch.ledger import Line
from grader.catalogue import find
from grader.clean import clean
from grader.error import DrillError

COLUMNS = ("file", "drill", "status", "why", "says", "rules held", "rules", "seed", "seconds")
WORDS = {"ungradable": "could not be graded", "limit": "hit a limit"}
WIDTH = 200  # characters of a sentence in the table


class Summary:
    """Counts verdicts by drill, status and what they were about."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, str]] = Counter()  # drill, status, rule or kind
        self.levels: Counter[str] = Counter()  # of isolation

    def add(self, verdict: Line) -> None:
        """Count one verdict."""
        self.counts[verdict["drill"], verdict["status"], why(verdict)] += 1
        if verdict["isolation"]:
            self.levels[verdict["isolation"]["level"]] += 1

    def screen(self) -> Iterator[str]:
        """Yield the lines of the table: passed, failed by rule, ungradable by kind, limits."""
        for drill in sorted({drill for drill, _, _ in self.counts}):
            yield f"  {drill:<26}{self._count(drill):>6}  {_files(self._count(drill))}"
            for status in ("passed", "failed", "ungradable", "limit"):
                yield f"    {WORDS.get(status, status):<24}{self._count(drill, status):>6}"
                if status != "passed":
                    yield from self._reasons(drill, status)

    def _count(self, drill: str, status: str | None = None) -> int:
        return sum(
            count
            for (name, what, _), count in self.counts.items()
            if name == drill and status in (None, what)
        )

    def _reasons(self, drill: str, status: str) -> Iterator[str]:
        """Yield a line a rule, in the drill's order, or a kind, the most frequent first."""
        found = {
            why: n
            for (name, what, why), n in self.counts.items()
            if (name, what) == (drill, status)
        }
        rules = {rule.id: rule for rule in find(drill).rules}
        order = [rule for rule in rules if rule in found]
        order += sorted(found.keys() - rules, key=lambda why: (-found[why], why))
        for reason in order:
            says = textwrap.wrap(rules[reason].says, 44) if reason in rules else []
            first = says[0] if says else ""
            yield f"      {reason:<22}{found[reason]:>6}  {first}".rstrip()
            yield from (f"{'':<36}{line}" for line in says[1:])


def why(verdict: Line) -> str:
    """Return the rule that was told, or the kind of the problem; "" for a pass.

    A worker's frame can be forged: a kind that is no word of ours is "unknown".
    """
    if verdict["status"] == "failed":
        return next((r["id"] for r in verdict["rules"] if r["first_difference"]), "")
    if not verdict["problem"]:
        return ""
    kind = str(verdict["problem"]["kind"])
    return kind if re.fullmatch("[a-z]{1,12}", kind) else "unknown"


def write_csv(path: Path, verdicts: Iterable[Line]) -> None:
    """Write a row a file, by name; no cell begins with what a spreadsheet would compute."""
    rows = sorted(_row(verdict) for verdict in verdicts)
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(rows)
    except OSError as error:
        raise DrillError(f"{path} cannot be written: {error.strerror or error}") from error


def _row(verdict: Line) -> list[str]:
    held = sum(rule["status"] == "ok" for rule in verdict["rules"])
    cells = [
        verdict["file"],
        verdict["drill"],
        verdict["status"],
        why(verdict),
        _says(verdict),
        held,
        len(verdict["rules"]),
        verdict["seed"],
        verdict["seconds"],
    ]
    return [_cell(str(cell)) for cell in cells]


def _says(verdict: Line) -> str:
    if verdict["problem"]:
        return str(verdict["problem"]["says"])
    told = why(verdict)
    return next((rule["title"] for rule in verdict["rules"] if rule["id"] == told), "")


def _cell(text: str) -> str:
    text = clean(text[:WIDTH]).replace("\n", " ")
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _files(count: int) -> str:
    return "file" if count == 1 else "files"
