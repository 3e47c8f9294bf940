"""seccomp: system calls that the learner's code has no use for are refused by the kernel.

A list of what is refused, not of what is allowed, since the standard library is wide; calls that
are newer than our tables do not exist for the worker. Refused calls raise PermissionError in
Python, so honest code can go on. Left out: paths, which a filter cannot read; see `landlock.py`.
"""

import errno
import os
import struct
import sys
from typing import TypeAlias

from grader.jail.layer import Missing
from grader.jail.libc import load_filter
from grader.jail.syscalls import ABSENT, CHECKED, DENIED, UNKNOWN_FROM, numbers

PR_SET_SECCOMP, FILTER = 22, 2
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # BPF instructions
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where struct seccomp_data keeps them
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
REFUSE, NO_SUCH_CALL = ERROR | errno.EPERM, ERROR | errno.ENOSYS

WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000  # WRONLY, RDWR, CREAT, TRUNC, TMPFILE
THREAD = 0x10000
NAMESPACES = 0x7E020000
IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # ask about a terminal; close on exec
FCNTLS = (0, 1, 2, 3, 4, 1030)  # duplicate, flags; not F_SETOWN, which sends signals to others
PRCTLS = (15, 16)  # set and get the thread's name
UNIX = (1,)
STREAMS = tuple(1 | flags for flags in (0, 0o4000, 0o2000000, 0o2004000))  # nonblock, close on exec


# Which argument, "one of", "has" or "lacks", and the values or the mask of bits.
Check: TypeAlias = tuple[int, str, tuple[int, ...]]


def deny() -> str:
    """Load the filter into the kernel; it can be made stricter later, never looser."""
    if sys.platform != "linux":
        raise Missing(f"only Linux has it; this is {sys.platform}")
    machine = os.uname().machine
    if machine not in ARCHITECTURES:
        raise Missing(f"no table of system calls for {machine}")
    if sys.maxsize < 2**32:
        raise Missing("no table of system calls for a 32-bit Python")
    code = program(machine, os.getpid())
    try:
        load_filter(PR_SET_SECCOMP, FILTER, code)
    except OSError as error:
        raise Missing(f"the kernel takes no seccomp filter ({error.strerror})") from error
    return f"{len(code) // 8} instructions"


def program(machine: str, pid: int) -> bytes:
    """Return the filter: instructions of 8 bytes, run by the kernel at each system call."""
    lines = [
        _line(LOAD, ARCHITECTURE),
        _line(EQUAL, ARCHITECTURES[machine], 1, 0),
        _line(RETURN, KILL),  # 32-bit calls have other numbers
        _line(LOAD, NUMBER),
        _line(AT_LEAST, UNKNOWN_FROM, 0, 1),  # so are the calls of x32, from 2**30 on
        _line(RETURN, NO_SUCH_CALL),
    ]
    for number in numbers(DENIED, machine).values():
        lines += _when(number, [_line(RETURN, REFUSE)])
    for number in numbers(ABSENT, machine).values():
        lines += _when(number, [_line(RETURN, NO_SUCH_CALL)])
    checks = checks_of(pid)
    for name, number in numbers(CHECKED, machine).items():
        body = [line for check in checks[name] for line in _check(check)]
        lines += _when(number, [*body, _line(RETURN, ALLOW)])
    return b"".join([*lines, _line(RETURN, ALLOW)])


def checks_of(pid: int) -> dict[str, tuple[Check, ...]]:
    """Return what the arguments of each checked call must be, in the process `pid`."""
    myself = ((0, "one of", (0, pid)),)
    return {
        "open": ((1, "lacks", (WRITING,)),),
        "openat": ((2, "lacks", (WRITING,)),),
        "clone": ((0, "has", (THREAD,)), (0, "lacks", (NAMESPACES,))),
        "ioctl": ((1, "one of", IOCTLS),),
        "fcntl": ((1, "one of", FCNTLS),),
        "prctl": ((0, "one of", PRCTLS),),
        "tgkill": ((0, "one of", (pid,)),),
        "prlimit64": myself,
        "sched_setaffinity": myself,
        "sched_setscheduler": myself,
        "sched_setparam": myself,
        "sched_setattr": myself,
        # A connected pair reaches nobody else, and asyncio needs one to wake itself up.
        "socketpair": ((0, "one of", UNIX), (1, "one of", STREAMS)),
    }


def _when(number: int, body: list[bytes]) -> list[bytes]:
    """Run `body`, which ends in a RETURN, for this system call only."""
    return [_line(EQUAL, number, 0, len(body)), *body]


def _check(check: Check) -> list[bytes]:
    """Return lines that refuse the call unless the low half of the argument passes.

    The kernel itself reads these arguments as 32-bit numbers, but for the flags of clone, whose
    upper half means nothing.
    """
    argument, kind, values = check
    load = _line(LOAD, ARGUMENTS + 8 * argument)
    if kind == "has":
        return [load, _line(ANY_BIT, values[0], 1, 0), _line(RETURN, REFUSE)]
    if kind == "lacks":
        return [load, _line(ANY_BIT, values[0], 0, 1), _line(RETURN, REFUSE)]
    last = len(values)
    tests = [_line(EQUAL, value, last - i, 0) for i, value in enumerate(values)]
    return [load, *tests, _line(RETURN, REFUSE)]


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
