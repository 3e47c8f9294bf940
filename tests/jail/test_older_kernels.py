"""What is left of the jail where the kernel offers less."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.jail.conftest import BOOT, ROOT, WHOLE

PRETEND = Path(__file__).with_name("older_kernel.py")
CODE = f"""{BOOT}
lines = sys.argv[2:]{WHOLE}
print(level(layers))
print(*(f"{{x.name}}: {{x.why}}" for x in layers if not x.on), sep="\\n")
for line in lines:
    try:
        exec(line)
        print("done")
    except OSError:
        print("refused")
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="pretends for x86-64 only"
)


def jailed(missing: str, *lines: str) -> list[str]:
    """Return what a jailed process says on a kernel that lacks something."""
    worker = [sys.executable, "-P", "-s", "-S", "-c", CODE, str(ROOT), *lines]
    done = subprocess.run(
        [sys.executable, str(PRETEND), missing, *worker],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        check=False,
    )
    return done.stdout.splitlines()


@pytest.mark.usefixtures("landlock", "seccomp")
def test_without_landlock_it_is_good_and_nothing_is_written_or_started() -> None:
    """seccomp alone refuses writing, processes and the network; reading is open."""
    said = jailed(
        "landlock",
        "os.open('/tmp/jail-older', os.O_CREAT | os.O_WRONLY)",
        "os.fork()",
        "import socket; socket.socket()",
        "open('/etc/passwd').read()",
    )

    assert said[0] == "good"
    assert said[1].startswith("landlock: the kernel has no Landlock")
    assert said[-4:] == ["refused", "refused", "refused", "done"]


@pytest.mark.usefixtures("landlock", "seccomp")
def test_without_seccomp_it_is_good_and_nothing_is_read_or_written() -> None:
    """Landlock alone refuses reading and writing; other sockets than TCP are open."""
    said = jailed(
        "seccomp",
        "os.open('/tmp/jail-older', os.O_CREAT | os.O_WRONLY)",
        "open('/etc/passwd').read()",
        "import socket; socket.socketpair(type=socket.SOCK_DGRAM)",
    )

    assert said[0] == "good"
    assert said[1].startswith("seccomp: the kernel takes no seccomp filter")
    assert said[-3:] == ["refused", "refused", "done"]


@pytest.mark.usefixtures("landlock", "seccomp")
def test_without_both_it_is_basic_and_says_so() -> None:
    """Limits are left, and both reasons are said."""
    said = jailed("landlock,seccomp", "os.write(os.open('/dev/null', os.O_WRONLY), b'x')")

    assert said[0] == "basic"
    assert {line.partition(":")[0] for line in said[1:-1]} >= {"landlock", "seccomp"}
    assert said[-1] == "done"
