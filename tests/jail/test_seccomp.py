"""seccomp alone: which calls are refused, that honest ones are not, that the numbers are right."""

import re
from pathlib import Path

import pytest

from grader.jail.seccomp import checks_of, program
from grader.jail.syscalls import ABSENT, CHECKED, DENIED, numbers
from tests.jail.conftest import Jailed

ALONE = "process.no_new_privileges(); seccomp.deny()\nimport ctypes\nlibc = ctypes.CDLL(None)"
HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")

REFUSED = {
    "fork": "os.fork()",
    "exec": "os.execv('/bin/true', ['true'])",
    "spawn": "__import__('subprocess').run(['true'])",
    "kill the parent": "os.kill(os.getppid(), 0)",
    "kill a group": "os.killpg(0, 0)",
    "a signal to a thread of another": "import signal; signal.pidfd_send_signal(0, 9)",
    "a pidfd": "os.pidfd_open(os.getppid())",
    "limits of the parent": "import resource; resource.prlimit(os.getppid(), 7)",
    "priority of the parent": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 5)",
    "cores of the parent": "os.sched_setaffinity(os.getppid(), {0})",
    "a session": "os.setsid()",
    "tcp": "import socket; socket.socket()",
    "udp": "import socket; socket.socket(type=socket.SOCK_DGRAM)",
    "unix": "import socket; socket.socket(socket.AF_UNIX)",
    "a datagram pair": "import socket; socket.socketpair(type=socket.SOCK_DGRAM)",
    "netlink": "import socket; socket.socket(socket.AF_NETLINK)",
    "memory file": "os.memfd_create('x')",
    "write a file": "open('/tmp/jail-seccomp', 'w')",
    "append to a file": "open('/dev/null', 'a')",
    "a file without a name": "os.open('/tmp', os.O_TMPFILE | os.O_RDWR)",
    "chmod": "os.chmod('/tmp', 0o1777)",
    "chown": "os.chown('/tmp', -1, -1)",
    "utime": "os.utime('/tmp')",
    "setxattr": "os.setxattr('/tmp', 'user.x', b'x')",
    "truncate": "os.truncate('/tmp/none', 0)",
    "unlink": "os.unlink('/tmp/none')",
    "rename": "os.rename('/tmp/none', '/tmp/none2')",
    "mkdir": "os.mkdir('/tmp/none/none')",
    "flock": "import fcntl; fcntl.flock(0, fcntl.LOCK_SH)",
    "owner of a descriptor": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())",
    "type into a terminal": "import fcntl; fcntl.ioctl(0, 0x5412, b'x')",
    "undo": "process.prctl(4, 1)",
    "outlive the parent": "process.prctl(1, 0)",
}
RAW = {  # system calls that Python does not offer: name, arguments
    "vfork": "",
    "ptrace": "16, 1, 0, 0",
    "process_vm_readv": "1, 0, 0, 0, 0, 0",
    "unshare": "0x10000000",
    "setns": "0, 0",
    "mount": "0, 0, 0, 0, 0",
    "bpf": "0, 0, 0",
    "perf_event_open": "0, 0, -1, -1, 0",
    "userfaultfd": "0",
    "keyctl": "0, 0, 0",
    "shmget": "0, 4096, 0o1600",
    "msgget": "0, 0o1600",
    "semget": "0, 1, 0o1600",
    "mq_open": "0, 0, 0, 0",
    "open_by_handle_at": "0, 0, 0",
    "inotify_init1": "0",
    "splice": "0, 0, 0, 0, 0, 0",
    "setresuid": "-1, -1, -1",
    "personality": "0xffffffff",
    "tkill": "1, 0",
}
MACHINE = "__import__('os').uname().machine"


@pytest.mark.usefixtures("seccomp")
@pytest.mark.parametrize("code", REFUSED.values(), ids=REFUSED.keys())
def test_a_call_that_reaches_outside_is_refused(jailed: Jailed, code: str) -> None:
    """Calls that change anything outside the process raise PermissionError."""
    ended = jailed(code, ALONE)

    assert "PermissionError: [Errno 1]" in ended.said, ended.said


