"""Small settings of this process: its session, its parent, its privileges, its memory.

All but the session are one prctl each.
"""

import os

from grader.jail.layer import Missing
from grader.jail.libc import prctl

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_NO_NEW_PRIVS = 38
SIGKILL = 9  # importing signal would cost half a millisecond


def own_session() -> str:
    """Make sure that signals to the group and the terminal's keys reach nobody else."""
    if not hasattr(os, "setsid"):
        raise Missing("this system has no sessions")
    if os.getsid(0) != os.getpid():
        os.setsid()
    return ""


def die_with(parent: int) -> str:
    """Ask for SIGKILL when the judge ends, however it ends; it may have ended already.

    The kernel looks at the thread that started this process: a judge that starts workers from a
    short-lived thread loses them with it.
    """
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    return ""


def no_new_privileges() -> str:
    """Give up every gain through setuid programs; Landlock and seccomp ask for it too."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    return ""


def not_dumpable() -> str:
    """Keep other processes of the same user from tracing this one or reading its memory."""
    prctl(PR_SET_DUMPABLE, 0)
    return ""
