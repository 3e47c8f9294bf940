"""Play one scenario under Python's debugger, in the learner's own file.

A debugger needs the terminal, so this process keeps it: it is the one place where the learner's
code is not shut off from everything else. The judge is not in it and no verdict comes from it; what
a debugger can live with stays on: no files but the standard library, limits on memory and CPU time,
no new privileges. Left out: a debugger of our own; pdb is the standard one.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from grader.catalogue import ROOT, Drill
from grader.check import Scenario
from grader.error import DrillError
from grader.limits import Limits
from grader.material import modules

BOOT = """import sys
sys.path.append(sys.argv[1])
from grader.trace.debugged import main
main(int(sys.argv[2]))"""


def debug(drill: Drill, source: str, file: Path, scenario: Scenario) -> int:
    """Run the debugger on this terminal until the person leaves it; return an exit code.

    Stops first where the learner's code is first called.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise DrillError(
            "a debugger needs a terminal", hint="drill trace  without --pdb needs none"
        )
    read, write = os.pipe()
    setup = {
        "name": drill.name,
        "file": str(file.resolve()),
        "source": source,
        "modules": [asdict(module) for module in modules(drill)],
        "functions": _to_write(drill),
        "scenario": scenario,
        "memory_bytes": Limits().memory_bytes,
    }
    command = [sys.executable, "-P", "-s", "-S", "-c", BOOT, str(ROOT), str(read)]
    with subprocess.Popen(command, pass_fds=(read,)) as process:
        os.close(read)
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            json.dump(setup, pipe)
        return 0 if _wait(process) == 0 else 1


def _to_write(drill: Drill) -> list[str]:
    """Return the names that the stub leaves to write: "Scheduler.schedule"."""
    left = re.findall(r'NotImplementedError\("write (\w+)', drill.text("stub.py"))
    names = [signature.name for signature in drill.signatures]
    return [name for name in names if name.split(".")[-1] in left]


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Wait for the debugger; Ctrl-C is for it, not for us."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
