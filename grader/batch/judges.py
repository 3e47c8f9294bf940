"""Warm judges: processes that grade one file after another, for callers in any thread.

Starting Python and loading the checks costs more than a grade, so each process does it once.
Left out: what happens in such a process (`warm.py`), a cluster of them (`cluster.py`).
"""

import pickle
import select
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import LifoQueue
from typing import IO

from grader.batch.task import Task
from grader.catalogue import ROOT, find
from grader.error import DrillError
from grader.judge import SCENARIOS
from grader.report import Report

BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from grader.batch.warm import main; main()"
SECONDS = 300.0  # for one answer: several times what the limits of a grade leave to a file
TRIES = 2  # a process that was killed, for want of memory say, is replaced once a file


class Fault(DrillError):
    """A file got no verdict, and that is no fault of the file; `details` is for a bug report."""

    def __init__(self, file: str, says: str, details: str = "") -> None:
        hint = "it has no verdict yet; grade it again"
        super().__init__(f"{file}: {says}", hint=hint, code=70)
        self.file = file
        self.says = says
        self.details = details

    def __reduce__(self) -> tuple[type["Fault"], tuple[str, str, str]]:
        """Return how to make it again on another machine."""
        return Fault, (self.file, self.says, self.details)


class Judges:
    """Up to `processes` warm judges, each started when it is first needed.

    Safe to call from several threads: a judge belongs to one call at a time. Used in a `with`
    statement, or closed by hand.
    """

    def __init__(self, processes: int) -> None:
        if processes < 1:
            raise DrillError(f"{processes} processes cannot judge", hint="at least 1")
        self._all = [_Judge() for _ in range(processes)]
        self._idle: LifoQueue[_Judge] = LifoQueue()  # the one used last is warm
        for judge in self._all:
            self._idle.put(judge)

    def __enter__(self) -> "Judges":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def judge(
        self, drill: str, source: str, *, seed: int, scenarios: int = SCENARIOS, file: str = ""
    ) -> Report:
        """Return the verdict on `source`, a text, as the file of the drill of that name.

        `seed`, 0 to 2**32 - 1, fixes the scenarios; `file` is only shown. A DrillError says what is
        wrong with the question; whatever is wrong with `source` is in the report.
        """
        if not 0 <= seed < 2**32 or scenarios < 1:
            raise DrillError(
                f"no grade has seed {seed} and {scenarios} scenarios",
                hint="the seed is 0 to 4294967295, the scenarios are 1 or more",
            )
        known = find(drill)
        content = source.encode("utf-8", "surrogatepass")
        asked = Task(known.name, file or known.file, seed, scenarios, content, len(content))
        return self.grade(asked)

    def grade(self, task: Task) -> Report:
        """Return the verdict on one task; raise a Fault when none can be had."""
        judge = self._idle.get()
        try:
            for _ in range(TRIES):
                answer = judge.ask(task)
                if isinstance(answer, Report):
                    return answer
                if isinstance(answer, str):
                    raise Fault(task.file, "a fault of ours in the judge", answer)
            raise Fault(task.file, "the process that judged it was ended")
        finally:
            self._idle.put(judge)

    def grade_all(self, tasks: Iterable[Task]) -> Iterator[Report | Fault]:
        """Yield a report or a fault for each task, as they come; few are read ahead.

        Closes the judges when it is left early, so that nothing is waited for.
        """
        waiting: set[Future[Report]] = set()
        threads = ThreadPoolExecutor(len(self._all))
        try:
            for task in tasks:
                waiting.add(threads.submit(self.grade, task))
                if len(waiting) > len(self._all):
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from map(_result, done)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from map(_result, done)
        finally:
            if waiting:
                self.close()
            threads.shutdown(cancel_futures=True)

    def close(self) -> None:
        """End all processes; what they were grading gets no verdict."""
        for judge in self._all:
            judge.close()


class _Judge:
    """One process, started with its first task."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # closing may come from another thread than asking
        self._is_closed = False
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, task: Task) -> object:
        """Return the answer to a task; None when the process ended without one."""
        with self._lock:
            if self._is_closed:
                return None
            process = self._process = self._process or _started()
        tasks, answers = _pipes(process)
        try:
            pickle.dump(task, tasks)
            tasks.flush()
            poll = select.poll()
            poll.register(answers, select.POLLIN)
            if poll.poll(SECONDS * 1000):
                return pickle.load(answers)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            pass  # it was killed, perhaps in the middle of an answer
        self._end()
        return None

    def close(self) -> None:
        """End the process for good."""
        with self._lock:
            self._is_closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in _pipes(process):
            with suppress(OSError):
                pipe.close()


def _started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", BOOT, str(ROOT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the parent, which then ends this one in order
    )


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None, "asked for as a pipe"
    assert process.stdout is not None, "asked for as a pipe"
    return process.stdin, process.stdout


def _result(done: "Future[Report]") -> Report | Fault:
    try:
        return done.result()
    except Fault as fault:
        return fault
