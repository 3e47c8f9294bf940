"""exercism's results.json, version 3: a test a rule.

"fail" needs at least one test that failed and "pass" that all passed, so what costs no pass is left
out: rules of a part that is open, and in a grade of a few scenarios those that were not at stake.
Its runners end with exit code 0 whatever the verdict, which is `drill grade --exit-zero`.
"""

import json

from grader.formats.entry import Entry, entries, headline
from grader.formats.text import harmless
from grader.report import Report

OUTPUT = 500  # characters of prints that exercism takes for one test
STATUS = {"held": "pass", "broken": "fail", "unknown": "error"}


def exercism(report: Report) -> str:
    """Return the report as the text of results.json."""
    left_out = ("open", "unknown") if report.status == "passed" else ("open",)
    asked = [entry for entry in entries(report) if entry.outcome not in left_out]
    body: dict[str, object] = {"version": 3, "status": _status(report), "message": None}
    if body["status"] == "error":
        body["message"] = headline(report)
        body["tests"] = []
    else:
        body["tests"] = [_test(report, entry) for entry in asked]
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _status(report: Report) -> str:
    return {"passed": "pass", "failed": "fail"}.get(report.status, "error")


def _test(report: Report, entry: Entry) -> dict[str, object]:
    test: dict[str, object] = {
        "name": entry.name,
        "status": STATUS[entry.outcome],
        "message": None if entry.outcome == "held" else entry.says,
    }
    is_told = report.counterexample is not None and report.counterexample.rule == entry.id
    if is_told and report.output:
        test["output"] = harmless(report.output, OUTPUT)
    return test
