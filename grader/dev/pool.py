"""Processes that judge programs side by side and end when the process that asked them ends."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def pool(jobs: int | None = None) -> ProcessPoolExecutor:
    """Return a pool of `jobs` processes, one a core without a number.

    An executor's processes wait on a queue whose writing end each of them holds too, so the end of
    their parent alone would never wake them: killed, it left them behind, asleep, for good.
    """
    context = get_context("spawn")
    return ProcessPoolExecutor(jobs or os.cpu_count(), context, initializer=_end_with_parent)


def _end_with_parent() -> None:
    Thread(target=_watch, daemon=True, name="end with parent").start()


def _watch() -> None:
    parent = parent_process()
    assert parent is not None, "a process of the pool has a parent"
    parent.join()  # returns when it is gone, however it went
    os._exit(1)  # no clean-up: a worker of the judge's dies with its judge
