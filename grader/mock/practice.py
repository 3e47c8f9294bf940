"""What went well in practice: which rules held in the last attempts without a clock."""

from grader import history
from grader.report import ALL
from grader.state.attempt import Attempt

LAST = 5  # attempts that are looked at; older ones say little about today


def practised(drill: str) -> list[dict[str, str]]:
    """Return rule -> status of the last practice attempts at a drill that ran, newest first."""
    found = [one for one in reversed(history.of(drill)) if _counts(one)]
    return [{rule["id"]: rule["status"] for rule in one.report["rules"]} for one in found[:LAST]]


def _counts(attempt: Attempt) -> bool:
    is_practice = attempt.disclosure == "practice" and attempt.scope == ALL
    return is_practice and attempt.status in ("passed", "failed")
