"""Processes that a run starts, and what becomes of them."""

import csv
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Line = dict[str, Any]


def lines(path: Path) -> dict[str, Line]:
    """Return the verdicts of a file by the name of what was graded; none may come twice."""
    found = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    assert len({line["file"] for line in found}) == len(found)
    return {line["file"]: line for line in found}


def verdict(line: Line) -> tuple[object, ...]:
    """Return what must not depend on the machine, the number of workers or the moment."""
    rules = tuple((rule["id"], rule["status"], rule["scenarios"]) for rule in line["rules"])
    kind = line["problem"]["kind"] if line["problem"] else ""
    told = tuple(rule["id"] for rule in line["rules"] if rule["first_difference"])
    return line["drill"], line["status"], kind, told, rules, line["scenarios"], line["seed"]


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def descendants(pid: int) -> set[int]:
    """Return the ids of the processes below a process that run.

    The first process of a namespace inherits orphans, and they wait for it in vain.
    """
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            found |= {child} | descendants(child)
    return {one for one in found if is_alive(one)}


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for something that other processes do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


needs_proc = pytest.mark.skipif(
    sys.platform != "linux", reason="needs /proc to see which processes there are"
)
