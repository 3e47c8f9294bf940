"""The worked calls of the drill `sizing`; a call and its answer are a row of the plain table."""

from grader.check import Scenario
from grader.plain import Plain


def _call(name: str, *args: Plain) -> Plain:
    return {"call": name, "args": list(args)}


LESSON: Scenario = {
    "calls": [
        _call("kv_bytes_per_token", 32, 32, 128, 2, 1),
        _call("kv_bytes_per_token", 32, 8, 128, 2, 1),
        _call("kv_bytes_per_token", 28, 8, 128, 2, 1),
        _call("kv_bytes_per_token", 32, 8, 128, 2, 8),
        _call("kv_bytes_per_token", 32, 8, 128, 2, 16),
    ]
}


def picture(_scenario: Scenario, _seen: Plain) -> None:
    """Leave the drawing to the plain table."""
