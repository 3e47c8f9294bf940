"""Leaving root, and what stays usable afterwards."""

import os
import shutil
import sys

import pytest

from grader.jail.user import FIRST_ID, NOBODY
from tests.jail.conftest import Jailed

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
as_root = pytest.mark.skipif(not IS_ROOT, reason="needs root")
ORDINARY = shutil.which("python3", path="/usr/bin:/usr/local/bin") or ""


@as_root
def test_a_worker_started_as_root_becomes_nobody(jailed: Jailed) -> None:
    """All three user ids and all groups are unprivileged, and there is no way back."""
    ended = jailed("print(*os.getresuid(), *os.getresgid(), *os.getgroups())", "user.drop(True)")
    ids = {int(word) for word in ended.said.split()}

    assert len(ids) == 1
    assert ids.pop() >= min(FIRST_ID, NOBODY)
    assert "PermissionError" in jailed("os.setuid(0)", "user.drop(True)").said


@as_root
def test_nothing_of_roots_can_be_written_or_read_afterwards(jailed: Jailed) -> None:
    """With all layers on, files that only root may read stay closed."""
    for line in ("open('/etc/shadow').read()", "open('/root/x', 'w')", "os.listdir('/root')"):
        assert "PermissionError" in jailed(line).said


@as_root
def test_without_landlock_no_capability_is_kept(jailed: Jailed) -> None:
    """Either Python is readable for all and root goes, or the layer says why it is missing."""
    ended = jailed("print(os.geteuid(), open('/etc/shadow').read(0) == '')", "user.drop(False)")

    assert "PermissionError" in ended.said or "Landlock is missing" in ended.said


@as_root
def test_the_library_can_be_imported_afterwards(jailed: Jailed) -> None:
    """Even from an interpreter in a folder of root's."""
    assert jailed("import decimal, statistics; print('fine')").said == "fine\n"


@pytest.mark.skipif(not (IS_ROOT and ORDINARY), reason="needs root and a Python for everybody")
def test_an_ordinary_user_gets_the_same_jail(jailed: Jailed) -> None:
    """Started as an ordinary user, all layers stand as well."""
    code = (
        "print(level(layers), [x for x in layers if not x.on]); import fractions, decimal, random"
    )
    ended = jailed(code, python=ORDINARY, user=NOBODY, group=NOBODY, extra_groups=[])

    if "No module named 'grader'" in ended.said or "SyntaxError" in ended.said:
        pytest.skip("the project is not readable for all, or that Python is too old")
    expected = jailed("print(level(layers), [])", python=sys.executable)
    assert ended.said == expected.said
