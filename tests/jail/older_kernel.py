"""Run a command as if the kernel were older: python older_kernel.py landlock,seccomp COMMAND …

An outer filter answers the calls of Landlock, or prctl's request for a filter, as a kernel that
lacks them would. For x86-64.
"""

import errno
import os
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from grader.jail.libc import load_filter, prctl  # the path comes first

LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
NUMBER, FIRST_ARGUMENT = 0, 16
ALLOW, ERROR = 0x7FFF0000, 0x00050000
LANDLOCK, PRCTL, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = (444, 445, 446), 157, 38, 22


def main(missing: list[str], command: list[str]) -> None:
    """Put the outer filter on and become the command."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    load_filter(PR_SET_SECCOMP, 2, program(missing))
    os.execvp(command[0], command)


def program(missing: list[str]) -> bytes:
    """Return the filter."""
    lines = [line(LOAD, NUMBER)]
    if "landlock" in missing:
        for number in LANDLOCK:
            lines += [line(EQUAL, number, 0, 1), line(RETURN, ERROR | errno.ENOSYS)]
    if "seccomp" in missing:
        lines += [line(EQUAL, PRCTL, 0, 3), line(LOAD, FIRST_ARGUMENT)]
        lines += [line(EQUAL, PR_SET_SECCOMP, 0, 1), line(RETURN, ERROR | errno.EINVAL)]
    return b"".join([*lines, line(RETURN, ALLOW)])


def line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """Return one instruction."""
    return struct.pack("=HBBI", code, if_true, if_false, value)


if __name__ == "__main__":
    main(sys.argv[1].split(","), sys.argv[2:])
