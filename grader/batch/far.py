"""What runs on a worker of a Dask cluster: judges of its own, kept warm between tasks.

Left out: the side that sends the tasks (`cluster.py`).
"""

import os
from functools import cache
from typing import Any

from grader.batch.files import judge_version
from grader.batch.judges import Judges
from grader.batch.task import Task
from grader.catalogue import find
from grader.error import DrillError
from grader.report import Report


def graded(fields: dict[str, Any], version: str) -> Report:
    """Return the verdict on the task with these fields, by the judge of this version only."""
    task = Task(**fields)
    if judge_version(find(task.drill)) != version:
        raise DrillError(
            f"this worker's judge of {task.drill} differs from the one that asks",
            hint="install the same infra-drill on every machine",
        )
    return _judges().grade(task)


@cache
def _judges() -> Judges:
    """Return the judges of this process; each is started when a thread first needs it."""
    return Judges(max(32, os.cpu_count() or 1))
