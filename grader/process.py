"""A worker's process: how it is started, and what its end says."""

import signal
import subprocess

from grader import bubble
from grader.answer import Answer, Crashed, Hit
from grader.catalogue import ROOT

BOOT = """import sys
sys.path.append(sys.argv[1])
from grader.child import main
main(sys.argv[1], int(sys.argv[2]))"""
SIGNALLED = 128  # what bubblewrap adds to the number of a signal that ended what it holds


def start(seed: int, reply_write: int) -> subprocess.Popen[bytes]:
    """Start a jailed Python that replies on the descriptor `reply_write`."""
    # -P -s -S and an environment of our own isolate as -I -S does, but let us fix the hash seed
    return subprocess.Popen(
        bubble.command(["-P", "-s", "-S", "-c", BOOT, str(ROOT), str(reply_write)]),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        pass_fds=(reply_write,),
        env={
            "LANG": "C.UTF-8",
            "MALLOC_ARENA_MAX": "1",  # else 64 MiB of the memory allowed go for each thread
            "PYTHONHASHSEED": str(seed % 2**32),
            "PYTHONIOENCODING": "utf-8:backslashreplace",  # no print of a learner's can fail
        },
        cwd="/",
        start_new_session=True,
    )


def filenos(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Return the descriptors of the pipes to stdin and from stdout."""
    assert process.stdin is not None, "asked for as a pipe"
    assert process.stdout is not None, "asked for as a pipe"
    return process.stdin.fileno(), process.stdout.fileno()


def ending(process: subprocess.Popen[bytes]) -> Answer:
    """Return how a process ended, once its reply pipe is closed."""
    try:
        code = process.wait(timeout=0.2)
    except subprocess.TimeoutExpired:
        return Crashed("your code closed the worker's reply pipe")
    if code > SIGNALLED and any(layer.on for layer in bubble.layers()):
        code = SIGNALLED - code
    if code >= 0:
        return Crashed(f"your code ended the process (exit code {code})")
    name = signal.Signals(-code).name
    if name == "SIGXCPU":
        return Hit("time", "the process used all of its CPU time")
    return Crashed(f"the process was ended by signal {name}")
