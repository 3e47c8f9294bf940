"""bubblewrap: a second wall round a worker, outside of its own jail, for who asks for it.

DRILL_JAIL=bubblewrap starts workers in namespaces of their own: no other process, no network, and
of the files only Python's and the few of ours that a worker runs. Whether the wall stands is one
more layer in the report; asked for and missing, the jail is not strong. It costs each worker some
hundredths of a second, so it is not put up unasked. Left out: everything that the inner jail does.
"""

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from grader.catalogue import ROOT
from grader.error import DrillError
from grader.jail import Layer

VARIABLE, NAME = "DRILL_JAIL", "bubblewrap"
OURS = ("__init__.py", "child.py", "jail", "plain.py", "seal.py", "wire.py", "__pycache__")
SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
NAMESPACES = ("pid", "net", "ipc", "uts", "cgroup-try")
# What root's worker needs to become a user id of its own; it gives them up on the way in.
KEPT = ("CAP_SETUID", "CAP_SETGID", "CAP_DAC_READ_SEARCH")


def is_asked() -> bool:
    """Return whether the wall is asked for; another value than its name is an error."""
    said = os.environ.get(VARIABLE, "")
    if said not in ("", NAME):
        raise DrillError(f"{VARIABLE} is {said!r}", hint=f"{NAME} is all that it may say")
    return said == NAME


def layers() -> tuple[Layer, ...]:
    """Return the wall as a layer, on or off with the reason; nothing where nobody asked."""
    if not is_asked():
        return ()
    missing = _missing()
    return (Layer(NAME, not missing, missing),)


def command(python: list[str]) -> list[str]:
    """Return the command that runs this one of Python's inside the wall, if that is to stand."""
    if not is_asked() or _missing():
        return [sys.executable, *python]
    return [*_wall(), os.path.realpath(sys.executable), *python]


def innermost(pid: int) -> int:
    """Return the process that does the work: the last child of the last child."""
    while below := _children(pid):
        pid = below[-1]
    return pid


def _children(pid: int) -> list[int]:
    try:
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except (OSError, ValueError):
        return []


@lru_cache(maxsize=1)
def _missing() -> str:
    """Return why the wall cannot be put up here, "" when it can: try it once."""
    if not shutil.which("bwrap"):
        return "the program bwrap is not installed"
    probe = [*_wall(), os.path.realpath(sys.executable), "-I", "-S", "-c", ""]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap did not run ({type(error).__name__})"
    said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return said[-1] if done.returncode else ""


def _wall() -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--chdir", "/"]
    if os.geteuid() == 0:
        words += [word for capability in KEPT for word in ("--cap-add", capability)]
    else:
        words.append("--unshare-user")
    words += [f"--unshare-{name}" for name in NAMESPACES]
    words += [word for path in SYSTEM for word in ("--ro-bind-try", path, path)]
    words += ["--ro-bind", sys.base_prefix, sys.base_prefix, "--dev", "/dev", "--proc", "/proc"]
    words += ["--tmpfs", str(ROOT)]  # hides all of ours, where it lies below Python itself
    for name in OURS:
        path = str(ROOT / "grader" / name)
        words += ["--ro-bind-try", path, path]
    return words
