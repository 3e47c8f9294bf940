"""The inside of a warm judge: a process that has loaded everything once and grades file after file.

It ends with its parent, however that ends, in the middle of a grade too. Left out: the parent's
side (`judges.py`). Tasks and reports are pickled: both ends are ours, and the learner's code runs
in a third process, behind `wire.py`.
"""

import os
import pickle
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

from grader.batch.task import Task, graded


def main() -> None:
    """Answer each task on stdin with a report, or with the text of a fault of ours, on stdout."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not look like a reply
    tasks: SimpleQueue[Task] = SimpleQueue()
    threading.Thread(target=_listen, args=[sys.stdin.buffer, tasks], daemon=True).start()
    while True:
        pickle.dump(_answer(tasks.get()), replies)
        replies.flush()


def _listen(requests: BinaryIO, tasks: "SimpleQueue[Task]") -> None:
    """Queue what comes in; the pipe's end is the end of the parent, and so of this process."""
    while True:
        try:
            tasks.put(pickle.load(requests))
        except EOFError:
            os._exit(0)  # the worker that a grade may be running dies with us: jail/process.py


def _answer(task: Task) -> object:
    try:
        return graded(task)
    except Exception:
        return traceback.format_exc()
