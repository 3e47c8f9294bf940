"""One file to grade, as plain data that travels to another process or machine."""

import hashlib
import json
from dataclasses import dataclass

from grader.catalogue import find
from grader.error import DrillError
from grader.folder import decoded
from grader.judge import SCENARIOS, judge, refused
from grader.limits import Limits
from grader.report import Report

# Alone, a file's counterexample is made small for half a second of wall clock. Beside others that
# would depend on how busy the machine is: here the number of tries decides.
LIMITS = Limits(shrink_seconds=10.0)


@dataclass(frozen=True)
class Task:
    """A file and how to grade it; the same task gets the same verdict wherever it is judged."""

    drill: str
    file: str  # its name, to be shown
    seed: int
    scenarios: int = SCENARIOS
    content: bytes = b""  # no more than one byte over what is graded
    size: int = 0  # bytes of the whole file
    problem: str = ""  # why it could not be read

    def key(self, judge: str) -> str:
        """Return a digest of all that the verdict depends on; `judge` is the judge's version."""
        asked = [judge, self.drill, self.seed, self.scenarios, self.size, self.problem]
        return hashlib.sha256(json.dumps(asked).encode() + self.content).hexdigest()[:32]


def graded(task: Task) -> Report:
    """Return the verdict on one file; a file that cannot be read is ungradable and says why."""
    drill = find(task.drill)
    if task.problem:
        return refused(drill, task.file, task.seed, task.problem)
    try:
        source = decoded(task.content, task.size)
    except DrillError as error:
        return refused(drill, task.file, task.seed, str(error))
    return judge(
        drill,
        source,
        seed=task.seed,
        scenarios=task.scenarios,
        file=task.file,
        limits=LIMITS,
    )
