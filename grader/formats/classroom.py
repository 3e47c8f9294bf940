"""GitHub Classroom: what its autograding reporter takes from a step, in base64, as GitHub hands it.

The reporter counts the tests that passed, adds their scores, and fails the job unless the status
is "pass". It prints every name and message into a log that obeys lines beginning with "::", which
`text.py` breaks up.
"""

import base64
import json

from grader.formats.entry import Entry, entries, points
from grader.report import Report

STATUS = {"held": "pass", "broken": "fail", "unknown": "error", "open": "error"}


def classroom(report: Report) -> str:
    """Return the report as one line, the value of the step's output `result`."""
    return base64.b64encode(json.dumps(body(report), ensure_ascii=False).encode()).decode()


def body(report: Report) -> dict[str, object]:
    """Return what is in the line."""
    status = {"passed": "pass", "failed": "fail"}.get(report.status, "error")
    return {
        "version": 1,
        "status": status,
        "max_score": points(report)[1],
        "tests": [_test(entry) for entry in entries(report)],
    }


def _test(entry: Entry) -> dict[str, object]:
    return {
        "name": entry.name,
        "status": STATUS[entry.outcome],
        "score": 1 if entry.outcome == "held" else 0,
        "message": None if entry.outcome == "held" else entry.says,
        "test_code": f"drill grade --rule {entry.id}",
    }
