"""A whole run: what is still to do, the verdicts as they come, what became of all files."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from grader.batch.files import File, judge_version, read
from grader.batch.judges import Fault
from grader.batch.ledger import Ledger, Line, line, lines
from grader.batch.task import Task
from grader.report import Report

Graders = Callable[[Iterable[Task]], Iterator[Report | Fault]]  # Judges.grade_all, or a cluster's


class Run:
    """One run over files with one seed; `kept` are verdicts of an earlier one that still hold."""

    def __init__(self, files: list[File], seed: int, scenarios: int) -> None:
        self.files = files
        self.seed = seed
        self.scenarios = scenarios
        self.kept: list[Line] = []
        self._versions = {file.drill.name: judge_version(file.drill) for file in files}
        self._keys: dict[str, str] = {}  # of the tasks that are being graded, by the file's name

    def resume(self, ledger: Ledger) -> None:
        """Keep what was graded already; take out what a file or the judge has changed since.

        Verdicts on files that are not asked for stay as they are.
        """
        found = {one["file"]: one for one in lines(ledger.path)}
        keys = {task.file: self._key(task) for task in self._tasks(self.files)}
        holding = [one for name, one in found.items() if keys.get(name, one["task"]) == one["task"]]
        ledger.keep(holding)
        self.kept = [one for one in holding if one["file"] in keys]

    def grade(self, graders: Graders, ledger: Ledger) -> Iterator[Line | Fault]:
        """Grade what is still to do; yield each verdict once it is in the ledger."""
        done = {one["file"] for one in self.kept}
        todo = [file for file in self.files if file.name not in done]
        for outcome in graders(self._noted(self._tasks(todo))):
            key = self._keys.pop(outcome.file)
            if isinstance(outcome, Fault):
                yield outcome
                continue
            verdict = line(outcome, key)
            ledger.add(verdict)
            yield verdict

    def _tasks(self, files: list[File]) -> Iterator[Task]:
        return (read(file, self.seed, self.scenarios) for file in files)

    def _noted(self, tasks: Iterable[Task]) -> Iterator[Task]:
        for task in tasks:
            self._keys[task.file] = self._key(task)
            yield task

    def _key(self, task: Task) -> str:
        return task.key(self._versions[task.drill])


def seed_of(path: Path) -> int | None:
    """Return the seed of the verdicts in a file; None when it holds none."""
    first = next(iter(lines(path)), None) if path.is_file() else None
    return None if first is None else int(first["seed"], 16)


def shard(files: list[File], number: int, of: int) -> list[File]:
    """Return the files of one of several machines: 1 of 3 takes the 1st, 4th, 7th, …"""
    return files[number - 1 :: of]
