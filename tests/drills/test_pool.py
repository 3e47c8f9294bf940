"""The processes that judge end with the one that asked them, however it ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARENT = """
import os, sys, time
from grader.dev.pool import pool

if __name__ == "__main__":
    with pool(2) as processes:
        print(*sorted(set(processes.map(work, range(8)))), flush=True)
        time.sleep(600)
"""
WORK = """
import os, time

def work(_):
    time.sleep(0.2)
    return os.getpid()
"""


def runs(process: int) -> bool:
    """Return whether a process is there and not only waiting to be counted as dead."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_idle_processes_of_the_pool_end_with_their_parent(
    tmp_path: Path, how: signal.Signals
) -> None:
    (tmp_path / "work.py").write_text(WORK, encoding="utf-8")
    script = tmp_path / "parent.py"
    script.write_text("from work import work\n" + PARENT, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert children
        assert all(map(runs, children))

        parent.send_signal(how)
        parent.wait()

        until = time.monotonic() + 30
        while any(map(runs, children)) and time.monotonic() < until:
            time.sleep(0.05)
    assert not any(map(runs, children))
