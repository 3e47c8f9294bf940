"""Gradescope's results.json: a test of one point for each rule.

The total is left to Gradescope, which adds the tests up; all text is declared to be plain.
"""

import json

from grader.formats.entry import Entry, entries, headline
from grader.formats.text import harmless
from grader.report import Report


def gradescope(report: Report) -> str:
    """Return the report as the text of results.json."""
    printed = harmless(report.output)
    output = f"{headline(report)}\n\nYour code printed:\n{printed}" if printed else headline(report)
    body = {
        "execution_time": round(report.seconds, 3),
        "output": output,
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(entry) for entry in entries(report)],
        "extra_data": {
            "status": report.status,
            "seed": f"{report.seed:08x}",
            "isolation": report.isolation.level if report.isolation else "none",
            **report.versions,
        },
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _test(entry: Entry) -> dict[str, object]:
    return {
        "score": 1 if entry.outcome == "held" else 0,
        "max_score": 1,
        "status": "passed" if entry.outcome == "held" else "failed",
        "name": entry.name,
        "number": entry.id,
        "output": entry.says,
        "visibility": "visible",
    }
