"""The same over a Dask cluster, of which a worker is lost in the middle."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import COMMAND
from tests.scale.conftest import lines, until, verdict
from tests.scale.submissions import DRILL, small

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = """
import os, sys, json
from distributed import Client, LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            pids = list(client.run(os.getpid).values())
            print(json.dumps([cluster.scheduler_address, pids]), flush=True)
            sys.stdin.read()
"""
ALL = ("grade-all", "class", "--drill", DRILL, "--seed", "5f3a91c2", "--scenarios", "200")

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None,
    reason="needs Dask:  pip install 'infra-drill[dask]'",
)


@contextmanager
def cluster() -> Generator[tuple[str, list[int]], None, None]:
    """Start a cluster of two workers; yield its address and their process ids."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert process.stdout is not None, "asked for as a pipe"
    try:
        address, pids = json.loads(process.stdout.readline())
        yield address, pids
    finally:
        process.communicate(timeout=60)


@needs_dask
def test_a_lost_worker_costs_no_verdict_and_doubles_none() -> None:
    small(Path("class"))
    for kind in ("*hang*", "attack_*", "wrong_*_the_*"):
        for path in Path("class").glob(kind):
            path.unlink()
    local = subprocess.run([COMMAND, *ALL, "--out", "local.jsonl"], capture_output=True, check=True)

    with cluster() as (address, pids):
        running = subprocess.Popen(
            [COMMAND, *ALL, "--dask", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        out = Path("grades.jsonl")
        until(lambda: out.exists() and out.read_bytes().count(b"\n") >= 3, 60)
        os.kill(pids[0], signal.SIGKILL)
        stdout, stderr = running.communicate(timeout=120)

    assert running.returncode == 0, stderr
    assert stdout.split(b"\n\n")[0] == local.stdout.split(b"\n\n")[0]
    far, near = lines(out), lines(Path("local.jsonl"))
    assert far.keys() == near.keys()
    for name, line in far.items():
        assert verdict(line) == verdict(near[name])


@needs_dask
def test_a_cluster_that_is_not_there_is_named() -> None:
    Path("ann.py").write_text("")

    done = subprocess.run(
        [COMMAND, "grade-all", "ann.py", "--drill", DRILL, "--dask", "nonsense://x"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "nonsense://x" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(
    importlib.util.find_spec("distributed") is not None, reason="Dask is installed here"
)
def test_without_dask_the_way_to_install_it_is_said() -> None:
    Path("ann.py").write_text("")

    done = subprocess.run(
        [COMMAND, "grade-all", "ann.py", "--drill", DRILL, "--dask", "local"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 6
    assert "infra-drill[dask]" in done.stderr
