"""The small layers, each alone."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.jail.conftest import BOOT, ROOT, Jailed

LIMITS = "limits.limit(Limits(1 << 28, 1, 16, {threads}), 0)"
linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux only")


def test_the_environment_is_empty(jailed: Jailed) -> None:
    """No variable and no argument tells where the project or the person is."""
    code = "print(dict(os.environ), sys.argv, os.getcwd(), os.getenv('CANARY'), len(sys.orig_argv))"
    ended = jailed(code, "environment.scrub()")

    assert ended.said == "{} [''] / None 1\n"


def test_the_import_path_holds_the_standard_library_alone(jailed: Jailed) -> None:
    """The project's folder is off the path; a module that was not loaded cannot be found."""
    code = "print([p for p in sys.path if 'packages' in p or p == str(%r)])" % str(ROOT)  # noqa: UP031
    ended = jailed(code + "\nimport grader.properties", "environment.scrub()")

    assert ended.said.startswith("[]\n")


def test_descriptors_that_were_open_are_closed(jailed: Jailed, tmp_path: Path) -> None:
    """Only the descriptors that are kept are left, above and between."""
    code = """
kept = [fd for fd in range(64) if not _closed(fd)]
print(kept)
"""
    layers = """
def _closed(fd):
    try: os.fstat(fd)
    except OSError: return True
    return False
a, b = os.pipe(); c, d = os.pipe(); os.dup2(0, 40)
descriptors.close_all_but(frozenset({0, 1, 2, c}))
"""
    ended = jailed(code, layers)

    assert ended.said == "[0, 1, 2, 5]\n"


def test_memory_is_limited(jailed: Jailed) -> None:
    """More than the allowed address space is a MemoryError, not a full machine."""
    ended = jailed("bytearray(1 << 29)", LIMITS.format(threads=16))

    assert "MemoryError" in ended.said


def test_cpu_time_is_limited(jailed: Jailed) -> None:
    """A loop ends by SIGXCPU, one that ignores it by SIGKILL a second later."""
    assert jailed("while True: pass", LIMITS.format(threads=16)).code == -signal.SIGXCPU


def test_files_cannot_grow(jailed: Jailed, tmp_path: Path) -> None:
    """Not a byte can be written to a file, even through a descriptor that was open before."""
    target = tmp_path / "target"
    ended = jailed(
        "os.write(fd, b'x')",
        f"fd = os.open({str(target)!r}, os.O_CREAT | os.O_WRONLY)\n" + LIMITS.format(threads=16),
    )

    assert "File too large" in ended.said
    assert target.read_bytes() == b""


def test_descriptors_are_limited(jailed: Jailed) -> None:
    """The sixteenth descriptor is the last."""
    assert "Too many open files" in jailed("while True: os.dup(0)", LIMITS.format(threads=16)).said


@linux
def test_threads_are_allowed_and_limited(jailed: Jailed) -> None:
    """Some threads start; a thousand do not."""
    code = """
import threading, time
started = 0
try:
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(0.2,), daemon=True).start()
        started += 1
except RuntimeError as error:
    print(started >= 4, started < 200, error, flush=True)
os._exit(0)
"""
    assert jailed(code).said == "True True can't start new thread\n"


@linux
def test_the_worker_dies_with_the_judge(tmp_path: Path) -> None:
    """A judge that is killed leaves no worker behind, even one that never reads its pipe."""
    child = f"""{BOOT}
process.die_with(os.getppid())
print(os.getpid(), flush=True)
import time
time.sleep(30)"""
    command = [sys.executable, "-P", "-s", "-S", "-c", child, str(ROOT)]
    parent = f"import subprocess; subprocess.Popen({command!r}).wait()"
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True
    ) as judge:
        assert judge.stdout is not None
        worker = int(judge.stdout.readline())
        judge.kill()
        assert judge.stdout.read() == ""  # returns when the worker's end of the pipe is closed

    assert not Path(f"/proc/{worker}/cwd").is_dir()


@linux
def test_the_process_is_not_dumpable(jailed: Jailed) -> None:
    """Others of the same user can neither trace it nor read its memory."""
    code = "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"

    assert jailed(code, "import ctypes; process.not_dumpable()").said == "0\n"


@linux
def test_there_are_no_new_privileges(jailed: Jailed) -> None:
    """A setuid program gives nothing."""
    code = (
        "print([x for x in open('/proc/self/status') if x.startswith('NoNewPrivs')][0].split()[1])"
    )

    assert jailed(code, "process.no_new_privileges()").said == "1\n"


def test_the_session_is_its_own(jailed: Jailed) -> None:
    """A signal to the group reaches the worker alone."""
    ended = jailed("print(os.getsid(0) == os.getpid() == os.getpgid(0))", "process.own_session()")

    assert ended.said == "True\n"
