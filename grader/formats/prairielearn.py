"""PrairieLearn's results.json for external graders: a score from 0 to 1, a test a rule.

A file that could not be graded is "not gradable", which costs the student no attempt; one that hit
a limit was run, and scores 0.
"""

import json

from grader.formats.entry import Entry, entries, headline, points
from grader.formats.text import harmless
from grader.report import Report


def prairielearn(report: Report) -> str:
    """Return the report as the text of results.json, far below the megabyte that is taken."""
    held, of = points(report)
    body: dict[str, object] = {
        "gradable": report.status != "ungradable",
        "score": held / of if of else 0.0,
        "message": headline(report),
        "output": harmless(report.output),
        "tests": [_test(entry) for entry in entries(report)],
    }
    if report.status == "ungradable":
        body["format_errors"] = [headline(report)]
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _test(entry: Entry) -> dict[str, object]:
    return {
        "name": entry.name,
        "points": 1 if entry.outcome == "held" else 0,
        "max_points": 1,
        "message": entry.says,
    }
