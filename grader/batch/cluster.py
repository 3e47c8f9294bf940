"""A Dask cluster as judge: the same tasks, mapped over machines that exist already.

Each worker of the cluster keeps warm judges of its own (`judges.py`) and needs infra-drill in the
same version. Dask sends a task to another worker when one is lost; each answer is taken once.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from grader.batch.files import judge_version
from grader.batch.judges import Fault
from grader.batch.task import Task
from grader.catalogue import find
from grader.error import DrillError
from grader.report import Report

MISSING = "needs Dask, which is not installed here"
AHEAD = 4  # tasks sent for each thread of the cluster, so that none waits for the network
RETRIES = 3  # of a task whose judge failed; lost workers are Dask's own to make good
SECONDS = 30  # for the scheduler to answer


class Cluster:
    """A connection to the cluster at `address`; "local" starts one of `jobs` processes here."""

    def __init__(self, address: str, jobs: int) -> None:
        try:
            self._distributed: Any = import_module("distributed")
        except ImportError as error:
            hint = "pip install 'infra-drill[dask]'"
            raise DrillError(f"--dask {MISSING}", hint=hint, code=6) from error
        self._local: Any = None
        if address == "local":
            self._local = self._distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client = self._distributed.Client(self._local or address, timeout=SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            raise DrillError(
                f"no Dask scheduler answers at {address!r}: {error}",
                hint="--dask tcp://HOST:8786      or  --dask local",
            ) from error

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()

    def grade_all(self, tasks: Iterable[Task]) -> Iterator[Report | Fault]:
        """Yield a report or a fault for each task, as they come; few are sent ahead."""
        threads = sum(self._client.nthreads().values())
        if not threads:
            raise DrillError("the cluster has no workers", hint="start some, then  --resume")
        todo = iter(tasks)
        running = self._distributed.as_completed(with_results=False)
        files: dict[str, str] = {}
        for task in islice(todo, AHEAD * threads):
            running.add(self._submit(task, files))
        for future in running:
            file = files.pop(future.key)
            for task in islice(todo, 1):
                running.add(self._submit(task, files))
            yield self._result(future, file)
            future.release()

    def _submit(self, task: Task, files: dict[str, str]) -> Any:
        import infra_drill

        version = judge_version(find(task.drill))
        future = self._client.submit(
            infra_drill.graded_on_worker, vars(task), version, pure=False, retries=RETRIES
        )
        files[future.key] = task.file
        return future

    def _result(self, future: Any, file: str) -> Report | Fault:
        error = future.exception()
        if error is not None:
            return Fault(file, f"the cluster gave no verdict ({type(error).__name__})", str(error))
        report: Report = future.result()
        return report