@pytest.mark.usefixtures("seccomp")
@pytest.mark.parametrize(("name", "arguments"), RAW.items(), ids=RAW.keys())
def test_a_raw_system_call_is_refused(jailed: Jailed, name: str, arguments: str) -> None:
    """Going past Python does not help."""
    code = f"""
from grader.jail.syscalls import DENIED, numbers
number = numbers(DENIED, {MACHINE}).get({name!r})
from grader.jail.libc import syscall
if number is None: raise PermissionError("[Errno 1] not on this machine")
syscall(number, {arguments})
"""
    ended = jailed(code, f"from grader.jail.libc import syscall\n{ALONE}")

    assert "[Errno 1]" in ended.said, ended.said


@pytest.mark.usefixtures("seccomp")
@pytest.mark.parametrize("number", [425, 435, 437, 451, 469, 1000, 0x40000000 + 57])
def test_a_call_newer_than_the_tables_does_not_exist(jailed: Jailed, number: int) -> None:
    """io_uring, clone3, openat2, every later number and the x32 calls answer ENOSYS."""
    code = f"from grader.jail.libc import syscall; syscall({number}, 0, 0, 0, 0)"
    ended = jailed(code, f"from grader.jail.libc import syscall\n{ALONE}")

    assert "[Errno 38]" in ended.said, ended.said


@pytest.mark.usefixtures("seccomp")
@pytest.mark.parametrize(
    "code",
    [
        "import threading; t = threading.Thread(target=print, args=('fine',)); t.start(); t.join()",
        "import asyncio; asyncio.run(asyncio.sleep(0)); print('fine')",
        "import signal; signal.signal(14, lambda *_: print('fine')); signal.raise_signal(14)",
        "import resource; resource.getrlimit(7); print('fine')",
        "import sys; sys.stdout.isatty(); print('fine')",
        "os.close(os.dup(1)); os.pipe(); os.urandom(8); open('/etc/passwd').read(); print('fine')",
        "from concurrent.futures import ThreadPoolExecutor as P\n"
        "with P(4) as pool: print(list(pool.map(str.lower, ['FINE']))[0])",
    ],
)
def test_what_honest_code_does_is_allowed(jailed: Jailed, code: str) -> None:
    """Threads, an event loop, signals to itself, descriptors and reads stay."""
    assert jailed(code, ALONE).said == "fine\n"


@pytest.mark.usefixtures("seccomp")
def test_calls_of_the_32_bit_architecture_end_the_process(jailed: Jailed) -> None:
    """Numbers mean other calls there, so the process is killed at once."""
    code = """
import mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")  # mov eax, 20 (getpid); int 0x80; ret
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
print("survived", call())
"""
    if program_machine() != "x86_64":
        pytest.skip("written in x86 machine code")
    ended = jailed(code, ALONE)

    assert ended.code in (-31, -11), ended  # SIGSYS, or SIGSEGV where the kernel has no such calls
    assert "survived" not in ended.said


def program_machine() -> str:
    """Return the machine's name as the kernel gives it."""
    import os

    return os.uname().machine


@pytest.mark.skipif(not HEADER.exists(), reason="no kernel headers here")
def test_the_numbers_are_those_of_the_kernel_headers() -> None:
    """The table for x86-64 agrees with the system's header."""
    header = dict(re.findall(r"#define __NR_(\w+) (\d+)", HEADER.read_text()))
    ours = {
        name: number
        for table in (DENIED, ABSENT, CHECKED)
        for name, number in numbers(table, "x86_64").items()
    }

    assert {name: header.get(name) for name in ours} == {n: str(v) for n, v in ours.items()}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_no_number_stands_twice(machine: str) -> None:
    """One system call has one answer."""
    found = [n for table in (DENIED, ABSENT, CHECKED) for n in numbers(table, machine).values()]

    assert len(found) == len(set(found))


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_fits_the_kernel(machine: str) -> None:
    """A filter has at most 4,096 instructions, and every checked call has its checks."""
    assert len(program(machine, 1)) % 8 == 0
    assert len(program(machine, 1)) // 8 < 4096
    assert set(numbers(CHECKED, machine)) <= set(checks_of(1))
