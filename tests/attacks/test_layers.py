"""No layer of the jail is decoration and no attack is toothless: each, switched off, is missed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.bubble import innermost
from tests.attacks.arena import ROOT as PROJECT
from tests.attacks.arena import Arena, attacks, open_arena
from tests.attacks.layers import OPEN, PARENT, PROOFS, ROOT, USER, Proof, succeeded, table

ATTACKS = {attack.name: attack for attack in attacks()}
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="most layers are of Linux")


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """Return the place where attacks run."""
    with open_arena() as opened:
        yield opened


@pytest.fixture(scope="module")
def standing(arena: Arena) -> dict[str, str]:
    """Return the layers that stand here, and what each says."""
    report = arena.run(ATTACKS["exhaustion/no_source"]).report
    return {one["name"]: one["why"] for one in report["isolation"]["layers"] if one["on"]}


@pytest.fixture
def proof(arena: Arena, standing: dict[str, str], request: pytest.FixtureRequest) -> Proof:
    """Return a proof, or skip it with a sentence where it cannot show."""
    wanted: Proof = request.param
    if missing := {wanted.layer, *wanted.behind} - standing.keys():
        pytest.skip(f"{', '.join(missing)} cannot be switched off: it does not stand here")
    if ROOT in wanted.needs and os.getuid() != 0:
        pytest.skip("shows only when started as root")
    if USER in wanted.needs and os.getuid() == 0:
        pytest.skip("shows only when started as an ordinary user")
    if OPEN in wanted.needs and "read past permissions" in standing["user"]:
        pytest.skip("shows only where all users may read the folder of Python")
    if wanted.attack == "harm/setuid_program" and not _has_setuid(arena):
        pytest.skip("programs do not run as their owner in this place")
    return wanted


each = pytest.mark.parametrize("proof", PROOFS, ids=lambda one: one.layer, indirect=True)


@each
def test_the_layer_stops_the_attack(arena: Arena, proof: Proof) -> None:
    """With the layer, and without those in front of it, the attack gets nowhere."""
    assert not _succeeds(arena, proof, proof.behind)


@each
def test_without_the_layer_the_attack_succeeds(arena: Arena, proof: Proof) -> None:
    """With the layer off as well it gets through, so the layer is what held it."""
    assert _succeeds(arena, proof, (*proof.behind, proof.layer))


def test_every_layer_has_its_proof(standing: dict[str, str]) -> None:
    assert standing.keys() <= {proof.layer for proof in PROOFS}


def test_the_table_in_the_docs_is_the_one_that_is_proved() -> None:
    text = (PROJECT / "docs" / "trust.md").read_text(encoding="utf-8")

    assert "\n".join(table()) in text, "python tests/attacks/layers.py  prints it"


def _succeeds(arena: Arena, proof: Proof, off: tuple[str, ...]) -> bool:
    attack = ATTACKS[proof.attack]
    if proof.attack == PARENT:
        return _survives(arena, proof, off)
    return succeeded(arena, attack, arena.run(attack, without=off))


def _survives(arena: Arena, proof: Proof, off: tuple[str, ...]) -> bool:
    """Kill the judge while the worker runs; return whether the worker runs on."""
    home = Path(arena.folder, f"killed-{len(off)}")
    home.mkdir()
    process = arena.start(ATTACKS[proof.attack], home, ("--json",), off)
    with process:
        worker = looping(process.pid)
        process.kill()
    arena.forget(process)
    try:
        return is_alive(worker)
    finally:
        _end(worker)


def looping(judge: int) -> int:
    """Wait until a judge's worker is busy with more than its start; return its number."""
    for _ in range(500):
        time.sleep(0.01)
        worker = innermost(judge)
        stat = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        if worker != judge and int(stat[11]) / os.sysconf("SC_CLK_TCK") > 0.3:  # its own seconds
            return worker
    raise AssertionError("no worker of the judge ever looped")


def is_alive(pid: int) -> bool:
    """Return whether a process still runs, after a moment of grace."""
    for _ in range(50):
        try:
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                return False
        except ChildProcessError:  # never ours, or gone already
            if not Path(f"/proc/{pid}").exists():
                return False
        time.sleep(0.02)
    return True


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def _has_setuid(arena: Arena) -> bool:
    """Return whether a program that belongs to root runs as root for others."""
    command = [f"{arena.folder}-setuid", f"{arena.folder}-secret"]
    done = subprocess.run(command, capture_output=True, text=True, user=65534, check=False)
    return done.stdout == arena.canary
