"""Processes that judge programs side by side and end when the process that asked them ends."""

import os
import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread


@contextmanager
def pool(jobs: int | None = None) -> Generator[ProcessPoolExecutor, None, None]:
    """Hold a pool of `jobs` processes; an exception empties it.

    Without a number there is one more than there are cores: a judge waits for its worker at times.

    An executor's processes wait on a queue whose writing end each of them holds too, so the end of
    their parent alone would never wake them: killed, it left them behind, asleep, for good.
    """
    context = get_context("spawn")
    processes = ProcessPoolExecutor(jobs or 1 + (os.cpu_count() or 1), context, initializer=_begin)
    try:
        yield processes
    finally:
        # what is still queued after an exception or Ctrl-C is of no use to anybody
        processes.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told too, and decides
    Thread(target=_watch, daemon=True, name="end with parent").start()


def _watch() -> None:
    parent = parent_process()
    assert parent is not None, "a process of the pool has a parent"
    parent.join()  # returns when it is gone, however it went
    os._exit(1)  # no clean-up: a worker of the judge's dies with its judge
