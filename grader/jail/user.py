"""Become nobody when started as root: a user id of this worker's own, without capabilities."""

# A worker starts without pathlib, whose import takes longer than all layers together.
# ruff: noqa: PTH116, PTH120

import os
import stat
import struct
import sys

from grader.jail.environment import standard_library
from grader.jail.layer import Missing
from grader.jail.libc import prctl, syscall

PR_SET_KEEPCAPS = 8
CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITIES_V3 = 0x20080522
CAP_DAC_READ_SEARCH = 1 << 2
FIRST_ID = 0x70000000  # far above the ids that systems give to people and services
IDS = (
    1 << 27
)  # so many from there on; drawn, since process numbers repeat from namespace to namespace
NOBODY = 65534


def drop(is_confined: bool) -> str:
    """Leave root; `is_confined` says that Landlock stands.

    Where the interpreter lies in a folder that only root may enter, such as /root/.pyenv, the one
    capability to read past permissions is kept, and only while Landlock confines what is read.
    """
    if sys.platform != "linux":
        raise Missing(f"written for Linux only; this is {sys.platform}")
    if os.geteuid() != 0 and os.getuid() != 0:
        _keep_only(0)
        return f"started as an ordinary user, id {os.getuid()}"
    kept = 0 if _is_open_to_all(standard_library()) else CAP_DAC_READ_SEARCH
    if kept and not is_confined:
        _keep_only(0)
        raise Missing("Python lies where only root may look, and Landlock is missing; root stays")
    prctl(PR_SET_KEEPCAPS, 1)
    user = _become_nobody()
    _keep_only(kept)
    return f"id {user}" + (", may read past permissions what Landlock allows" if kept else "")


def _become_nobody() -> int:
    """Change all ids and return the new one; a container may know only the lower ones."""
    os.setgroups([])
    own = FIRST_ID + int.from_bytes(os.urandom(4), "big") % IDS
    try:
        os.setresgid(own, own, own)
        os.setresuid(own, own, own)
    except OSError:
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        return NOBODY
    return own


def _keep_only(capabilities: int) -> None:
    """Reduce the effective and permitted capabilities to these; none are inheritable."""
    number = CAPSET.get(os.uname().machine)
    if number is None:
        if capabilities:
            raise Missing(f"no system call number for capset on {os.uname().machine}")
        return  # an ordinary user has none
    header = struct.pack("=Ii", CAPABILITIES_V3, 0)
    sets = struct.pack("=6I", capabilities, capabilities, 0, 0, 0, 0)
    syscall(number, header, sets)


def _is_open_to_all(folder: str) -> bool:
    """Return whether any user may enter this folder and list it."""
    wanted = stat.S_IROTH | stat.S_IXOTH
    while os.stat(folder).st_mode & wanted == wanted:
        if folder == os.path.dirname(folder):
            return True
        folder, wanted = os.path.dirname(folder), stat.S_IXOTH
    return False
