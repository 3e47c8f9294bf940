"""Run `drill` with layers of the jail switched off: python without.py landlock,seccomp grade …

Nothing in the project can switch a layer off; this changes the start of the workers from outside,
and the judge's part of three layers: session, descriptors, environment.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from grader import process  # the path comes first
from grader.cli.app import run

SKIP = """
import grader.jail
enter = sys.modules["grader.jail.enter"]
put_on = enter.put_on
def skip(name, apply):
    return enter.Layer(name, False, "off in a test") if name in OFF else put_on(name, apply)
enter.put_on = skip
"""
IMPORT = "from grader.child import main\n"
Popen: Any = subprocess.Popen


def main(off: list[str], arguments: list[str]) -> int:
    """Switch the layers off and run a command of drill."""
    head, tail = process.BOOT.split(IMPORT)
    process.BOOT = f"{head}OFF = {off!r}\n{SKIP}{IMPORT}{tail}"

    def start(command: list[str], **options: Any) -> Any:
        if "session" in off:
            options["start_new_session"] = False
        if "environment" in off:
            options["env"] = {**os.environ, **options["env"]}
        if "descriptors" in off:
            for fd in options.pop("pass_fds"):
                os.set_inheritable(fd, True)
            options["close_fds"] = False
        return Popen(command, **options)

    cast(Any, subprocess).Popen = start
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].split(","), sys.argv[2:]))
